"""Kernel of the lookahead: the least cost of a guess for many small sets of answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.compile.decorators import inner, kernel
from solver.matrix.bucket_kernel import BUCKET_LANES
from solver.matrix.buckets import Columns, padded_columns
from solver.numeric.threads import read_only

Indices = NDArray[np.intp]


def least_costs(
    matrix: NDArray[np.unsignedinteger],
    columns: Columns,
    rows: Indices,
    right: int,
    order: Indices,
    starts: Indices,
    costs: NDArray[np.float64],
    *,
    worst: bool = False,
    possible_only: bool = False,
) -> NDArray[np.float64]:
    """Return the cost of the best guess for each part of the answers.

    `columns` is the matrix by columns, `rows` each answer's index among the guesses.
    `order` has indices of answers, those of a part side by side; `starts` is where each
    part begins, and the end. The clue `right` costs nothing, another that leaves n
    answers ``costs[n]``, which is 0 for none, and convex. A guess costs the sum over
    its clues, or as much as the `worst`; with `possible_only`, only answers of the part
    are guessed.

    Examples
    --------
    Of three answers, the second separates the others; of two, each does:

    >>> matrix = np.array([[8, 1, 1], [0, 8, 2], [3, 3, 8]], np.uint8)
    >>> words = (matrix, matrix.T.copy(), np.arange(3), 8)
    >>> costs = np.arange(4.0) ** 2
    >>> least_costs(*words, np.array([0, 1, 2, 0, 2]), np.array([0, 3, 5]), costs)
    array([2., 1.])
    """
    out = np.empty(len(starts) - 1)
    words = (read_only(matrix), padded_columns(columns), rows, right)
    _least(*words, order, starts, costs, worst, possible_only, out)
    return out


# Costs are convex, so no guess is better than one that gives each answer a different
# clue, and the best of those is itself an answer: where that bound is reached, the
# other guesses are skipped.


@kernel
def _least(matrix, columns, rows, right, order, starts, costs, worst, members, out):
    m = np.zeros((right + 1) * BUCKET_LANES, np.uint16)
    for p in range(starts.size - 1):
        part = order[starts[p] : starts[p + 1]]
        apart = costs[1] if worst else part.size * costs[1]
        bound = min(apart, (part.size - 1) * costs[1])
        least = _least_of_answers(matrix, rows, right, part, costs, worst, bound, m)
        if least > apart and not members:
            other = _least_of_all(columns, right, part, costs, worst, apart, m)
            least = min(least, other)
        out[p] = least


@inner
def _least_of_answers(matrix, rows, right, part, costs, worst, bound, m):
    least = np.inf
    for a in range(part.size):
        row = rows[part[a]]
        for k in range(part.size):
            m[matrix[row, part[k]]] += np.uint16(1)
        m[right] = 0
        total = 0.0
        for k in range(part.size):
            clue = matrix[row, part[k]]
            cost = costs[m[clue]]
            m[clue] = 0
            total = max(total, cost) if worst else total + cost
        least = min(least, total)
        if least <= bound:
            break
    return least


@inner
def _least_of_all(columns, right, part, costs, worst, bound, m):
    # m[clue * BUCKET_LANES + j] belongs to the guess in lane j, as in
    # solver.matrix.bucket_kernel.
    total = np.empty(BUCKET_LANES)
    least = np.inf
    for lane in range(0, columns.shape[1], BUCKET_LANES):
        g = min(lane, columns.shape[1] - BUCKET_LANES)
        for k in range(part.size):
            answer = part[k]
            for j in range(BUCKET_LANES):
                m[np.intp(columns[answer, g + j]) * BUCKET_LANES + j] += np.uint16(1)
        m[right * BUCKET_LANES : (right + 1) * BUCKET_LANES] = 0
        total[:] = 0.0
        for k in range(part.size):
            answer = part[k]
            for j in range(BUCKET_LANES):
                slot = np.intp(columns[answer, g + j]) * BUCKET_LANES + j
                cost = costs[m[slot]]
                total[j] = max(total[j], cost) if worst else total[j] + cost
                m[slot] = 0
        for j in range(BUCKET_LANES):
            least = min(least, total[j])
        if least <= bound:
            break
    return least
