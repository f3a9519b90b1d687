"""Percentiles with their intervals, and standard errors of means."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from game.arrays import Floats, Mask
from solver.numeric.elementary import total

Z_95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""

_TAIL = 0.025  # probability on each side of a 95 % interval

PERCENTILES = {"p05": 0.05, "p50": 0.50, "p95": 0.95}
"""The rankings of the leaderboard (`column` in code), with target probabilities."""

MEDIAN_FIRST = sorted(
    PERCENTILES, key=lambda name: round(abs(PERCENTILES[name] - 0.5), 9)
)
"""The names of the rankings, p50 first; tables sort entries by the first ranking."""


def percents() -> str:
    """Return the target probabilities of the rankings in percent, for legends.

    Examples
    --------
    >>> percents()
    '5, 50, 95 %'
    """
    shares = (f"{100 * share:g}" for share in PERCENTILES.values())
    return f"{', '.join(shares)} %"


def percentile(scores: ArrayLike, p: float) -> float:
    """Return the percentile of `scores` for the share `p`.

    It is the smallest score such that at least a share `p` of the scores is not above
    it. With n scores this is the score of rank ``ceil(p * n)``. Only ranks count, so
    the score ``inf`` of a lost game needs no special case.
    """
    # The slack of 1e-9 keeps 0.05 * 1000, a float just above 50, at rank 50.
    ranked = np.sort(scores)
    rank = max(1, math.ceil(p * len(ranked) - 1e-9))
    return float(ranked[rank - 1])


def percentile_interval(ranked: Floats, p: float) -> tuple[float, float]:
    """Return the ends of a 95 % confidence interval of a percentile.

    `ranked` has the scores of all games, the best score first, and `p` is the share of
    the percentile. The ends are the scores at two ranks, `low` and `high`. Rank 0 means
    the score 0. Rank ``games + 1`` means the score ``inf``, if `games` is the number of
    games.

    Scores may have any distribution, with ties and ``inf``. The number of games at or
    below the true percentile is stochastically at least ``Bin(games, p)``. The number
    of games below the true percentile is stochastically at most ``Bin(games, p)``. So
    ranks with ``P(low <= Bin(games, p) <= high - 1) >= 0.95`` are sufficient. Each side
    has half of the error.
    """
    from scipy.special import bdtr  # scipy is slow to import

    games = len(ranked)
    cumulative = bdtr(np.arange(games + 1), games, p)
    low, high = np.searchsorted(cumulative, (_TAIL, 1 - _TAIL))
    scores = np.concatenate(([0.0], ranked, [math.inf]))
    return float(scores[low]), float(scores[high + 1])


def at_most(scores: ArrayLike, limit: float) -> Mask:
    """Return, for each score, whether the score is at most `limit`.

    The comparison allows for rounding errors.
    """
    return np.asarray(scores) <= limit * (1 + 1e-9)


def standard_error(values: ArrayLike) -> float:
    """Return the standard error of the mean of `values`.

    It is NaN if there are fewer than two values, or if a value is not finite.
    """
    values = np.asarray(values, float)
    if len(values) < 2 or not np.isfinite(values).all():
        return math.nan
    mean = total(values) / len(values)
    variance = total((values - mean) ** 2) / (len(values) - 1)
    return math.sqrt(variance / len(values))
