"""CSV files with the rows of a run: reads them within limits, writes whole rows."""

from __future__ import annotations

import csv
import errno
import gzip
import io
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from contest.runs.facts import RunError
from contest.sandbox.confinement import unix
from contest.sandbox.untrusted_text import mask_invisible
from game.files import Limited, open_regular
from game.text.formats import is_visible

FIELDS = (
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
"""Names of the fields of ``games.csv``, which has a line for each game."""

TIMES = ("seconds", "cpu_seconds")
"""Names of the fields of ``times.csv``: the wall-clock and CPU time of a game.

Each line of ``times.csv`` is about the game in the same line of ``games.csv``.
"""

PACKED = "games.csv.gz"
"""Name of the file with the rows of an official run that is over."""

_LINE = 1 << 20  # largest number of characters in a line
_MOST_PACKED = 128 << 20  # largest size of a packed file's unpacked rows, in bytes
_MOST_PLAIN = 4 << 30  # largest size of the rows in a plain file, in bytes


def rows_path(folder: Path) -> Path:
    """Return the path of the file with the rows of the run in `folder`.

    The file is ``games.csv``, or ``games.csv.gz`` for an official run that is over.
    """
    rows = folder / "games.csv"
    packed = folder / PACKED
    return packed if packed.exists() and not rows.exists() else rows


@contextmanager
def open_rows(path: Path) -> Iterator[io.BufferedReader]:
    """Open a CSV file of a run, compressed or not, for reading.

    If the file is too large, reading raises `OSError`.
    """
    with open(open_regular(path), "rb") as file:
        if path.suffix == ".gz":
            with gzip.open(file) as unpacked:
                yield io.BufferedReader(Limited(unpacked, _MOST_PACKED))
        else:
            yield io.BufferedReader(Limited(file, _MOST_PLAIN))


def read_rows(path: Path, fields: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file; half a row at the end of the file is skipped.

    A row maps the names of all fields to texts. Raises `RunError` when the file cannot
    be read, lacks one of `fields`, or has a damaged row.
    """
    try:
        with open_rows(path) as raw:
            file = io.TextIOWrapper(raw, encoding="utf-8", newline="")
            reader = csv.DictReader(_whole_lines(path, file))
            names = reader.fieldnames or ()
            if absent := [name for name in fields if name not in names]:
                raise RunError(
                    f"{str(path)!r} has no field {absent[0]!r}",
                    f"the fields {', '.join(fields)}",
                )

            # Anybody may have written the rows, so invisible letters are masked.
            for line, row in enumerate(reader, 2):
                if fault := _row_fault(row, len(names)):
                    raise RunError(f"{str(path)!r}, line {line}{fault[0]}", fault[1])
                whole = is_visible("".join(row.values()))
                yield row if whole else {k: mask_invisible(v) for k, v in row.items()}
    except OSError as error:
        why = error.strerror or str(error)
        raise RunError(f"cannot read {str(path)!r}: {why}") from None
    except (csv.Error, UnicodeDecodeError, EOFError, zlib.error) as error:
        raise RunError(f"{str(path)!r} cannot be read: {error}") from None


def _whole_lines(path: Path, file: TextIO) -> Iterator[str]:
    """Yield the lines of `file`; an incomplete line at the end is skipped.

    Raises `RunError` for an empty line or a line that is too long. The error names
    `path`, the path of the file.
    """
    while line := file.readline(_LINE):
        if not line.strip():
            raise RunError(f"{str(path)!r}", "no empty line")
        if line.endswith("\n"):
            yield line
        elif len(line) == _LINE:
            raise RunError(f"{str(path)!r}", f"lines of at most {_LINE} characters")


def _row_fault(row: Mapping[str, str], cells: int) -> tuple[str, str] | None:
    """Return what is wrong in a row and what was expected, or None if the row is valid.

    A row must have `cells` cells, and its times must be numbers.
    """
    if None in row or None in row.values():
        return "", f"{cells} cells"
    for name in TIMES:
        try:
            float(row.get(name, "nan"))
        except ValueError:
            return f": {name} {row[name]!r}", "a number"
    return None


def append_whole(path: Path, data: bytes) -> None:
    """Append all of `data` to a file, or raise `OSError` and append nothing."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        # If the disk is full, only a part of the data may be written. This part is then
        # removed from the file.
        size = os.fstat(file).st_size
        if os.write(file, data) < len(data):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(file)


@contextmanager
def lock_lines(path: Path) -> Iterator[None]:
    """Lock the file `path`, the ``games.csv`` of a run, until the end of the block.

    Raises `RunError` if another process has locked the file, or if the file system has
    no locks.
    """
    with path.open("rb") as file:
        is_locked = False
        with suppress(OSError):  # the file system has no locks
            is_locked = unix.lock(file)
        if not is_locked:
            raise RunError(
                f"{str(path.parent)!r} is being written by another run",
                hint="wait until the other run has ended",
            )
        yield


def truncate_lines(path: Path, most: int | None = None) -> int:
    """Remove all lines of a file after the first `most` lines; return how many remain.

    An incomplete line at the end is also removed. If `most` is None, nothing else is
    removed.
    """
    count = size = 0
    with path.open("r+b") as file:
        for line in iter(lambda: file.readline(_LINE), b""):
            if count == most or not line.endswith(b"\n"):
                break
            count = count + 1
            size = size + len(line)
        file.truncate(size)
    return count


def csv_line(cells: Iterable[str]) -> str:
    """Return the line of a CSV file that has the given cells."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
