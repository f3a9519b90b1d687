"""Kernels that read every answer together with its true clue."""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel
from solver.numeric.elementary_kernel import exp, log

POWERS = (2, 5, 10, 20, 50)
"""The exponents to which `powers` raises a number."""


@inner
def powers(x):
    """Return x to the power of each exponent in `POWERS`."""
    # Products are the same on every machine. Powers of the C library differ in the last
    # digit.
    second = x * x
    fifth = second * second * x
    tenth = fifth * fifth
    twentieth = tenth * tenth
    return second, fifth, tenth, twentieth, twentieth * twentieth * tenth


@kernel
def sum_moments(rows, beliefs, logs, least, out):
    """Write the sums of ``b``, ``b log b`` and ``b**2``, and the largest b, by clue.

    b is the probability of an answer. `rows`, `beliefs` and `logs` have the true clue,
    b and log b, with a row for each turn and a column for each answer. `out` has the
    shape (4, n_clues, n_turns). Logarithms below `least` count as `least`.
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
    """Write the sums of ``b x**n`` by clue, for each n of `POWERS`.

    `rows` and `beliefs` have the true clue of each answer and its probability b, with a
    row for each turn. A gain is a factor of an answer: the row ``gains[parents[turn]]``
    has the gains of all answers before the turn. x is the gain of an answer divided by
    the gain of the most probable answer, clipped to [``1 / largest``, `largest`]. x is
    also written to `relative`. `out` has the shape (n_turns, 5, n_clues).
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
    """Write the weighted means of ``x**n`` over the clues, for each n of `POWERS`.

    x is an element of `values`, of shape (n_clues, n_turns). `weights` has the shape
    (n_turns, 5, n_clues), and `out` has the shape (n_turns, 5).
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
    are written to `after`, and their logarithms to `out` unless ``is_last[k]``. If a
    clue is less probable than `least`, the belief after it is computed from the
    logarithms. The result is False if there is a clue that no answer fits.
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
        # The products are too small. So subtract the largest logarithm from all
        # logarithms, and compute the beliefs from these differences.
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

    `values` and `rows` have a row for each turn. `factors` has the shape (n_clues,
    n_turns).
    """
    for turn in range(rows.shape[0]):
        for answer in range(rows.shape[1]):
            values[turn, answer] *= factors[rows[turn, answer], turn]
