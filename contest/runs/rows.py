"""Rows of a run: CSV files that are read up to limits and appended to as a whole."""

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
"""Fields of ``games.csv``."""

TIMES = ("seconds", "cpu_seconds")
"""Fields of ``times.csv``, which has a line for each line of ``games.csv``."""

PACKED = "games.csv.gz"
"""The rows of an official run that is over."""

_LINE = 1 << 20  # letters
_MOST_PACKED = 128 << 20  # bytes of rows that are compressed
_MOST_PLAIN = 4 << 30  # bytes of others


def rows_path(folder: Path) -> Path:
    """Return the file that has the rows of a run."""
    rows = folder / "games.csv"
    packed = folder / PACKED
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


def read_rows(path: Path, fields: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the lines of a CSV file, each of which must be complete."""
    try:
        with open_rows(path) as raw:
            file = io.TextIOWrapper(raw, encoding="utf-8", newline="")
            reader = csv.DictReader(_whole_lines(path, file))
            names = reader.fieldnames or ()
            if absent := [name for name in fields if name not in names]:
                raise RunError(
                    f"{str(path)!r} has no field {absent[0]!r}", ", ".join(fields)
                )

            # Others may have written the rows: hidden letters are shown.
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
    """Yield lines, without an incomplete one at the end."""
    while line := file.readline(_LINE):
        if not line.strip():
            raise RunError(f"{str(path)!r}", "no empty line")
        if line.endswith("\n"):
            yield line
        elif len(line) == _LINE:
            raise RunError(f"{str(path)!r}", f"lines of at most {_LINE} letters")


def _row_fault(row: Mapping[str, str], cells: int) -> tuple[str, str] | None:
    """Return what is wrong in a line, and what was expected; None when all is well."""
    if None in row or None in row.values():
        return "", f"{cells} cells"
    for name in TIMES:
        try:
            float(row.get(name, "nan"))
        except ValueError:
            return f": {name} {row[name]!r}", "a number"
    return None


def append_whole(path: Path, data: bytes) -> None:
    """Append whole rows or none."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        # A disk that is full may take a part of the rows: it is cut off again.
        size = os.fstat(file).st_size
        if os.write(file, data) < len(data):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(file)


@contextmanager
def lock_lines(path: Path) -> Iterator[None]:
    """Lock a run by its file of lines; raise `RunError` when another run writes it."""
    with path.open("rb") as file:
        is_locked = False
        with suppress(OSError):  # a file system without locks
            is_locked = unix.lock(file)
        if not is_locked:
            raise RunError(
                f"{str(path.parent)!r} is being written by another run", "it to be over"
            )
        yield


def truncate_lines(path: Path, most: int | None = None) -> int:
    """Truncate after `most` complete lines, and return how many remain."""
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
    """Return a line of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
