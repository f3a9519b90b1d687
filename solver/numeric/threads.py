"""Parallel execution of kernels: each thread takes some of the guesses."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from game.arrays import Matrix

_Number = TypeVar("_Number", bound=np.generic)

LANES = 8
"""Number of guesses that a kernel processes together, with vector instructions."""

# Number of slices per thread: enough to balance the load, with little overhead.
_SLICES = 4


def over_rows(
    kernel: Callable[..., None], rows: int, *args: object, least: int = 1000
) -> None:
    """Call ``kernel(*args, start, stop)`` for slices that together are ``range(rows)``.

    The kernel must be compiled with ``nogil=True``, and a call may write only the rows
    from `start` up to but not including `stop`. Several threads call the kernel if
    there are at least `least` rows.

    The environment variable ``NUMBA_NUM_THREADS`` sets the number of threads. The
    referee sets it to 1 for the process of a strategy: then no thread is started.
    """
    import numba  # imported here, because most commands call no kernel

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
            # If the kernel raised an error for a slice, this line raises it again.
            done.result()


def read_only(matrix: NDArray[_Number]) -> NDArray[_Number]:
    """Return a read-only view of a matrix, with its rows side by side in memory.

    Kernels are compiled once for each type, and a matrix that is mapped from disk is
    read-only. So all matrices are made read-only, and have the same type.
    """
    view = np.ascontiguousarray(matrix).view()
    view.setflags(write=False)
    return view


def padded_rows(matrix: Matrix, lanes: int = LANES) -> Matrix:
    """Return a matrix with at least `lanes` rows: rows are repeated if there are fewer.

    A matrix with enough rows is returned as it is.
    """
    if len(matrix) >= lanes:
        return matrix
    return matrix[np.arange(lanes) % len(matrix)]
