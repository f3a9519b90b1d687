"""Statistics of the buckets of every guess, for answers that have weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.arrays import Floats, Matrix
from game.clues import all_correct
from game.elementary import log2
from game.words import LENGTHS
from solver.matrix.bucket_kernel import count_rows, weigh_rows
from solver.numeric import elementary
from solver.numeric.threads import over_rows, padded_rows, read_only


@dataclass(frozen=True, slots=True)
class Partitions:
    """Statistics of the buckets of every guess: each array has one element per guess.

    A bucket is a set of answers that give the same clue to the guess.

    Attributes
    ----------
    buckets : ndarray of shape (n_guesses,), float64
        Number of buckets: the number of different clues that the guess can get.
    worst : ndarray of shape (n_guesses,), float64
        Weight of the heaviest bucket.
    entropy : ndarray of shape (n_guesses,), float64
        Information in the clue, in bits.
    expected_size : ndarray of shape (n_guesses,), float64
        Expected weight of the bucket that has the secret.
    """

    buckets: Floats
    worst: Floats
    entropy: Floats
    expected_size: Floats


def partitions(matrix: Matrix, weights: Floats) -> Partitions:
    """Return the bucket statistics of every guess.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix.
    weights : ndarray of shape (n_answers,), float64
        Weight of each answer, in any unit. If all weights are 1, the weight of a bucket
        is its number of words.

    Returns
    -------
    Partitions
        The statistics, with weights in the unit of `weights`.

    Examples
    --------
    >>> stats = partitions(np.array([[0, 0, 1], [0, 1, 2]], np.uint8), np.ones(3))
    >>> stats.worst, stats.buckets
    (array([2., 1.]), array([2., 3.]))
    """
    columns = np.flatnonzero(weights)
    codes = min(int(np.iinfo(matrix.dtype).max), all_correct(LENGTHS[-1])) + 1
    total = elementary.total(weights)
    column_weights = weights[columns].astype(float, copy=False)
    words = columns, column_weights, codes, total, log2(total)
    equal = bool((column_weights == column_weights[:1]).all())
    guesses = len(matrix)
    matrix = matrix if equal else padded_rows(matrix)
    out = np.empty((4, len(matrix)))
    kernel = count_rows if equal else weigh_rows
    over_rows(kernel, len(matrix), read_only(matrix), *words, out)
    return Partitions(*out[:, :guesses])
