"""Certified budgets by exact posteriors: the rules of runs that name no estimator.

A lead was certified where F(B), the mean of the exact chances to win within B, exceeds
the column's share p by ``sqrt((1.96 standard errors)**2 + (3.69 / n)**2)`` in n games.
The second term is the rule of three at 97.5 %: n games without a loss do not exclude a
share of 3.69 / n of lost games, since exp(-3.69) is 2.5 %.

A record was certified by the e-value of "the mean is at most p" for the chances, which
is the mean wealth of bettors who each bet a constant fraction of it on every game
(I. Waudby-Smith and A. Ramdas 2024, "Estimating means of bounded random variables by
betting").
"""

from __future__ import annotations

import math

import numpy as np

from contest.statistics.evalues import mean_exp
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import Z_95
from game.elementary import log
from solver.numeric.elementary import exp, log1p

_UNSEEN = -math.log(0.025)
_FRACTIONS = exp(log(0.001) + np.arange(60.0) * ((log(0.95) - log(0.001)) / 59))


def certified_lead(curve: WinCurve, share: float) -> float:
    """Return the smallest budget that games certify at 95 %, ``inf`` for none."""

    def is_certified(budget: float) -> bool:
        chance, error = curve.at(budget)
        margin = math.hypot(Z_95 * error, _UNSEEN / len(curve.budgets))
        return chance - margin >= share * (1 - 1e-12)

    return curve.first(is_certified)


def certified_record(curve: WinCurve, share: float, error: float) -> float:
    """Return the smallest budget that games certify by their e-value, or ``inf``.

    The games are in the order played; `error` is the probability of an error, at most.
    """

    def is_certified(budget: float) -> bool:
        gaps = np.outer(curve.within(budget) - share, _FRACTIONS)
        wealth = np.cumsum(log1p(gaps / share), axis=0)
        return bool((mean_exp(wealth) * error >= 1).any())

    return curve.first(is_certified)
