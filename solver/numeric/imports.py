"""Hooks on imports: numba is imported late, without what no kernel needs."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType


class ImportHook:
    """Import hook that runs the first import of a module in a context.

    Parameters
    ----------
    name : str
        Full name of the module, which is not imported yet.
    context : callable
        Returns the context manager.
    """

    def __init__(
        self, name: str, context: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self.name = name
        self.context = context

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol's
        target: ModuleType | None = None,  # noqa: ARG002 - the protocol's
    ) -> ModuleSpec | None:
        """Return the module's own specification, with the context around its code."""
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def run(module: ModuleType) -> None:
                with self.context():
                    load(module)

            spec.loader.exec_module = run  # type: ignore[method-assign]
        return spec


def hook(name: str, context: Callable[[], AbstractContextManager[None]]) -> None:
    """Run the first import of a module in a context, unless it is imported already."""
    if name not in sys.modules:
        sys.meta_path.insert(0, ImportHook(name, context))


@contextmanager
def no_collection() -> Iterator[None]:
    """Create objects that stay for good, without the garbage collector's passes.

    They make up a quarter of the time in which numba is imported; what is there
    afterwards is left out of later passes.
    """
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if active:
            gc.enable()


@contextmanager
def no_linear_algebra() -> Iterator[None]:
    """Keep numba from importing scipy.linalg to see whether it is there.

    No kernel uses it, and it takes 0.4 s of CPU time. A kernel that multiplies
    matrices imports it when it is compiled.
    """
    linalg = importlib.import_module("numba.np.linalg")
    check = getattr(linalg, "ensure_blas", None)
    linalg.ensure_blas = lambda: None  # type: ignore[attr-defined, unused-ignore]
    try:
        yield
    finally:
        linalg.ensure_blas = check  # type: ignore[attr-defined, unused-ignore]
