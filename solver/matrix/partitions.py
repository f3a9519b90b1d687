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
    few = columns.size < codes
    filled = np.empty(min(columns.size, codes) * LANES)
    spare, terms = np.empty(filled.size), np.empty(filled.size)
    ends = np.zeros(LANES + 1, np.int64)
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        for k in range(columns.size):
            column, weight = columns[k], weights[k]
            for j in range(LANES):
                m[matrix[g + j, column] * LANES + j] += weight
        # Only the filled buckets are kept, guess after guess: an empty one is written
        # over. Visiting every bucket finds them; so does visiting the few columns
        # again, where a bucket that comes twice is empty by then.
        end = np.uintp(0)
        for j in range(LANES):
            for k in range(min(columns.size, codes)):
                clue = np.intp(matrix[g + j, columns[k]]) if few else k
                weight = m[clue * LANES + j]
                m[clue * LANES + j] = 0.0
                filled[end] = weight
                end += np.uintp(weight > 0.0)
            ends[j + 1] = end
        times_log2(filled[:end], spare, terms)
        for j in range(LANES):
            worst = entropy = squares = 0.0
            for k in range(ends[j], ends[j + 1]):
                worst = max(worst, filled[k])
                entropy += terms[k]
                squares += filled[k] * filled[k]
            out[0, g + j] = ends[j + 1] - ends[j]
            out[1, g + j] = worst
            out[2, g + j] = log_total - entropy / total
            out[3, g + j] = squares / total
