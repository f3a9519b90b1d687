"""Progress line on a terminal while numba compiles kernels for more than a second."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

from solver.numeric.imports import hook, no_collection, no_linear_algebra
from solver.numeric.linking import CODE, OVERLOADS, late_code, no_wrappers
from solver.numeric.memory import RUNTIME, kept_runtime, release_code

SILENT = 1.0
"""Seconds of compiling, of all kernels together, before the line is written."""


class Progress:
    """Writer of the line.

    Numba calls it for every kernel that is not in the cache, and again for those that
    a kernel calls.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = self._spent = 0.0
        self._timer: Timer | None = None
        self._collects = False

    def begin(self) -> None:
        """Note that a kernel begins to be compiled."""
        self._depth += 1
        if self._depth == 1:
            self._collects = gc.isenabled()
            gc.disable()
        if self._depth == 1 and self._spent < SILENT:
            self._began = time.monotonic()
            self._timer = Timer(SILENT - self._spent, _write)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Note that a kernel has been compiled."""
        self._depth -= 1
        if self._depth == 0 and self._collects:
            gc.enable()
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.monotonic() - self._began


def watch() -> None:
    """Show progress from now on; numba may be imported later."""
    if "numba" in sys.modules:
        _listen()
    else:
        hook("numba", _import)


@contextmanager
def _import() -> Iterator[None]:
    """Import numba quickly and with little memory, and listen to it."""
    hook("numba.np.arraymath", no_linear_algebra)
    hook(RUNTIME, kept_runtime)
    hook(OVERLOADS, no_wrappers)
    hook(CODE, late_code)
    with no_collection():
        yield
    release_code("llvmlite")
    _listen()


def _listen() -> None:
    event: Any = sys.modules["numba.core.event"]

    class Listener(event.Listener):  # type: ignore[misc, unused-ignore]
        def on_start(self, event: Any) -> None:  # noqa: ANN401, ARG002 - numba's
            progress.begin()

        def on_end(self, event: Any) -> None:  # noqa: ANN401, ARG002 - numba's
            progress.end()

    progress = Progress()
    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call, unused-ignore]


def _write() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        # Instead of a progress bar that stands in this line; the next one is below.
        sys.stderr.write("\r\x1b[Kcompiling kernels, once on this machine...\n")
        sys.stderr.flush()
