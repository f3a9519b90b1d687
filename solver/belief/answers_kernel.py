"""Kernels of passes over the answers with their true clues."""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel
from solver.numeric.elementary_kernel import exp, log

POWERS = (2, 5, 10, 20, 50)
"""Exponents of `powers`."""


@inner
def powers(x):
    """Return a number to each of `POWERS`."""
    # Products, as powers of the C library differ in the last digit.
    second = x * x
    fifth = second * second * x
    tenth = fifth * fifth
    twentieth = tenth * tenth
    return second, fifth, tenth, twentieth, twentieth * twentieth * tenth


@kernel
def sum_moments(rows, beliefs, logs, least, out):
    """Write the sums of ``b``, ``b log b`` and ``b**2``, and the largest b, by clue.

    `rows`, `beliefs` and `logs` have a row for each turn, `out` shape (4, n_clues,
    n_turns); a logarithm is `least` at least.
    """
    sums = np.empty((out.shape[1], 4))  # of a turn, side by side in memory
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
    """Write the sums of ``b x**n`` by clue, for each n of `POWERS`.

    `rows` and `beliefs` have a row for each turn, which has the gains x with the index
    in `parents`. `relative` receives x divided by the x of the most probable answer,
    clipped to [``1 / largest``, `largest`]. `out` has the shape (n_turns, 5, n_clues).
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
    """Write the means of ``x**n`` under weights of the clues, for each n of `POWERS`.

    `weights` have the shape (n_turns, 5, n_clues), the values x (n_clues, n_turns), and
    `out` (n_turns, 5).
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
    """Write beliefs after a clue, and their logarithms unless it is the last one.

    `beliefs`, their `logs` and `rows` have a row for each turn, the others one for each
    clue: its turn, and its likelihood by the true clue with the logarithm. Where the
    probability of the clue is below `least`, the logarithms are computed with. Returns
    whether some answer fits each clue.
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
        # Products are too small: start from the logarithms, relative to the largest.
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
    """Multiply values in place by the factor of each answer's clue, turn by turn.

    `values` and `rows` have a row for each turn, `factors` shape (n_clues, n_turns).
    """
    for turn in range(rows.shape[0]):
        for answer in range(rows.shape[1]):
            values[turn, answer] *= factors[rows[turn, answer], turn]
