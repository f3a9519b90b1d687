"""Partitions of a belief by the exact clues of every guess."""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from game.elementary import log2
from solver.numeric import elementary
from solver.numeric.elementary_kernel import times_log2
from solver.numeric.threads import LANES, over_rows, padded_rows, read_only


@dataclass(frozen=True, slots=True)
class Partitions:
    """Bucket statistics with one entry per guess.

    Attributes
    ----------
    buckets : ndarray of shape (n_guesses,), float64
        Number of different clues.
    worst : ndarray of shape (n_guesses,), float64
        Weight of the heaviest clue.
    entropy : ndarray of shape (n_guesses,), float64
        Information of the clue, in bits.
    expected_size : ndarray of shape (n_guesses,), float64
        Expected weight of the bucket.
    """

    buckets: NDArray[np.float64]
    worst: NDArray[np.float64]
    entropy: NDArray[np.float64]
    expected_size: NDArray[np.float64]


def partitions(
    matrix: NDArray[np.unsignedinteger], weights: NDArray[np.float64]
) -> Partitions:
    """Return the bucket statistics of every guess.

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
    codes = int(np.iinfo(matrix.dtype).max) + 1
    guesses, matrix = len(matrix), padded_rows(matrix)
    out = np.empty((4, len(matrix)))
    total = elementary.total(weights)
    sums = total, log2(total)
    steps = (read_only(matrix), columns, weights[columns], codes, *sums, out)
    over_rows(_judge, len(matrix), *steps)
    return Partitions(*out[:, :guesses])


@numba.njit(cache=True, nogil=True, error_model="numpy")
def _judge(matrix, columns, weights, codes, total, log_total, out, start, stop):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    # As in `noisy_clues`, m[clue * LANES + j] belongs to the guess in lane j.
    m = np.zeros(codes * LANES)
    buckets, worst = np.empty(LANES), np.empty(LANES)
    entropy, squares = np.empty(LANES), np.empty(LANES)
    few = columns.size < codes
    filled = np.empty(min(columns.size, codes) * LANES)
    spare, terms = np.empty(filled.size), np.empty(filled.size)
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        for k in range(columns.size):
            column, weight = columns[k], weights[k]
            for j in range(LANES):
                m[matrix[g + j, column] * LANES + j] += weight
        # Visiting every bucket finds the filled ones; so does visiting the few
        # columns again, where a bucket that comes twice is empty by then.
        for k in range(0, filled.size, LANES):
            for j in range(LANES):
                clue = matrix[g + j, columns[k // LANES]] if few else k // LANES
                filled[k + j] = m[clue * LANES + j]
                m[clue * LANES + j] = 0.0
        times_log2(filled, spare, terms)
        for j in range(LANES):
            buckets[j] = worst[j] = entropy[j] = squares[j] = 0.0
        for k in range(0, filled.size, LANES):
            for j in range(LANES):
                weight = filled[k + j]
                buckets[j] += weight > 0.0
                worst[j] = max(worst[j], weight)
                entropy[j] += terms[k + j]
                squares[j] += weight * weight
        # Element by element: numba compiles an assignment of one slice to another,
        # with the message of its error, for seconds. So in the other kernels.
        for j in range(LANES):
            out[0, g + j] = buckets[j]
            out[1, g + j] = worst[j]
            out[2, g + j] = log_total - entropy[j] / total
            out[3, g + j] = squares[j] / total
