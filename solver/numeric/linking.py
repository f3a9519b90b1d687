"""Compilation of functions that only kernels call, once in each kernel.

Numba optimises such a function and generates its machine code, then links it into every
function that calls it and does both again, layer by layer. Only those that Python can
call need it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CODE = "numba.core.codegen"
"""Numba's module that generates code."""

OVERLOADS = "numba.core.extending"
"""Numba's module that declares the functions of NumPy and of Python."""

_USED = (
    "_finalize_dynamic_globals",
    "_finalize_final_module",
    "_get_module_for_linking",
    "_optimize_final_module",
)
_PENDING = ".numba.unresolved$"  # prefix of calls of functions that are not known yet


@contextmanager
def no_wrappers() -> Iterator[None]:
    """Import numba's declarations, and compile no form of those functions for C."""
    yield
    module: Any = sys.modules[OVERLOADS]
    options = getattr(module, "_overload_default_jit_options", {})
    options["no_cfunc_wrapper"] = True


@contextmanager
def late_code() -> Iterator[None]:
    """Import numba's generation of code, and keep it for what Python can call."""
    yield
    module: Any = sys.modules[CODE]
    library, codegen = module.CPUCodeLibrary, module.JITCPUCodegen
    if not all(hasattr(library, name) for name in _USED):
        return  # another version of numba, which compiles as it likes
    finalize, set_env = library.finalize, codegen.set_env

    def link(self: Any) -> None:  # noqa: ANN401 - numba's
        def finish() -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        linked = [other._get_module_for_linking() for other in self._linking_libraries]
        if _is_inner(self._final_module) and not any(map(_is_recursive, linked)):
            self._optimize_final_module = lambda: None
            self._finalize_final_module = finish
        finalize(self)

    environments: dict[str, Any] = {}  # of functions without code so far

    def set_known(self: Any, name: str, env: Any) -> None:  # noqa: ANN401 - numba's
        environments[name] = env
        for known in filter(self._engine.is_symbol_defined, [*environments]):
            set_env(self, known, environments.pop(known))

    library.finalize, codegen.set_env = link, set_known


def _is_inner(module: Any) -> bool:  # noqa: ANN401 - llvmlite's
    """Return whether a module has functions that only compiled functions call.

    Others are wrappers, for Python and for C, and numba's runtime. Functions that call
    each other in a circle find each other by their addresses.
    """
    names = [one.name for one in module.functions if not one.is_declaration]
    return (
        bool(names)
        and all(name.startswith("_ZN") for name in names)
        and not any(name.startswith("_ZN7cpython") for name in names)
        and not _is_recursive(module)
    )


def _is_recursive(module: Any) -> bool:  # noqa: ANN401 - llvmlite's
    return any(one.name.startswith(_PENDING) for one in module.global_variables)
