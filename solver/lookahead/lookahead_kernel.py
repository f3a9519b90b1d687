"""Kernel of the lookahead: the least cost of a guess for many small sets of answers.

A clue that leaves n answers costs ``costs[n]``; the clue of a right guess costs
nothing. The cost of a guess is the sum of the costs of its clues, or the largest of
these costs. The costs are convex, and ``costs[0]`` is 0. So no guess is better than a
guess that gets a different clue from each answer. The best of such guesses is an
answer. If a guess has the cost of such a guess, the remaining guesses are skipped.
"""

from __future__ import annotations

import numpy as np

from solver.matrix.bucket_kernel import BUCKET_LANES
from solver.numeric.decorators import inner, kernel


@kernel
def least_costs(
    matrix, columns, rows, right, order, starts, costs, worst, members, out
):
    """Write the cost of the best guess for each part (see `Lookahead.least_costs`).

    Parameters
    ----------
    matrix, columns : ndarray, unsigned
        The clue matrix, of shape (n_guesses, n_answers), and its transpose.
    rows : ndarray of shape (n_answers,), int
        The index of each answer among the guesses.
    right : int
        The clue of a right guess, which has the highest number.
    order, starts : ndarray, int
        Part p has the answers ``order[starts[p] : starts[p + 1]]``.
    costs : ndarray of shape (n,), float64
        ``costs[n]`` is the cost of a clue that leaves n answers.
    worst : bool
        Whether the cost of a guess is the largest cost of its clues. Otherwise it is
        the sum of these costs.
    members : bool
        Whether only answers of the part are considered as guesses.
    out : ndarray of shape (n_parts,), float64
        The costs of the best guesses.
    """
    m = np.zeros((right + 1) * BUCKET_LANES, np.uint16)
    for p in range(starts.size - 1):
        part = order[starts[p] : starts[p + 1]]

        # `apart` is the cost of a guess that is no answer of the part and gets a
        # different clue from each answer. `bound` is the least possible cost.
        apart = costs[1] if worst else part.size * costs[1]
        bound = min(apart, (part.size - 1) * costs[1])
        least = _least_of_answers(matrix, rows, right, part, costs, worst, bound, m)
        if least > apart and not members:
            other = _least_of_all(columns, right, part, costs, worst, apart, m)
            least = min(least, other)
        out[p] = least


@inner
def _least_of_answers(matrix, rows, right, part, costs, worst, bound, m):
    """Return the least cost of a guess that is an answer of the part.

    The search stops as soon as a guess costs at most `bound`. `part` has the indices of
    the answers. `m` is working memory, in which the answers of each clue are counted.
    All elements of `m` are 0 before and after the call. `least_costs` explains all
    other arguments.
    """
    least = np.inf
    for a in range(part.size):
        row = rows[part[a]]
        for k in range(part.size):
            m[matrix[row, part[k]]] += np.uint16(1)
        m[right] = 0

        # At the first answer with a clue, add the cost of the clue and set its count to
        # 0. So each further answer with this clue adds ``costs[0]``, which is 0.
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
    """Return the least cost of any guess for the answers `part`.

    The search stops as soon as a guess costs at most `bound`. `part` has the indices of
    the answers. `least_costs` explains `columns`, `right`, `costs` and `worst`.

    `BUCKET_LANES` guesses are processed together. Guess j of them has the counts
    ``m[clue * BUCKET_LANES + j]``: the number of answers that give it the clue. All
    elements of `m` are 0 before and after the call.
    """
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

        # For each of `BUCKET_LANES` guesses: at the first answer with a clue, add the
        # cost of the clue and set its count to 0. So each further answer with this clue
        # adds ``costs[0]``, which is 0.
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
