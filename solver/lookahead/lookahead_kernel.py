"""Kernel of the lookahead: the least cost of a guess for many small sets of answers.

A clue that leaves n answers costs ``costs[n]``; the clue of a right guess costs
nothing. The cost of a guess is the sum of the costs of its clues, or the largest of
these costs. The costs are convex, and ``costs[0]`` is 0. So no guess is better than a
guess that gives each answer a different clue, and the best of these guesses is itself
an answer. If a guess reaches this bound, the other guesses are skipped.
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
        The cost of a clue by the number of answers that it leaves.
    worst : bool
        Whether a guess costs the largest cost of its clues, and not their sum.
    members : bool
        Whether only answers of the part are guessed.
    out : ndarray of shape (n_parts,), float64
        The costs of the best guesses.
    """
    m = np.zeros((right + 1) * BUCKET_LANES, np.uint16)
    for p in range(starts.size - 1):
        part = order[starts[p] : starts[p + 1]]

        # `apart` is the cost of a guess that is no answer of the part and gives each
        # answer a different clue. `bound` is the least possible cost of any guess.
        apart = costs[1] if worst else part.size * costs[1]
        bound = min(apart, (part.size - 1) * costs[1])
        least = _least_of_answers(matrix, rows, right, part, costs, worst, bound, m)
        if least > apart and not members:
            other = _least_of_all(columns, right, part, costs, worst, apart, m)
            least = min(least, other)
        out[p] = least


@inner
def _least_of_answers(matrix, rows, right, part, costs, worst, bound, m):
    """Return the least cost of an answer of the part as a guess; stop at the bound.

    `part` has the indices of the answers; `least_costs` explains most other arguments.
    `m` is working memory for the number of answers by clue; `m` has only zeros before
    and after the call.
    """
    least = np.inf
    for a in range(part.size):
        row = rows[part[a]]
        for k in range(part.size):
            m[matrix[row, part[k]]] += np.uint16(1)
        m[right] = 0

        # The count of a clue is set to 0 at its first answer. So further answers with
        # the clue add ``costs[0]``, which is 0.
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
    """Return the least cost of any guess for the answers `part`; stop at the bound.

    `least_costs` explains most other arguments.

    `BUCKET_LANES` guesses are processed together. ``m[clue * BUCKET_LANES + j]`` counts
    the answers that give the clue to the guess with index j among them.
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

        # Add the costs as in `_least_of_answers`, for all these guesses at once.
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
