"""Verdicts of tests by e-values, valid after every game.

The e-value of a null hypothesis is the wealth of bets against it, which starts with 1.
Under the hypothesis it is a nonnegative supermartingale, so that it ever reaches 20
with a probability of at most 5 %, for any optional stopping (J. Ville 1939).
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from game.arrays import Floats
from solver.numeric.elementary import exp

ERROR = 0.05
"""Significance level of a single test."""


class Verdict(StrEnum):
    """The verdict on the games so far."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OPEN = "open"


def mean_exp(logarithms: Floats) -> Floats:
    """Return the mean along the last axis of numbers with the given logarithms."""
    # e to 700 is below the largest float: a larger e-value is still a number. Terms are
    # added one by one, for the same bits on every machine.
    amounts = exp(np.minimum(logarithms, 700.0))
    return np.add.accumulate(amounts, axis=-1)[..., -1] / amounts.shape[-1]
