"""Progress line on a terminal while numba compiles kernels for more than a second."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from threading import Timer
from types import ModuleType
from typing import Any

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

    def begin(self) -> None:
        """Note that a kernel begins to be compiled."""
        self._depth += 1
        if self._depth == 1 and self._spent < SILENT:
            self._began = time.monotonic()
            self._timer = Timer(SILENT - self._spent, _write)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Note that a kernel has been compiled."""
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.monotonic() - self._began


def watch() -> None:
    """Show progress from now on; numba may be imported later."""
    if "numba" in sys.modules:
        _listen()
    else:
        sys.meta_path.insert(0, _AfterNumba())


class _AfterNumba:
    """Import hook that calls `_listen` after the import of numba.

    Most commands never import numba, which takes half a second.
    """

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol's
        target: ModuleType | None = None,  # noqa: ARG002 - the protocol's
    ) -> ModuleSpec | None:
        if name != "numba":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = _then(spec.loader.exec_module, _listen)
            spec.loader.exec_module = load  # type: ignore[method-assign, assignment]
        return spec


def _then(
    first: Callable[[ModuleType], None], second: Callable[[], None]
) -> Callable[[ModuleType], None]:
    def both(module: ModuleType) -> None:
        first(module)
        second()

    return both


def _listen() -> None:
    from numba.core import event  # only here: importing it imports numba

    class Listener(event.Listener):  # type: ignore[misc, unused-ignore]
        def on_start(self, event: Any) -> None:  # noqa: ANN401, ARG002 - numba's
            progress.begin()

        def on_end(self, event: Any) -> None:  # noqa: ANN401, ARG002 - numba's
            progress.end()

    progress = Progress()
    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call, unused-ignore]


def _write() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("compiling kernels, once on this machine...\n")
        sys.stderr.flush()
