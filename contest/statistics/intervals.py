"""Intervals of means, and of the budget that wins a share of games.

They are for a number of games that was fixed before: of a run that was stopped by what
its games showed, they cover the truth less often than in 95 % of cases.

Notes
-----
The true budget of a share is rejected if the mean within it is significantly below the
share, or the mean within less is significantly above. So an interval of budgets needs
no correction for the number of budgets that are looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from contest.statistics.evalues import ERROR
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import standard_error
from game.elementary import log
from solver.numeric.elementary import total

_Floats = NDArray[np.float64]


def half_width(values: _Floats, error: float = ERROR) -> float:
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


def crossing_interval(curve: WinCurve, share: float) -> tuple[float, float]:
    """Return the 95 % interval of the budget that wins a share of the games.

    The ends are the smallest budgets at which the chance to win, plus and less half the
    width of its interval, is the share: R. S. Woodruff (1952), "Confidence intervals
    for medians and other position measures".
    """

    def find_end(sign: float) -> float:
        def is_reached(budget: float) -> bool:
            values = curve.within(budget)
            shift = sign * half_width(values)
            return total(values) / len(values) + shift >= share * (1 - 1e-12)

        return curve.first(is_reached)

    return find_end(1.0), find_end(-1.0)
