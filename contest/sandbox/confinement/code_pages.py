"""Private copies of the referee's code pages, against Flush+Reload.

A page of a library is shared by all processes that map its file. One of them can evict
a cache line of it and learn from the time of the next read whether another process has
executed it since (Y. Yarom and K. Falkner 2014, "Flush+Reload"). A page that a process
has written to is private (copy on write). The referee's pages are copied and not the
strategy's, as a strategy may read the libraries and could map the shared pages again.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import sys
from functools import cache
from pathlib import Path

# The C library, the loader, Python with its extension modules, and numpy's core.
_RUN = re.compile(
    r".*/((lib(c|m|python[\d.]*)|ld)[-.][^/]*|lib-dynload/[^/]*|_multiarray_umath\.[^/]*)"
)


@cache
def copy_code_pages() -> int:
    """Copy the pages of the code that runs between a move and its clue.

    Linux only. Where a system forbids writing to code, the pages stay shared.

    Returns the number of bytes that are now private.
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
    """Return start, size and protection of the memory ranges with such code."""
    rights_of = {"r": mmap.PROT_READ, "w": mmap.PROT_WRITE, "x": mmap.PROT_EXEC}
    program = os.path.realpath(sys.executable)
    ranges = []
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        span, rights, _, _, _, *names = line.split(maxsplit=5)
        name = names[0] if names else ""
        ours = name == program or _RUN.fullmatch(name)
        if rights.startswith("r") and rights.endswith("p") and ours:
            start, end = (int(number, 16) for number in span.split("-"))
            bits = sum(rights_of.get(letter, 0) for letter in rights)
            ranges.append((start, end - start, bits))
    return ranges


def _set_protection(start: int, size: int, rights: int) -> bool:
    libc = ctypes.CDLL(None)
    start_, size_ = ctypes.c_void_p(start), ctypes.c_size_t(size)
    return bool(libc.mprotect(start_, size_, rights) == 0)
