"""Parallel execution of kernels over slices of guesses."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from game.arrays import Matrix

_Number = TypeVar("_Number", bound=np.generic)

LANES = 8
"""Guesses that a kernel processes together, one per vector lane."""

# Slices per thread: enough to balance the load, with little overhead.
_SLICES = 4


def over_rows(
    kernel: Callable[..., None], rows: int, *args: object, least: int = 1000
) -> None:
    """Call ``kernel(*args, start, stop)`` over slices of ``range(rows)``.

    The kernel is compiled with ``nogil=True`` and writes its rows and no others.
    Several threads are used from `least` rows on.

    ``NUMBA_NUM_THREADS`` sets the number of threads; the referee gives a strategy's
    process one, in which case no thread is started.
    """
    import numba  # here: most commands call no kernel

    threads = int(numba.config.NUMBA_NUM_THREADS)
    if threads == 1 or rows < least:
        kernel(*args, 0, rows)
        return
    step = -(-rows // (threads * _SLICES))
    with ThreadPoolExecutor(threads) as pool:
        slices = [
            pool.submit(kernel, *args, start, min(start + step, rows))
            for start in range(0, rows, step)
        ]
        for done in slices:
            # Raises the error of a slice, if it had one.
            done.result()


def read_only(matrix: NDArray[_Number]) -> NDArray[_Number]:
    """Return a view, with its rows side by side, that cannot be written.

    A matrix that is mapped from disk is read-only. Kernels are compiled once per type,
    so all matrices have the same one.
    """
    view = np.ascontiguousarray(matrix).view()
    view.setflags(write=False)
    return view


def padded_rows(matrix: Matrix, lanes: int = LANES) -> Matrix:
    """Return the matrix, with rows repeated up to as many as there are lanes."""
    if len(matrix) >= lanes:
        return matrix
    return matrix[np.arange(lanes) % len(matrix)]
