"""Compiled functions of kernels, and a line on stderr while numba compiles them."""

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
"""Seconds without a message while kernels are compiled, summed over all kernels.

After so many seconds, a line on stderr tells the user that kernels are being compiled.
"""


def dispatcher(kernel: Any, options: Mapping[str, Any]) -> Any:
    """Return the compiled function of a kernel, with options of `numba.njit`."""
    # If a kernel calls another kernel, numba needs the type of the kernel that is
    # called.
    kinds = numba.extending.typeof_impl
    if type(kernel) not in kinds.registry:
        kinds.register(type(kernel), _type_of)
    return numba.njit(**options)(kernel.py_func)


def _type_of(kernel: Any, context: object) -> Any:
    return numba.types.Dispatcher(kernel.dispatcher)


class CompileNotice(event.Listener):
    """Writer of a line on stderr that says that kernels are being compiled.

    Numba calls the writer for every kernel that is not in the cache. While it compiles
    a kernel, it also calls the writer for the kernels that this kernel calls.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = self._spent = 0.0
        self._timer: Timer | None = None

    def on_start(self, event: object) -> None:
        """Start the timer of the line when a kernel starts to be compiled.

        No timer is started while another kernel is being compiled, or if kernels were
        compiled for `SILENT` seconds before.
        """
        self._depth += 1
        if self._depth == 1 and self._spent < SILENT:
            self._began = time.monotonic()
            self._timer = Timer(SILENT - self._spent, _write)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: object) -> None:
        """Stop the timer of the line once no kernel is being compiled any more."""
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.monotonic() - self._began


def _write() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        # The text replaces a progress bar that may be in this line. The bar is drawn
        # again on the next line.
        sys.stderr.write("\r\x1b[Kcompiling kernels, once on this machine...\n")
        sys.stderr.flush()


event.register("numba:compile", CompileNotice())
remove_damaged(numba.config.CACHE_DIR)
