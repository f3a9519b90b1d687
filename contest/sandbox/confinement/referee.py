"""Protect the referee's process, and kill orphaned processes of strategies."""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from contest.sandbox.confinement.lockdown import PR_SET_DUMPABLE, control_process

_PR_SET_CHILD_SUBREAPER = 36

# Files with code that runs between a move and its clue: the C library, the loader,
# Python with its extension modules, and numpy's core.
_RUN = re.compile(
    r".*/((lib(c|m|python[\d.]*)|ld)[-.][^/]*|lib-dynload/[^/]*|_multiarray_umath\.[^/]*)"
)
# A line of /proc/self/maps about private, readable memory. The groups of the pattern
# are the start and the end of the memory, the rights to the memory, and the file.
_RANGE = re.compile(r"(\w+)-(\w+) (r..)p \S+ \S+ \d+ +(.+)")


def protect_referee() -> None:
    """Forbid dumps of this process, make its code pages private, adopt its orphans.

    An orphan is a descendant of this process whose parent has ended.
    """
    if sys.platform == "linux":
        copy_code_pages()
        control_process(PR_SET_DUMPABLE, 0)
        adopt_orphans()


@cache
def copy_code_pages() -> int:
    """Copy the pages of the code that runs between a move and its clue.

    All processes that map a library share the pages of the library. A process can evict
    a cache line of a shared page. The time of the next read of this line then shows
    whether another process has executed the line since (Y. Yarom and K. Falkner 2014,
    "Flush+Reload"). A page to which a process has written is private (copy on write).
    So this function writes to the pages of this process, the referee. Copies in the
    process of the strategy would not help: a strategy may read the libraries, so the
    strategy could map the shared pages again.

    Returns the number of bytes that are now private. The number is 0 on systems other
    than Linux. It is also 0 if the system forbids a process to write to its code; the
    pages then stay shared.
    """
    total = 0
    for start, size, rights in _list_ranges() if sys.platform == "linux" else ():
        # The original protection is restored, whether or not writing was allowed.
        if _set_protection(start, size, rights | mmap.PROT_WRITE):
            memory = (ctypes.c_char * size).from_address(start)
            view = memoryview(memory).cast("B")[:: mmap.PAGESIZE]
            view[:] = bytes(view)
            total += size
        _set_protection(start, size, rights)
    return total


def _list_ranges() -> list[tuple[int, int, int]]:
    """Return the memory ranges with code to copy, as (start, size, protection).

    The size is in bytes, and the protection is a sum of ``mmap.PROT_`` constants.
    """
    rights_of = {"r": mmap.PROT_READ, "w": mmap.PROT_WRITE, "x": mmap.PROT_EXEC}
    program = os.path.realpath(sys.executable)
    ranges = []
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    for start, end, rights, file in _RANGE.findall(maps):
        if file == program or _RUN.fullmatch(file):
            bits = sum(rights_of.get(letter, 0) for letter in rights)
            ranges.append((int(start, 16), int(end, 16) - int(start, 16), bits))
    return ranges


def _set_protection(start: int, size: int, rights: int) -> bool:
    libc = ctypes.CDLL(None)
    start_ = ctypes.c_void_p(start)
    size_ = ctypes.c_size_t(size)
    return bool(libc.mprotect(start_, size_, rights) == 0)


def adopt_orphans() -> None:
    """Become the parent of every descendant of this process that loses its parent."""
    if sys.platform == "linux":
        control_process(_PR_SET_CHILD_SUBREAPER, 1)


def kill_orphans() -> None:
    """Kill the orphaned processes that strategies started.

    The referee is a subreaper, so it is the parent of these orphans. Helpers of the
    referee, like those of joblib, are in the referee's session and are kept.
    """
    for _ in range(10_000):  # a killed process may leave further orphans
        ours = (0, os.getsid(0))
        adopted = list_children(os.getpid())
        orphans = [pid for pid in adopted if find_session(pid) not in ours]
        if not orphans:
            return
        # Do not wait for an orphan: the first process of a namespace ends only after
        # all other processes of the namespace.
        for pid in orphans:
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.0005)


def list_children(pid: int) -> list[int]:
    """Return the child processes of all threads of a process."""
    pids: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            pids += map(int, file.read_text().split())
    return pids


def find_session(pid: int) -> int:
    """Return the session of a process, or 0 if the process is gone or inaccessible."""
    try:
        return os.getsid(pid)
    except OSError:
        return 0
