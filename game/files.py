"""Files: untrusted files are read with limits, and files are written atomically.

An untrusted file may be too large for the memory, a link to another file, or a pipe
that never ends.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LARGEST = 64 << 20
"""Size in bytes of the largest file that is read as a whole."""

_PART = 1 << 20


def read_bytes(path: str | Path, limit: int = LARGEST, *, links: bool = False) -> bytes:
    """Read a regular file.

    An OSError is raised if the file cannot be read, has more than `limit` bytes, or is
    a device, a pipe or a folder. Unless `links` is true, an OSError is also raised for
    a symbolic link, because a link could lead to any file.
    """
    parts = []
    size = 0
    file = open_regular(path, links=links)
    try:
        # The size that the file system reports is not reliable: for /proc it is 0.
        while part := os.read(file, _PART):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise OSError(errno.EFBIG, f"over {limit:,} bytes", str(path))
    finally:
        os.close(file)
    return b"".join(parts)


def open_regular(path: str | Path, *, links: bool = False) -> int:
    """Open a regular file for reading, without waiting; return its descriptor.

    An OSError is raised if the file cannot be opened or is not a regular file. Unless
    `links` is true, a symbolic link is not a regular file.
    """
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
    flags = open_flags("O_RDONLY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
    try:
        file = os.open(path, flags | (0 if links else open_flags("O_NOFOLLOW")))
    except ValueError:  # the name has a zero byte
        raise OSError(errno.EINVAL, "not a file's name", str(path)) from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            error.strerror = "is a link"
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return file


class Limited(RawIOBase):
    """A stream that raises OSError if more than `most` bytes are read from it."""

    def __init__(self, stream: BufferedIOBase, most: int) -> None:
        self.stream = stream
        self.most = most
        self.left = most

    def readable(self) -> bool:
        """Return True: the stream can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read the next bytes into a buffer, and return their number."""
        count = self.stream.readinto(buffer)
        self.left -= count
        if self.left < 0:
            name = getattr(self.stream, "name", None)
            raise OSError(errno.EFBIG, f"over {self.most:,} bytes", name)
        return count


def real_path(path: str | Path) -> Path:
    """Return a path without symbolic links; a link to itself stays as it is."""
    return Path(os.path.realpath(path))


def open_flags(*names: str) -> int:
    """Return the sum of the flags of `os.open` that have the given names.

    A flag that this system does not have is left out.
    """
    return sum(getattr(os, name, 0) for name in names)


def read_text(path: str | Path, *, links: bool = False) -> str:
    """Read a regular file of UTF-8 text, without a byte order mark.

    A symbolic link is followed only if `links` is true. Raises OSError as `read_bytes`
    does, and UnicodeDecodeError if the text is not UTF-8.
    """
    # Line ends of all systems become newlines, as when Python reads a text file.
    text = read_bytes(path, links=links).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def user_folder(kind: str) -> Path:
    """Return the user's usual folder for files of a kind: ``cache`` or ``data``.

    A user without HOME and without an entry in the list of users has no such folder.
    Then the result is a path that nobody can create.
    """
    # Imported here, so that a sandboxed process starts without this module.
    import platformdirs

    try:
        folder: Path = getattr(platformdirs, f"user_{kind}_path")("clueproof", False)
    except RuntimeError:
        folder = Path(os.devnull, "clueproof")
    return folder.absolute()


@contextmanager
def name_errors(path: str | Path) -> Iterator[None]:
    """Add the name of a file to an OSError that the block raises.

    An OSError of Python that is raised when a file is written does not name the file.
    """
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def write_whole(path: Path, text: str) -> None:
    """Write a text file atomically; raise `OSError` as `replace_file` does."""
    with replace_file(path) as file:
        file.write(text.encode())


@contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file atomically: a reader sees either the old or the new contents.

    If the block raises an exception, the file keeps its old contents. If the file
    cannot be written, the OSError names its path.

    Until the new contents are complete, they are in a file ``.NAME.PID-RANDOM.part``.
    If the process is killed, the ``.part`` file remains. The ``.part`` file is removed
    when the file at `path` is written the next time.
    """
    # Each writer has its own part file. The process number in its name tells later
    # writers whether the file is still being written.
    token = f"{os.getpid()}-{os.urandom(4).hex()}"
    part = path.with_name(f".{path.name}.{token}.part")
    flags = open_flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_CLOEXEC", "O_BINARY")
    with name_errors(path):
        _remove_parts(path)
        descriptor = os.open(part, flags, 0o644)
        try:
            with open(descriptor, "wb") as file:
                yield file
            # The replacement is atomic because both names are in one folder.
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _remove_parts(path: Path) -> None:
    """Remove the ``.part`` files that killed processes have left for a path."""
    name = re.compile(rf"\.{re.escape(path.name)}\.(\d+)-\w+\.part")
    for item in os.listdir(path.parent):
        if (match := name.fullmatch(item)) and not _is_running(int(match[1])):
            with suppress(OSError):
                path.with_name(item).unlink()


def _is_running(process: int) -> bool:
    if os.name == "nt":
        return True  # on Windows, os.kill would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # the process belongs to another user
        return True
    return True
