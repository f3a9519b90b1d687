"""Kernels of passes over the answers with their true clues."""

from __future__ import annotations

import numpy as np

from solver.compile.decorators import kernel
from solver.numeric.elementary_kernel import exp_each


@kernel
def sum_moments(rows, beliefs, logs, least, out):
    """Write the sums of ``b``, ``b log b`` and ``b**2``, and the largest b, by clue.

    `rows`, `beliefs` and `logs` have a row for each turn, `out` shape (4, n_clues,
    n_turns); a logarithm is `least` at least.
    """
    out[:] = 0.0
    for turn in range(rows.shape[0]):
        for answer in range(rows.shape[1]):
            clue, belief = rows[turn, answer], beliefs[turn, answer]
            out[0, clue, turn] += belief
            out[1, clue, turn] += belief * max(logs[turn, answer], least)
            out[2, clue, turn] += belief * belief
            out[3, clue, turn] = max(out[3, clue, turn], belief)


@kernel
def sum_gains(row, logs, information, steepest, out):
    """Write the sums of ``b`` and ``b exp(lambda x)`` by clue, x the information.

    The lambda are 2, 5, 10, 20 and 50 hundredths. `logs` are of b up to a constant; the
    numbers of the most probable answer become 1, and x is `steepest` at most. `out` has
    shape (6, n_clues).
    """
    out[:] = 0.0
    top = np.argmax(logs)
    powers, numbers = np.empty((2, row.size)), np.empty((2, row.size))
    beliefs, gains = np.empty((2, row.size))
    for answer in range(row.size):
        numbers[0, answer] = logs[answer] - logs[top]
        gain = information[answer] - information[top]
        numbers[1, answer] = min(gain, steepest) / 100
    exp_each(numbers[0], powers, beliefs)
    exp_each(numbers[1], powers, gains)
    for answer in range(row.size):
        clue, belief, x = row[answer], beliefs[answer], gains[answer]
        second = x * x
        fifth = second * second * x
        tenth = fifth * fifth
        twentieth = tenth * tenth
        out[0, clue] += belief
        out[1, clue] += belief * second
        out[2, clue] += belief * fifth
        out[3, clue] += belief * tenth
        out[4, clue] += belief * twentieth
        out[5, clue] += belief * (twentieth * twentieth * tenth)


@kernel
def weigh(beliefs, row, likelihoods, out):
    """Write the beliefs times the likelihood of each answer's clue; return the sum."""
    total = 0.0
    for answer in range(row.size):
        out[answer] = beliefs[answer] * likelihoods[row[answer]]
        total += out[answer]
    return total


@kernel
def add_terms(state, row, likelihoods, information, out):
    """Write both rows of a state plus the terms of each answer's clue."""
    for answer in range(row.size):
        out[0, answer] = state[0, answer] + likelihoods[row[answer]]
        out[1, answer] = state[1, answer] + information[row[answer]]
