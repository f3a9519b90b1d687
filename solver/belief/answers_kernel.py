"""Kernels with a loop over all answers that reads the true clue of each answer."""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel
from solver.numeric.elementary_kernel import exp, log

POWERS = (2, 5, 10, 20, 50)
"""The exponents to which `powers` raises a number."""


@inner
def powers(x):
    """Return x to the power of each exponent in `POWERS`."""
    # Products are the same on every machine. The results of the power function of the C
    # library may differ in the last digit.
    second = x * x
    fifth = second * second * x
    tenth = fifth * fifth
    twentieth = tenth * tenth
    return second, fifth, tenth, twentieth, twentieth * twentieth * tenth


@kernel
def sum_moments(rows, beliefs, logs, least, out):
    """Write, for each true clue, three sums over its answers and a maximum.

    b is the probability of an answer. The sums are the sums of ``b``, ``b log b`` and
    ``b**2``, and the maximum is the largest b. They are written in this order to `out`,
    of shape (4, n_clues, n_turns). `rows` has the true clues, `beliefs` has b, and
    `logs` has log b. These arrays have a row for each turn and a column for each
    answer. Logarithms below `least` count as `least`.
    """
    sums = np.empty((out.shape[1], 4))  # sums of one turn, side by side in memory
    for turn in range(rows.shape[0]):
        sums[:] = 0.0
        for answer in range(rows.shape[1]):
            of_clue = sums[rows[turn, answer]]
            belief = beliefs[turn, answer]
            of_clue[0] += belief
            of_clue[1] += belief * max(logs[turn, answer], least)
            of_clue[2] += belief * belief
            of_clue[3] = max(of_clue[3], belief)
        for clue in range(sums.shape[0]):
            for n in range(4):
                out[n, clue, turn] = sums[clue, n]


@kernel
def sum_gains(rows, beliefs, gains, parents, largest, relative, out):
    """Write, for each true clue and each n of `POWERS`, the sum of ``b x**n``.

    The sum is over the answers with this true clue. b is the probability of an answer.
    `rows` has the true clues, and `beliefs` has b. Both have a row for each turn and a
    column for each answer.

    A gain is a number for each answer: the row ``gains[parents[turn]]`` has the gains
    of all answers before the turn. x is the gain of an answer divided by the gain of
    the most probable answer. x is at least ``1 / largest`` and at most `largest`, and
    it is also written to `relative`. `out` has the shape (n_turns, 5, n_clues).
    """
    sums = np.empty((out.shape[2], 5))
    for turn in range(rows.shape[0]):
        sums[:] = 0.0
        before = gains[parents[turn]]
        base = before[np.argmax(beliefs[turn])]
        for answer in range(rows.shape[1]):
            belief = beliefs[turn, answer]
            x = min(max(before[answer] / base, 1 / largest), largest)
            relative[turn, answer] = x
            of_clue = sums[rows[turn, answer]]
            to_power = powers(x)
            for n in range(5):
                of_clue[n] += belief * to_power[n]
        for clue in range(sums.shape[0]):
            for n in range(5):
                out[turn, n, clue] = sums[clue, n]


@kernel
def mean_powers(weights, values, out):
    """Write, for each turn and each n of `POWERS`, the weighted mean of ``x**n``.

    The mean is over the clues. x is the number that `values`, of shape (n_clues,
    n_turns), has for a clue. `weights`, of shape (n_turns, 5, n_clues), has a weight of
    each clue for each n. `out` has the shape (n_turns, 5).
    """
    for turn in range(out.shape[0]):
        for n in range(5):
            total = mean = 0.0
            for clue in range(values.shape[0]):
                total += weights[turn, n, clue]
            for clue in range(values.shape[0]):
                share = weights[turn, n, clue] / total
                mean += share * powers(values[clue, turn])[n]
            out[turn, n] = mean


@kernel(error_model="numpy")
def update_beliefs(
    beliefs, logs, rows, turns, likelihoods, log_likelihoods, is_last, least, after, out
):
    """Write the belief after each of some clues; return whether every clue is possible.

    `beliefs`, their logarithms `logs`, and `rows` have a row for each turn. Clue number
    k is the clue of the turn ``turns[k]``. ``likelihoods[k]`` has the likelihood of
    clue k for each true clue, and ``log_likelihoods[k]`` the logarithms. The beliefs
    are written to `after`. Their logarithms are written to `out`, but not if
    ``is_last[k]`` is true. If the probability of a clue is below `least`, the belief
    after the clue is computed from logarithms. If no answer fits some clue, the kernel
    stops at this clue and returns False.
    """
    for k in range(turns.size):
        turn = turns[k]
        of_clue = likelihoods[k]
        row = rows[turn]
        total = 0.0
        for answer in range(row.size):
            after[k, answer] = beliefs[turn, answer] * of_clue[row[answer]]
            total += after[k, answer]
        if total < least or not is_last[k]:
            for answer in range(row.size):
                out[k, answer] = logs[turn, answer] + log_likelihoods[k, row[answer]]
        # If the products are too small, subtract the largest logarithm from all
        # logarithms. Then compute the belief from these differences.
        if total < least:
            top = -np.inf
            for answer in range(row.size):
                top = max(top, out[k, answer])
            total = 0.0
            if top == -np.inf:
                return False
            for answer in range(row.size):
                out[k, answer] -= top
                after[k, answer] = exp(out[k, answer])
                total += after[k, answer]
        log_total = log(total)
        for answer in range(row.size):
            after[k, answer] /= total
            if not is_last[k]:
                out[k, answer] -= log_total
    return True


@kernel
def multiply_by_clue(values, rows, factors):
    """Multiply each number in `values`, in place, by the factor of a true clue.

    `values` and `rows` have a row for each turn and a column for each answer. `rows`
    has the true clues. `factors`, of shape (n_clues, n_turns), has the factor of each
    clue.
    """
    for turn in range(rows.shape[0]):
        for answer in range(rows.shape[1]):
            values[turn, answer] *= factors[rows[turn, answer], turn]
