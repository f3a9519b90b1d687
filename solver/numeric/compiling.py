"""Dispatchers of kernels, and a progress line while numba compiles them."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from threading import Timer
from typing import Any

import numba
from numba.core import event

from solver.numeric.stored_kernels import remove_damaged

SILENT = 1.0
"""Seconds of compiling, of all kernels together, before the line is written."""


def dispatcher(kernel: Any, options: Mapping[str, Any]) -> Any:
    """Return what numba calls in place of a kernel, with options of `numba.njit`."""
    # Numba asks for the type of a kernel that another one calls.
    kinds = numba.extending.typeof_impl
    if type(kernel) not in kinds.registry:
        kinds.register(type(kernel), _type_of)
    return numba.njit(**options)(kernel.py_func)


def _type_of(kernel: Any, context: object) -> Any:
    return numba.types.Dispatcher(kernel.dispatcher)


class CompileNotice(event.Listener):
    """Writer of the progress line.

    Numba calls it for every kernel that is not in the cache, and again for those that
    a kernel calls.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = self._spent = 0.0
        self._timer: Timer | None = None

    def on_start(self, event: object) -> None:
        """Note that a kernel begins to be compiled."""
        self._depth += 1
        if self._depth == 1 and self._spent < SILENT:
            self._began = time.monotonic()
            self._timer = Timer(SILENT - self._spent, _write)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: object) -> None:
        """Note that a kernel has been compiled."""
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.monotonic() - self._began


def _write() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        # Instead of a progress bar that stands in this line; the next one is below.
        sys.stderr.write("\r\x1b[Kcompiling kernels, once on this machine...\n")
        sys.stderr.flush()


event.register("numba:compile", CompileNotice())
remove_damaged(numba.config.CACHE_DIR)
