"""Percentiles with their intervals, and standard errors of means."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from game.arrays import Floats, Mask
from solver.numeric.elementary import total

Z_95 = 1.959963984540054
"""Standard errors on each side of a 95 % interval."""

_TAIL = 0.025  # of the distribution, on each side of a 95 % interval

PERCENTILES = {"p05": 0.05, "p50": 0.50, "p95": 0.95}
"""The columns of the leaderboard."""

MEDIAN_FIRST = sorted(
    PERCENTILES, key=lambda name: round(abs(PERCENTILES[name] - 0.5), 9)
)
"""The columns in the order in which they rank entries."""


def percents() -> str:
    """Return the shares of the columns in percent, for legends.

    Examples
    --------
    >>> percents()
    '5, 50, 95 %'
    """
    shares = (f"{100 * share:g}" for share in PERCENTILES.values())
    return f"{', '.join(shares)} %"


def percentile(scores: ArrayLike, p: float) -> float:
    """Return the smallest score that a share `p` of the games do not exceed.

    That is the score of rank ``ceil(p * n)``; only ranks count, so ``inf`` for a loss
    needs no special case.
    """
    # The slack keeps 0.05 * 1000, which is a little more than 50, at rank 50.
    ranked = np.sort(scores)
    rank = max(1, math.ceil(p * len(ranked) - 1e-9))
    return float(ranked[rank - 1])


def percentile_interval(ranked: Floats, p: float) -> tuple[float, float]:
    """Return the ends of a 95 % confidence interval of a percentile.

    `ranked` has the best score first. The ends are the scores of two ranks, from 0,
    which gives 0, to ``games + 1``, which gives ``inf``.

    For any distribution, with ties and ``inf``, the number of games at or below the
    true percentile is stochastically at least ``Bin(games, p)``, and the number below
    it at most. So ``P(low <= Bin(games, p) <= high - 1) >= 0.95`` is sufficient for the
    ranks, with half of the error on each side.
    """
    from scipy.special import bdtr  # scipy is slow to import

    games = len(ranked)
    cumulative = bdtr(np.arange(games + 1), games, p)
    low, high = np.searchsorted(cumulative, (_TAIL, 1 - _TAIL))
    scores = np.concatenate(([0.0], ranked, [math.inf]))
    return float(scores[low]), float(scores[high + 1])


def at_most(scores: ArrayLike, limit: float) -> Mask:
    """Return which scores do not exceed a limit, up to rounding of sums."""
    return np.asarray(scores) <= limit * (1 + 1e-9)


def standard_error(values: ArrayLike) -> float:
    """Return the standard error of a mean; NaN for a single value."""
    values = np.asarray(values, float)
    if len(values) < 2 or not np.isfinite(values).all():
        return math.nan
    mean = total(values) / len(values)
    variance = total((values - mean) ** 2) / (len(values) - 1)
    return math.sqrt(variance / len(values))
