"""A run on disk: one row per game, added as they come, and what was run.

A run's folder holds ``run.json`` (what was run, with versions and digests),
``games.csv`` (a row per game, in order) and, once all are played, ``summary.csv``.
"""

from __future__ import annotations

import csv
import io
import json
import os
import platform
import secrets
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

from game.errors import InputError
from game.protocol import RULES_VERSION

COLUMNS = (
    *("entry", "game", "mode", "answer", "final", "outcome", "score"),
    *("turns", "moves", "seconds", "cpu_seconds", "reason"),
)
"""Columns of ``games.csv``."""


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
            When it holds a run already or cannot be written.
        """
        if path is None:
            stamp = time.strftime("%Y%m%d-%H%M%S")
            path = base / f"{stamp}-{secrets.token_hex(2)}"
        try:
            path.mkdir(parents=True, exist_ok=True)
            # Of two runs at once, one gets the file.
            with (path / "games.csv").open("x", encoding="utf-8") as file:
                file.write(_line(COLUMNS))
        except FileExistsError:
            raise RunError(
                f"{str(path)!r} holds a run already: expected a new folder"
            ) from None
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
        try:
            with (path / "games.csv").open("r+b") as file:
                data = file.read()
                file.truncate(data.rfind(b"\n") + 1)
        except OSError as error:
            raise _failed(path, error) from None
        return folder

    def facts(self) -> dict[str, Any]:
        """Return what ``run.json`` says.

        Raises
        ------
        RunError
            When it is not there, cannot be read, or is of other rules.
        """
        path = self.path / "run.json"
        try:
            facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
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
        text = "".join(_line([row[name] for name in COLUMNS]) for row in rows)
        path = self.path / "games.csv"
        try:
            file = os.open(path, os.O_WRONLY | os.O_APPEND)
            try:
                size, data = os.fstat(file).st_size, text.encode()
                if os.write(file, data) < len(data):
                    os.ftruncate(file, size)  # the disk is full: whole rows or none
                    raise OSError(28, "No space left on device")
            finally:
                os.close(file)
        except OSError as error:
            raise _failed(path, error) from None

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``games.csv``, as text.

        Raises
        ------
        RunError
            When there is no such file or it lacks a column.
        """
        path = self.path / "games.csv"
        try:
            with path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(line for line in file if line.endswith("\n"))
                absent = set(COLUMNS) - set(reader.fieldnames or ())
                if absent:
                    raise RunError(
                        f"{str(path)!r} has no column {min(absent)!r}: expected "
                        f"{', '.join(COLUMNS)}"
                    )
                yield from reader
        except OSError as error:
            raise RunError(f"cannot read {str(path)!r}: {error.strerror}") from None

    def write(self, name: str, text: str) -> None:
        """Write a small file at once or not at all."""
        write_whole(self.path / name, text)


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


def provenance(**facts: object) -> str:
    """Return what was run, and with what, as JSON.

    Parameters
    ----------
    **facts
        The run's own: entries, games, seed, digest of the words, isolation, ...
    """
    packages = ("numpy", "numba", "scipy", "pandas", "joblib")
    versions: dict[str, Any] = {"python": platform.python_version()}
    versions |= {name: metadata.version(name) for name in packages}
    record = {"rules": RULES_VERSION, **facts, "versions": versions}
    return json.dumps(record, indent=2) + "\n"


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _failed(path: Path, error: OSError) -> RunError:
    reason = error.strerror or type(error).__name__
    return RunError(
        f"cannot write {str(path)!r} ({reason}): expected a folder to write"
    )
