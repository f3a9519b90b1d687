"""Decorators of kernels: functions that numba compiles when they are first called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial, update_wrapper
from typing import Any


class Kernel:
    """A function that numba compiles when it is first called.

    Numba is imported at the first call, not before: the import takes as long as many
    commands that call no kernel.

    Attributes
    ----------
    py_func
        The Python function.

    Examples
    --------
    >>> @kernel(cache=False)
    ... def double(number):
    ...     return 2 * number
    >>> double(3.0)
    6.0
    """

    def __init__(
        self, function: Callable[..., Any], options: Mapping[str, object]
    ) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._options = options

    @cached_property
    def dispatcher(self) -> Any:
        """The compiled function, which is called in place of the Python function."""
        from solver.numeric.compiling import dispatcher  # numba is slow to import

        return dispatcher(self, self._options)

    def __call__(self, *arguments: object) -> Any:
        """Call the compiled function."""
        return self.dispatcher(*arguments)

    def __reduce__(self) -> str:
        """Return the name of the function in its module, by which pickle finds it."""
        return self.py_func.__qualname__


def _decorator(**fixed: object) -> Any:
    """Return a decorator that makes a `Kernel` of a function.

    `fixed` has options of `numba.njit` that are always used. The decorator accepts
    further options.
    """

    def decorate(function: Callable[..., Any] | None = None, **options: Any) -> Any:
        if function is None:
            return partial(decorate, **options)
        return Kernel(function, {**fixed, **options})

    return decorate


kernel = _decorator(cache=True, nogil=True)
"""Decorator of a kernel that Python calls; numba stores the compiled code on disk."""

inner = _decorator(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Decorator of a kernel that only other kernels call."""
