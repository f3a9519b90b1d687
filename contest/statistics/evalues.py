"""Verdicts of tests by e-values, which are valid after every game.

The e-value of a null hypothesis is the wealth of bets against the hypothesis. The
wealth starts at 1. If the hypothesis is true, the wealth is a nonnegative
supermartingale. So the wealth ever reaches 20 with a probability of at most 5 %,
whenever you stop (J. Ville 1939).
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from game.arrays import Floats
from solver.numeric.elementary import exp

ERROR = 0.05
"""Significance level of a single test."""


class Verdict(StrEnum):
    """The verdict of a test on the games so far; `OPEN` asks for more games."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OPEN = "open"


def mean_exp(logarithms: Floats) -> Floats:
    """Return the mean of numbers along the last axis, given their `logarithms`."""
    # The limit of 700 keeps e-values finite: e to the power of 700 is below the largest
    # float. Numbers are added one by one, so that every machine computes the same bits.
    amounts = exp(np.minimum(logarithms, 700.0))
    return np.add.accumulate(amounts, axis=-1)[..., -1] / amounts.shape[-1]
