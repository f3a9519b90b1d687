"""Exact clues: how every guess divides what is still believed."""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from solver.threads import over_rows, read_only


@dataclass(frozen=True, slots=True)
class Partitions:
    """What each guess would do, one entry per guess.

    Attributes
    ----------
    buckets : ndarray of shape (n_guesses,), float64
        Different clues that can come.
    worst : ndarray of shape (n_guesses,), float64
        Weight of the heaviest clue.
    entropy : ndarray of shape (n_guesses,), float64
        Information of the clue, in bits.
    expected_size : ndarray of shape (n_guesses,), float64
        Weight that is left on average.
    """

    buckets: NDArray[np.float64]
    worst: NDArray[np.float64]
    entropy: NDArray[np.float64]
    expected_size: NDArray[np.float64]


def partitions(
    matrix: NDArray[np.unsignedinteger], weights: NDArray[np.float64]
) -> Partitions:
    """Judge every guess by the buckets its clue would make.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), uint8 or uint16
        The clue matrix.
    weights : ndarray of shape (n_answers,), float64
        Weight of each answer, in any unit; with ones, sizes count words.

    Returns
    -------
    Partitions
        In the unit of the weights.

    Examples
    --------
    >>> found = partitions(np.array([[0, 0, 1], [0, 1, 2]], np.uint8), np.ones(3))
    >>> found.worst, found.buckets
    (array([2., 1.]), array([2., 3.]))
    """
    columns = np.flatnonzero(weights)
    out = np.empty((4, len(matrix)))
    codes = int(np.iinfo(matrix.dtype).max) + 1
    steps = (read_only(matrix), columns, weights[columns], codes, out)
    over_rows(_judge, len(matrix), *steps)
    return Partitions(*out)


@numba.njit(cache=True, nogil=True, error_model="numpy")
def _judge(matrix, columns, weights, codes, out, start, stop):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    total = weights.sum()
    bucket = np.zeros(codes)
    filled = np.arange(codes)
    few = columns.size < codes
    for g in range(start, stop):
        for k in range(columns.size):
            bucket[matrix[g, columns[k]]] += weights[k]
            if few:
                filled[k] = matrix[g, columns[k]]
        buckets, worst, squares, logs = 0, 0.0, 0.0, 0.0
        for k in range(min(columns.size, codes)):
            weight = bucket[filled[k]]
            # A clue that comes again among the few has been emptied already.
            if weight > 0.0:
                buckets += 1
                worst = max(worst, weight)
                squares += weight * weight
                logs += weight * np.log2(weight)
                bucket[filled[k]] = 0.0
        out[0, g] = buckets
        out[1, g] = worst
        out[2, g] = np.log2(total) - logs / total
        out[3, g] = squares / total
