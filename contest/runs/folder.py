"""A run on disk: one row per game, added as they come, and what was run.

A run's folder holds ``run.json`` (what was run, with versions and digests),
``games.csv`` (a row per game, in order), ``times.csv`` (how long each took) and, once
all are played, ``summary.csv``. Times are apart because they are never the same twice:
everything else of a run is, to the byte, whether it was interrupted or not.
"""

from __future__ import annotations

import csv
import errno
import io
import os
import secrets
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from contest.runs.schema import check_facts
from game.errors import InputError
from game.files import open_regular, read_json
from game.protocol import RULES_VERSION

COLUMNS = (
    *("entry", "game", "rules", "mode", "answer", "final", "outcome", "score"),
    *("turns", "moves", "reason"),
)
"""Columns of ``games.csv``."""

TIMES = ("seconds", "cpu_seconds")
"""Columns of ``times.csv``, whose lines are those of ``games.csv``."""

FILES = ("run.json", "games.csv", "times.csv", "summary.csv")
"""What a run's folder holds."""

_LINE = 1 << 20  # letters


class RunError(InputError):
    """A folder that cannot take a run, or holds none."""


class RunFolder:
    """The folder of a run.

    Parameters
    ----------
    path : Path
        Where it is.

    Notes
    -----
    Each write is one system call with whole rows, so a run that is killed leaves
    whole rows. Should a power cut leave half of one, `rows` leaves it out.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path | None, base: Path) -> RunFolder:
        """Make the folder of a new run.

        Parameters
        ----------
        path : Path or None
            Where; without it, a new name below `base`.
        base : Path
            Folder of all runs.

        Raises
        ------
        RunError
            When it holds a run already, is no folder or cannot be written.
        """
        if path is None:
            stamp = time.strftime("%Y%m%d-%H%M%S")
            path = base / f"{stamp}-{secrets.token_hex(2)}"
        try:
            path.mkdir(parents=True, exist_ok=True)
            # Of two runs at once, one gets the file.
            with (path / "games.csv").open("x", encoding="utf-8") as file:
                file.write(_line(COLUMNS))
            (path / "times.csv").write_text(_line(TIMES), encoding="utf-8")
        except FileExistsError:
            what = "holds a run already" if path.is_dir() else "is no folder"
            raise RunError(f"{str(path)!r} {what}: expected a new folder") from None
        except OSError as error:
            raise _failed(path, error) from None
        return cls(path)

    @classmethod
    def reopen(cls, path: Path) -> RunFolder:
        """Return the folder of a run that was interrupted, ready to go on.

        Half a row at the end, which a power cut may leave, is removed.

        Raises
        ------
        RunError
            When there is no such run or it cannot be written.
        """
        folder = cls(path)
        folder.facts()
        for name in FILES:
            if (path / name).is_symlink():
                raise RunError(f"{str(path / name)!r} is a link: expected a file")
        try:
            lines = _cut(path / "games.csv")
            # Times are written first: there may be more of them.
            _cut(path / "times.csv", lines)
        except OSError as error:
            raise _failed(path, error) from None
        return folder

    def facts(self) -> dict[str, Any]:
        """Return what ``run.json`` says.

        Raises
        ------
        RunError
            When it is not there, cannot be read, or is of other rules.
        FactError
            When a fact is not there or is of another type.
        """
        path = self.path / "run.json"
        try:
            facts: dict[str, Any] = read_json(path)
            rules = facts["rules"]
        except OSError as error:
            raise RunError(
                f"no run in {str(self.path)!r} ({error.strerror}): expected run.json"
            ) from None
        except (ValueError, KeyError, TypeError):
            raise RunError(
                f"{str(path)!r} cannot be read: expected what evaluate.py writes"
            ) from None
        if rules != RULES_VERSION:
            raise RunError(
                f"{str(path)!r} is of rules {rules!r}: expected {RULES_VERSION}"
            )
        check_facts(path, facts)
        return facts

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keep other runs out of the folder.

        Raises
        ------
        RunError
            When another run is writing to it.
        """
        import fcntl

        with (self.path / "games.csv").open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunError(
                    f"{str(self.path)!r} is being written by another run: expected it "
                    "to be over"
                ) from None
            yield

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Append rows to ``games.csv``.

        Raises
        ------
        RunError
            When they cannot be written; those before stay.
        """
        rows = list(rows)
        for name, columns in (("times.csv", TIMES), ("games.csv", COLUMNS)):
            path = self.path / name
            text = "".join(_line([row[c] for c in columns]) for row in rows)
            try:
                _append(path, text.encode())
            except OSError as error:
                raise _failed(path, error) from None

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``games.csv``, as text, with the times if there are any.

        Raises
        ------
        RunError
            When there is no such file, it lacks a column, or a line of it cannot be
            read.
        """
        timed = self.path / "times.csv"
        times = _read(timed, TIMES) if timed.is_file() else iter(())
        unknown = dict.fromkeys(TIMES, "nan")
        for row in _read(self.path / "games.csv", COLUMNS):
            yield row | next(times, unknown)

    def write(self, name: str, text: str) -> None:
        """Write a small file at once or not at all."""
        write_whole(self.path / name, text)


def _read(path: Path, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the lines of a file, each of which must be whole."""
    try:
        with open(open_regular(path), encoding="utf-8", newline="") as file:
            reader = csv.DictReader(_whole_lines(path, file))
            names = reader.fieldnames or ()
            if absent := [name for name in columns if name not in names]:
                raise RunError(
                    f"{str(path)!r} has no column {absent[0]!r}: expected "
                    f"{', '.join(columns)}"
                )
            for line, row in enumerate(reader, 2):
                if why := _fault(row, len(names)):
                    raise RunError(f"{str(path)!r}, line {line}: {why}")
                yield row
    except OSError as error:
        raise RunError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise RunError(f"{str(path)!r} cannot be read: {error}") from None


def _whole_lines(path: Path, file: TextIO) -> Iterator[str]:
    """Yield lines, without half a one at the end."""
    while line := file.readline(_LINE):
        if line.endswith("\n"):
            yield line
        elif len(line) == _LINE:
            raise RunError(f"{str(path)!r}: expected lines of at most {_LINE} letters")


def _fault(row: Mapping[str, str], cells: int) -> str:
    """Return what is wrong with a line, nothing when it is whole."""
    if None in row or None in row.values():
        return f"expected {cells} cells"
    for name in TIMES:
        try:
            float(row.get(name, "nan"))
        except ValueError:
            return f"{name} {row[name]!r}: expected a number"
    return ""


def _append(path: Path, data: bytes) -> None:
    """Add whole rows or none."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        size = os.fstat(file).st_size
        if os.write(file, data) < len(data):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(file)


def _cut(path: Path, most: int | None = None) -> int:
    """Remove half a line at the end, and what is more than so many; count the rest."""
    count = size = 0
    with path.open("r+b") as file:
        for line in file:
            if count == most or not line.endswith(b"\n"):
                break
            count, size = count + 1, size + len(line)
        file.truncate(size)
    return count


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never half.

    Raises
    ------
    RunError
        When it cannot be written; the old one stays.
    """
    try:
        file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - closed below, by name
            "w", dir=path.parent, delete=False, encoding="utf-8"
        )
        try:
            with file:
                file.write(text)
            # A temporary file is for its owner alone; a result is for everybody.
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    except OSError as error:
        raise _failed(path, error) from None


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _failed(path: Path, error: OSError) -> RunError:
    reason = error.strerror or type(error).__name__
    return RunError(
        f"cannot write {str(path)!r} ({reason}): expected a folder to write"
    )
