"""Intervals of means.

They are for a number of games that was fixed before: of a run that was stopped by what
its games showed, they cover the truth less often than in 95 % of cases.
"""

from __future__ import annotations

import numpy as np

from contest.statistics.evalues import ERROR
from contest.statistics.quantiles import standard_error
from game.arrays import Floats
from game.elementary import log


def half_width(values: Floats, error: float = ERROR) -> float:
    """Return half the width of Student's interval of a mean.

    `error` is the probability that the interval does not cover the mean. With no
    variation the rule of three applies: ±3/n at 95 %.
    """
    games = len(values)

    # The standard error of equal values is 0, although others may still occur.
    if games > 1 and np.ptp(values) < 1e-12:
        return -log(error) / games
    from scipy.special import stdtrit  # scipy is slow to import

    return -float(stdtrit(games - 1, error / 2)) * standard_error(values)
