"""Bucket statistics of every guess, for equally likely answers.

The functions of this module count answers as integers; `solver.matrix.partitions` sums
weights. These functions are fast if few answers are possible, because they read a clue
matrix with a row for each answer.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from game.arrays import Floats, Indices, Integers, Matrix
from game.clues import Rule
from game.words import Vocabulary
from solver.matrix.bucket_kernel import BUCKET_LANES, sum_buckets
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.threads import over_rows

Columns = Matrix
"""The transposed clue matrix, of shape (n_answers, n_guesses)."""

# Number of rows that are transposed together. It is so small that the rows and their
# transpose fit into the cache of the processor.
_BLOCK = 64

# If fewer answers than this number are possible, no threads are started, because that
# would take longer than the computation.
_FEW = 100


def by_columns(matrix: Matrix) -> Columns:
    """Return the transpose of a clue matrix, as a copy.

    In the copy, the clues of one answer are side by side in memory.
    """
    columns = np.empty(matrix.shape[::-1], matrix.dtype)
    over_rows(_turn, len(matrix), matrix, columns)
    return columns


@lru_cache(maxsize=2)
def clue_columns(vocabulary: Vocabulary, rule: Rule) -> Columns:
    """Return the clue matrix with a row for each answer and a column for each guess.

    A process computes the matrix only once, and stores it for further calls.
    """
    return by_columns(clue_matrix(vocabulary, rule))


def padded_columns(columns: Columns) -> Columns:
    """Return a transposed clue matrix that has at least `BUCKET_LANES` guesses.

    If `columns` has fewer guesses, the guesses are repeated. Otherwise `columns` is
    returned.
    """
    if columns.shape[1] >= BUCKET_LANES:
        return columns
    copies = -(-BUCKET_LANES // columns.shape[1])
    return np.tile(columns, copies)[:, :BUCKET_LANES]


def bucket_sums(
    columns: Columns,
    possible: Indices,
    values: Floats,
    right: int,
) -> tuple[Floats, Integers]:
    """Return, for each guess, a sum over its buckets and its largest bucket size.

    The first array has the sums of the values of the buckets. ``values[n]`` is the
    value of a bucket of n answers, and ``values[0]`` is 0. The second array has the
    size of the largest bucket of each guess. `possible` are the indices of the possible
    answers. `right` is the clue of a right guess, which has the highest number.

    Examples
    --------
    The number of buckets, and the sum of the squares of their sizes:

    >>> columns = by_columns(np.array([[0, 0, 1], [0, 1, 2]], np.uint8))
    >>> bucket_sums(columns, np.arange(3), np.array([0.0, 1.0, 1.0, 1.0]), 8)
    (array([2., 3.]), array([2, 1]))
    >>> bucket_sums(columns, np.arange(3), np.arange(4.0) ** 2, 8)
    (array([5., 3.]), array([2, 1]))
    """
    guesses = columns.shape[1]
    columns = padded_columns(columns)
    sums = np.empty(columns.shape[1], values.dtype)
    worst = np.empty(len(sums), np.int64)
    steps = (columns, possible, values, right + 1, sums, worst)
    if len(possible) < _FEW:
        sum_buckets(*steps, 0, len(sums))
    else:
        over_rows(sum_buckets, len(sums), *steps)
    return sums[:guesses], worst[:guesses]


def _turn(matrix: Matrix, columns: Columns, start: int, stop: int) -> None:
    for row in range(start, stop, _BLOCK):
        block_end = min(row + _BLOCK, stop)
        columns[:, row:block_end] = matrix[row:block_end].T
