"""Run folder: facts, one row per game, times and the summary.

The folder holds ``run.json`` (facts with versions and digests), ``games.csv`` (a row
per game, in order), ``times.csv`` (times of the same games), ``answers.txt`` and
``guesses.txt`` unless the words are shipped ones, and, once all games are played,
``summary.csv``. Times are kept apart because they are not reproducible: the
other files are, to the byte, whether or not the run was interrupted.

An official run that is over has its rows in ``games.csv.gz``, and no times, which
nobody can check.
"""

from __future__ import annotations

import csv
import errno
import gzip
import io
import os
import secrets
import shutil
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from contest.runs import logs
from contest.runs.schema import check_facts, read_json
from contest.sandbox.confinement import unix
from contest.sandbox.tempdirs import WORD_FILES
from contest.sandbox.text import harmless, plain
from game.errors import InputError
from game.files import Limited, open_regular, replacing, write_whole
from game.protocol import MAX_MOVES, RULES_VERSION
from game.text.formats import is_visible

COLUMNS = (
    "entry",
    "game",
    "rules",
    "mode",
    "answer",
    "final",
    "outcome",
    "score",
    "turns",
    "moves",
    "reason",
)
"""Columns of ``games.csv``."""

TIMES = ("seconds", "cpu_seconds")
"""Columns of ``times.csv``, whose lines are those of ``games.csv``."""

PACKED = "games.csv.gz"
"""The rows of an official run that is over."""

RUN_FILES = (
    *("run.json", "games.csv", "times.csv", "summary.csv", logs.NAME),
    *WORD_FILES,
)
"""Files of a run folder."""

_LINE = 1 << 20  # letters
_MOST_PACKED = 128 << 20  # bytes of rows that are compressed
_MOST_PLAIN = 4 << 30  # bytes of others


class RunError(InputError):
    """A folder that holds no run, or in which none can be written."""


def new_path(base: Path, prefix: str = "") -> Path:
    """Return a path below a folder that begins with the time and is not taken."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return base / f"{prefix}{stamp}-{secrets.token_hex(3)}"


class RunFolder:
    """Reads and writes the folder of a run.

    Each write is one system call with whole rows, so a run that is killed leaves whole
    rows. `rows` skips the half row that a power cut may leave. What cannot be read or
    written raises `RunError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path | None, base: Path) -> RunFolder:
        """Make the folder of a new run: at `path`, or with a new name below `base`.

        Raises `RunError` when it already holds a run or is no folder.
        """
        unix.require()
        path = path or new_path(base)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if (path / PACKED).exists():
                raise FileExistsError
            # Exclusive creation: of two concurrent runs, one succeeds.
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
        """Return the folder of an interrupted run, ready to be resumed.

        Half a row at the end, which a power cut may leave, is removed.
        """
        folder = cls(path)
        folder.facts()
        if rows_path(path).name == PACKED:
            raise RunError(
                f"{str(path)!r} is an official run that is over: expected one that was "
                "interrupted"
            )
        for name in RUN_FILES:
            file = path / name
            if file.is_symlink() or (file.exists() and not file.is_file()):
                raise RunError(f"{str(file)!r}: expected a file, no link")
        try:
            lines = _cut(path / "games.csv")
            # Times are written first, so there may be more of them.
            _cut(path / "times.csv", lines)
        except OSError as error:
            raise _failed(path, error) from None
        return folder

    def facts(self) -> dict[str, Any]:
        """Return the facts in ``run.json``, with texts that are safe for a terminal.

        Raises `RunError` when the run has other rules, and `FactError` when a fact is
        missing or of the wrong type.
        """
        path = self.path / "run.json"
        if not is_visible(self.path.name):
            raise RunError(f"{str(self.path)!r}: expected a printable name of a folder")
        try:
            # Older runs lack some facts.
            older: dict[str, Any] = {"max_turns": MAX_MOVES, "calls": {}}
            older |= {"numbers": None, "command": "", "mark": ""}
            older |= {"namespaces": "", "channel": "", "given": ""}
            facts = older | harmless(read_json(path))
            rules = facts["rules"]
        except OSError as error:
            raise RunError(
                f"no run in {str(self.path)!r} ({error.strerror}): expected run.json"
            ) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise RunError(
                f"{str(path)!r} cannot be read: expected what evaluate.py writes"
            ) from None
        if rules != RULES_VERSION:
            raise RunError(
                f"{str(path)!r} is of rules {rules!r}: expected {RULES_VERSION}"
            )
        return check_facts(path, facts)

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Lock the folder; raise `RunError` when another run is writing to it."""
        with (self.path / "games.csv").open("rb") as file:
            try:
                unix.fcntl.flock(file, unix.fcntl.LOCK_EX | unix.fcntl.LOCK_NB)
            except OSError:
                raise RunError(
                    f"{str(self.path)!r} is being written by another run: expected it "
                    "to be over"
                ) from None
            yield

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Append rows to ``games.csv``; earlier rows stay when that fails."""
        rows = list(rows)
        for name, columns in (("times.csv", TIMES), ("games.csv", COLUMNS)):
            path = self.path / name
            text = "".join(_line([row[c] for c in columns]) for row in rows)
            try:
                _append(path, text.encode())
            except OSError as error:
                raise _failed(path, error) from None
        with suppress(OSError):  # of a full disk the rows say so
            logs.append_logs(self.path, rows)

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``games.csv``, with the times if there are any.

        Their texts are printable: a run may come from elsewhere.
        """
        timed = self.path / "times.csv"
        times = _read(timed, TIMES) if timed.is_file() else iter(())
        unknown = dict.fromkeys(TIMES, "nan")
        for row in _read(rows_path(self.path), COLUMNS):
            yield row | next(times, unknown)

    def count(self) -> int:
        """Return the number of games that were played, without reading them."""
        path = rows_path(self.path)
        try:
            with open_rows(path) as rows:
                blocks = iter(lambda: rows.read(1 << 20), b"")
                return sum(block.count(b"\n") for block in blocks) - 1
        except (OSError, EOFError, zlib.error):
            raise RunError(f"{str(path)!r} cannot be read: expected rows") from None

    def pack(self) -> None:
        """Compress the rows of a run that is over, and remove its times."""
        rows = self.path / "games.csv"
        try:
            with replacing(self.path / PACKED) as file:
                # Without a time and a name, so that equal rows are equal files.
                packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
                with packed, rows.open("rb") as text:
                    shutil.copyfileobj(text, packed)
            rows.unlink()
            (self.path / "times.csv").unlink(missing_ok=True)
        except OSError as error:
            raise _failed(rows, error) from None

    def write(self, name: str, text: str) -> None:
        """Write a small file atomically; the old contents stay when that fails."""
        path = self.path / name
        try:
            write_whole(path, text)
        except OSError as error:
            raise _failed(path, error) from None


def rows_path(folder: Path) -> Path:
    """Return the file that has the rows of a run."""
    rows, packed = folder / "games.csv", folder / PACKED
    return packed if packed.exists() and not rows.exists() else rows


@contextmanager
def open_rows(path: Path) -> Iterator[io.BufferedReader]:
    """Open a file with rows, compressed or not, for reading up to a limit."""
    with open(open_regular(path), "rb") as file:
        if path.suffix == ".gz":
            with gzip.open(file) as unpacked:
                yield io.BufferedReader(Limited(unpacked, _MOST_PACKED))
        else:
            yield io.BufferedReader(Limited(file, _MOST_PLAIN))


def _read(path: Path, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the lines of a CSV file, each of which must be complete."""
    try:
        with open_rows(path) as raw:
            file = io.TextIOWrapper(raw, encoding="utf-8", newline="")
            reader = csv.DictReader(_whole_lines(path, file))
            names = reader.fieldnames or ()
            if absent := [name for name in columns if name not in names]:
                raise RunError(
                    f"{str(path)!r} has no column {absent[0]!r}: expected "
                    f"{', '.join(columns)}"
                )
            for line, row in enumerate(reader, 2):
                if fault := _fault(row, len(names)):
                    raise RunError(f"{str(path)!r}, line {line}: {fault}")
                whole = is_visible("".join(row.values()))
                yield row if whole else {k: plain(v) for k, v in row.items()}
    except OSError as error:
        why = error.strerror or str(error)
        raise RunError(f"cannot read {str(path)!r}: {why}") from None
    except (csv.Error, UnicodeDecodeError, EOFError, zlib.error) as error:
        raise RunError(f"{str(path)!r} cannot be read: {error}") from None


def _whole_lines(path: Path, file: TextIO) -> Iterator[str]:
    """Yield lines, without an incomplete one at the end."""
    while line := file.readline(_LINE):
        if not line.strip():
            raise RunError(f"{str(path)!r}: expected no empty line")
        if line.endswith("\n"):
            yield line
        elif len(line) == _LINE:
            raise RunError(f"{str(path)!r}: expected lines of at most {_LINE} letters")


def _fault(row: Mapping[str, str], cells: int) -> str:
    """Return the fault of a line, empty when there is none."""
    if None in row or None in row.values():
        return f"expected {cells} cells"
    for name in TIMES:
        try:
            float(row.get(name, "nan"))
        except ValueError:
            return f"{name} {row[name]!r}: expected a number"
    return ""


def _append(path: Path, data: bytes) -> None:
    """Append whole rows or none."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        size = os.fstat(file).st_size
        if os.write(file, data) < len(data):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(file)


def _cut(path: Path, most: int | None = None) -> int:
    """Truncate after `most` complete lines, and return how many remain."""
    count = size = 0
    with path.open("r+b") as file:
        for line in iter(lambda: file.readline(_LINE), b""):
            if count == most or not line.endswith(b"\n"):
                break
            count, size = count + 1, size + len(line)
        file.truncate(size)
    return count


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _failed(path: Path, error: OSError) -> RunError:
    reason = error.strerror or type(error).__name__
    return RunError(
        f"cannot write {str(path)!r} ({reason}): expected a folder to write"
    )
