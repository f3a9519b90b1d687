"""Kernel of the value of beliefs: a logistic function of their entropies."""

from __future__ import annotations

import math

import numpy as np

from solver.numeric.decorators import kernel
from solver.numeric.elementary_kernel import log, write_exp

FEATURES = 14
"""Numbers of a belief that `luck_of_outcomes` weights."""

_TINY = 1e-300  # the smallest number whose logarithm is taken
_MOST = 700.0  # the largest exponent of `write_exp`


@kernel(error_model="numpy")
def luck_of_outcomes(measures, chances, weights, out):
    """Write V after each outcome of some guesses, less its mean.

    With H the entropy of a belief, R minus the logarithm of the sum of its squares and
    L minus the logarithm of its largest probability M,

        V = M + (1 - M) / (1 + exp(-w . f)),
        f = (1, H, R, L, H**2, R**2, L**2, H * L, M, H * R, R * L, M**2, H**3, L**3),

    after a clue, 1 after the last outcome, a right guess, and 0 after a clue where the
    first weight is not a number.

    Parameters
    ----------
    measures : ndarray of shape (3, n_clues, n_steps), float64
        H, M and -R of the belief after each clue.
    chances : ndarray of shape (n_clues + 1, n_steps), float64
        How probable each outcome is.
    weights : ndarray of shape (n_values, FEATURES), float64
        w of each V.
    out : ndarray of shape (n_steps, n_values, n_clues + 1), float64
        What is written.
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
            # Loops over all clues, which run in vector instructions.
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
