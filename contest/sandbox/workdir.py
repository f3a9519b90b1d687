"""Scratch folder of a strategy: its contents and its limits.

The scratch folder is the working directory of the strategy. A process in namespaces of
its own mounts a file system in memory and fills the file system (`fill_folder`). The
kernel limits the size and the number of files of this file system. Without namespaces
the scratch folder is on the disk, and the referee measures the folder a few times a
second (`find_excess`).
"""

from __future__ import annotations

import math
import os
import shutil
import stat
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import islice
from pathlib import Path

from contest.sandbox.confinement import lockdown

CAPACITY = 256 << 20
"""Maximum number of bytes that a strategy may add to its scratch folder."""

MAX_FILES = 10_000
"""Maximum number of files and folders that a strategy may add to its scratch folder."""

_MAX_MAPPINGS = 10_000
"""Maximum number of memory mappings of a strategy whose folder is on the disk.

A deleted file that is mapped still takes space on the disk, so the referee searches the
mappings of the strategy's process for deleted files.
"""

KERNELS = "kernels"
"""Name of the folder, in the scratch folder, that has the compiled kernels."""

CHECKOUT = "checkout"
"""Name of the folder, in the scratch folder, that has a copy of the entry's project."""

_ALL = ".all"  # link to a folder of compiled kernels


def fill_folder(
    scratch: str,
    kernels: str,
    checkout: str,
    ignored: Collection[str],
    *,
    in_memory: bool,
) -> bool:
    """Fill the folder `scratch`, and return whether the kernel limits its size.

    The strategy's process calls this function before it is confined. `kernels` is the
    folder of compiled kernels, or an empty string. `checkout` is the folder of the
    project to copy, or an empty string; files and folders with names in `ignored` are
    not copied. `in_memory` says whether to mount a file system in memory as the scratch
    folder, for which the process needs a mount namespace of its own.
    """
    limited = in_memory and lockdown.mount_memory(scratch)
    _link_kernels(kernels, Path(scratch, KERNELS))
    if checkout:
        copy = Path(scratch, CHECKOUT, Path(checkout).name)
        shutil.copytree(checkout, copy, symlinks=True, ignore=_ignore_names(ignored))
        _forget_reads(copy)
    if limited:
        lockdown.limit_memory(scratch, CAPACITY, MAX_FILES)
    return limited


def _forget_reads(folder: Path) -> None:
    """Set the access time of all files below `folder` to their modification time.

    A copied file keeps the access time of the original file. So a strategy could see
    when the original was read, and thus when earlier copies were made.
    """
    for parent, _, names in os.walk(folder):
        for path in (parent, *(f"{parent}/{name}" for name in names)):
            changed = os.lstat(path).st_mtime_ns
            os.utime(path, ns=(changed, changed), follow_symlinks=False)


def measure_contents(folder: str, limit: float = math.inf) -> tuple[int, int]:
    """Return how many bytes a folder takes on the disk, and how many files it has.

    The first number is in bytes. The second number counts files and folders at any
    depth; if there are more than `limit` of them, the count stops at `limit` + 1.
    Raises `OSError` when a folder cannot be listed, and `FileNotFoundError` when a
    folder is removed meanwhile.
    """
    blocks = count = 0
    folders = [folder]
    while folders and count <= limit:
        with os.scandir(folders.pop()) as items:
            for item in items:
                count += 1
                if count > limit:
                    break
                if item.is_dir(follow_symlinks=False):
                    folders.append(item.path)
                with suppress(FileNotFoundError):
                    blocks += item.stat(follow_symlinks=False).st_blocks
    return blocks * 512, count


def find_excess(folder: str, most_bytes: int, most_files: int, process: int) -> str:
    """Return a text that says which limit a scratch folder exceeds, or an empty string.

    The limits are `most_bytes` bytes, and `most_files` files and folders. `process` is
    the pid of the running strategy: deleted files that it keeps open count, too.
    """
    for _ in range(3):
        try:
            size, count = measure_contents(folder, most_files)
            break
        except FileNotFoundError:  # a folder was removed meanwhile
            continue
        except OSError:
            return "a folder in its working folder cannot be listed"
    else:
        return "the folders in its working folder change all the time"
    if count > most_files:
        return f"over {MAX_FILES} files"
    deleted = _measure_deleted(process, os.path.realpath(folder))
    if deleted is None:
        return f"over {_MAX_MAPPINGS} mappings of memory"
    # A deleted file uses disk space until it is closed.
    return f"over {CAPACITY >> 20} MiB of files" if size + deleted > most_bytes else ""


def count_threads(process: int) -> int:
    """Return the number of threads of a process, or 0 if the process has ended."""
    try:
        return os.stat(f"/proc/{process}/task").st_nlink - 2
    except OSError:
        return 0


def _list_paths(folder: str) -> list[str]:
    return [f"{folder}/{name}" for name in os.listdir(folder)]


def _measure_deleted(process: int, folder: str) -> int | None:
    """Return the bytes of deleted files that a process still has open or mapped.

    Every open deleted file counts; a mapped deleted file counts if it was in `folder`.
    Return None if the process has too many memory mappings, because it could delay the
    end of a game to read all mappings.
    """
    sizes: dict[int, int] = {}
    with suppress(OSError):  # the process has just ended, or this is not Linux
        # All threads have the same open files, so the first running thread is enough.
        for thread in _list_paths(f"/proc/{process}/task"):
            if maps := _read_lines(f"{thread}/maps", _MAX_MAPPINGS + 1):
                if len(maps) > _MAX_MAPPINGS:
                    return None
                for item in _list_paths(f"{thread}/fd"):
                    with suppress(OSError):
                        status = os.stat(item)
                        if status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                            sizes[status.st_ino] = status.st_blocks * 512
                for line in maps:
                    _, _, _, _, inode, *path = line.split(maxsplit=5)
                    name = path[0] if path else ""
                    if name.startswith(f"{folder}/") and name.endswith(" (deleted)\n"):
                        # The size of the file is unknown, so assume the largest size.
                        sizes.setdefault(int(inode), CAPACITY)
                break
    return sum(sizes.values())


def _read_lines(path: str, limit: int) -> list[str]:
    """Return the first `limit` lines of a file.

    The list is empty if the file cannot be read.
    """
    try:
        with open(path, errors="replace") as file:
            return list(islice(file, limit))
    except OSError:
        return []


def _link_kernels(kernels: str, folder: Path) -> None:
    """Make links in `folder` to all compiled kernels in the folder `kernels`.

    Numba refuses a cache folder to which it cannot write, so `folder` is writable.
    Links cost less than copies. When numba writes a file, it replaces the link and
    leaves the linked file alone. A link of fewer than 60 characters is stored in the
    inode and has no data block; some disks take milliseconds to free a data block.
    """
    for source, _, names in os.walk(kernels):
        copy = folder / os.path.relpath(source, kernels)
        copy.mkdir(parents=True, exist_ok=True)
        os.symlink(source, copy / _ALL)
        for name in names:
            if ".nb" in name:  # a file of numba's cache: .nbi or .nbc
                os.symlink(f"{_ALL}/{name}", copy / name)


def _ignore_names(ignored: Collection[str]) -> Callable[[str, list[str]], set[str]]:
    """Return a function that tells `shutil.copytree` what not to copy.

    Not copied are the names in `ignored`, and everything that is not a file, a folder
    or a link: to read a pipe, for example, would block.
    """
    plain = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)

    def left_out(folder: str, names: list[str]) -> set[str]:
        kinds = {n: stat.S_IFMT(os.lstat(f"{folder}/{n}").st_mode) for n in names}
        return {n for n in names if n in ignored or kinds[n] not in plain}

    return left_out
