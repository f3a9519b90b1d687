"""Kernel of V, a value of a belief, which is a logistic function of its entropies."""

from __future__ import annotations

import math

import numpy as np

from solver.numeric.decorators import kernel
from solver.numeric.elementary_kernel import log, write_exp

FEATURES = 14
"""Number of features of a belief from which `luck_of_outcomes` computes a value."""

_TINY = 1e-300  # logarithms are taken only of numbers at least this large
_MOST = 700.0  # the largest exponent of `write_exp`


@kernel(error_model="numpy")
def luck_of_outcomes(measures, chances, weights, out):
    """Write the luck of each outcome of some guesses.

    An outcome of a guess is a clue or, as the last outcome, that the guess is right.
    The luck of an outcome is V after this outcome, minus the mean of V over all
    outcomes of the guess. V is a value of the belief. Let p be the probabilities of the
    belief after a clue, M the largest of them, H the entropy, R = -log(sum of p**2),
    L = -log(M), and w some weights. After a clue,

        V = M + (1 - M) / (1 + exp(-w . f)),
        f = (1, H, R, L, H**2, R**2, L**2, H * L, M, H * R, R * L, M**2, H**3, L**3).

    After a right guess, V is 1. If the first weight is NaN, V is 0 after every clue.

    Parameters
    ----------
    measures : ndarray of shape (3, n_clues, n_steps), float64
        H, M and -R of the belief after each clue of each guess. A step is a guess.
    chances : ndarray of shape (n_clues + 1, n_steps), float64
        The probability of each outcome of each guess.
    weights : ndarray of shape (n_values, FEATURES), float64
        The weights w: a row for each function V that is computed.
    out : ndarray of shape (n_steps, n_values, n_clues + 1), float64
        The array to which the results are written.
    """
    clues = measures.shape[1]
    h_of = np.empty(clues)
    r_of = np.empty(clues)
    top_of = np.empty(clues)
    m_of = np.empty(clues)
    exponents = np.empty(clues)
    powers = np.empty(clues)
    exps = np.empty(clues)
    for step in range(out.shape[0]):
        for clue in range(clues):
            h_of[clue] = measures[0, clue, step]
            m_of[clue] = measures[1, clue, step]
            r_of[clue] = -measures[2, clue, step]
            top_of[clue] = -log(max(m_of[clue], _TINY))
        for k in range(out.shape[1]):
            w = weights[k]
            values = out[step, k]
            # The compiler turns the loops over all clues into vector instructions.
            for clue in range(clues):
                h = h_of[clue]
                r = r_of[clue]
                top = top_of[clue]
                x = w[0] + w[1] * h + w[2] * r + w[3] * top + w[4] * h * h
                m = m_of[clue]
                x += w[5] * r * r + w[6] * top * top + w[7] * h * top + w[8] * m
                x += w[9] * h * r + w[10] * r * top + w[11] * m * m
                x += w[12] * h * h * h + w[13] * top * top * top
                x = -_MOST if x < -_MOST else x
                exponents[clue] = -_MOST if x > _MOST else -x
            write_exp(exponents, powers, exps)
            for clue in range(clues):
                m = m_of[clue]
                values[clue] = m + (1.0 - m) / (1.0 + exps[clue])
            if math.isnan(w[0]):
                values[:clues] = 0.0
            values[clues] = 1.0
            mean = 0.0
            for outcome in range(clues + 1):
                mean += chances[outcome, step] * values[outcome]
            for outcome in range(clues + 1):
                values[outcome] -= mean
