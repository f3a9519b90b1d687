"""Readers of untrusted files, with limits on size and type."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

LARGEST = 64 << 20
"""Bytes of the largest file that is read whole."""

_PART = 1 << 20


def read_bytes(path: str | Path, most: int = LARGEST, *, links: bool = True) -> bytes:
    """Read a regular file.

    Parameters
    ----------
    path : path
        The file.
    most : int
        Bytes that it may hold.
    links : bool
        Whether to follow a symbolic link, if that is what the path names.

    Raises
    ------
    OSError
        When it cannot be read, is larger, or is a device, a pipe or a folder.

    Examples
    --------
    >>> read_bytes("/dev/null")
    Traceback (most recent call last):
    OSError: [Errno 22] not a regular file: '/dev/null'
    """
    parts, size = [], 0
    file = open_regular(path, links=links)
    try:
        # The size in the file system is not reliable: /proc reports 0.
        while part := os.read(file, _PART):
            parts.append(part)
            size += len(part)
            if size > most:
                raise OSError(errno.EFBIG, f"over {most:,} bytes", str(path))
    finally:
        os.close(file)
    return b"".join(parts)


def open_regular(path: str | Path, *, links: bool = True) -> int:
    """Open a regular file to read it, without waiting, and return its descriptor.

    Raises
    ------
    OSError
        When it cannot be opened or is no regular file.
    """
    # Opening a pipe would wait for a writer.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
    try:
        file = os.open(path, flags | (0 if links else os.O_NOFOLLOW))
    except ValueError:  # a zero byte in the name
        raise OSError(errno.EINVAL, "not a file's name", str(path)) from None
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return file


def read_text(path: str | Path, most: int = LARGEST, *, links: bool = True) -> str:
    """Read a regular file of UTF-8 text, without a byte order mark.

    Raises what `read_bytes` does, and:

    Raises
    ------
    UnicodeDecodeError
        When it is not UTF-8.
    """
    # Universal newlines, as for text files.
    text = read_bytes(path, most, links=links).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_json(path: str | Path, most: int = LARGEST) -> Any:  # noqa: ANN401 - as json.loads
    """Read a regular file of JSON; raise what `read_bytes` does.

    Raises
    ------
    ValueError
        When it is not JSON in UTF-8, nests too deep, or has a number without a
        meaning: NaN, infinity, or thousands of digits.

    Examples
    --------
    >>> read_json("/dev/null")
    Traceback (most recent call last):
    OSError: [Errno 22] not a regular file: '/dev/null'
    """
    try:
        return json.loads(
            read_text(path, most), parse_constant=_no_number, parse_float=_finite
        )
    except RecursionError:
        raise ValueError("nested too deep") from None


def _finite(text: str) -> float:
    number = float(text)
    return _no_number(text) if number in (float("inf"), -float("inf")) else number


def _no_number(text: str) -> float:
    raise ValueError(f"{text!r:.40}: expected a finite number")
