"""Intervals of means, of percentiles, and of the budget that wins a share of games.

The interval of a run that stops depending on its games is a confidence sequence: it
covers the truth after all games simultaneously, in 95 % of runs, and is wider.

Notes
-----
The confidence sequence of a mean is H. Robbins's mixture for sums of normal numbers
(1970). It holds for sums of any numbers as their count grows: I. Waudby-Smith, D.
Arbour, R. Sinha, E. H. Kennedy and A. Ramdas (2024), "Time-uniform central limit theory
and asymptotic confidence sequences". It is narrowest at `STRIDE` games, where it is
1.55 times as wide as an interval for a fixed number; at 100,000 games 1.9 times.

That of a percentile is exact: by bets on "at most" and "at least" the share, as S. R.
Howard and A. Ramdas (2022), "Sequential estimation of quantiles with applications to
A/B testing and best-arm identification", with bets instead of their boundary. A number
is outside when the wealth of the bets against either has reached ``2 / error``, which
has a probability of at most ``error / 2`` in a run of any length (J. Ville 1939). Most
of the wealth is for the longest possible run, at whose end the interval is 1.5 times as
wide as one for a fixed number of games; the rest is for shorter runs.

The true budget of a share is rejected if the mean within it is significantly below the
share, or the mean within less is significantly above. So an interval of budgets needs
no correction for the number of budgets that are looked at.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from contest.statistics.evalues import ERROR
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import standard_error
from game.elementary import log
from solver.numeric.elementary import exp, log1p, total

_Floats = NDArray[np.float64]

STRIDE = 250
"""Games before a run may stop depending on them."""

_MAIN = 0.7  # share of the wealth for the longest run
_SHORTER = 4  # how many times shorter each horizon is than the one before
_LEAST = 30  # games of the shortest horizon
_MOST = 0.95  # share of a bettor's wealth that one game may lose


def critical_value(
    games: int, error: float = ERROR, *, any_time: bool = False
) -> float:
    """Return half the width of the interval of a mean, in standard errors.

    `error` is the probability that the interval does not cover the mean; `any_time`
    says that the run may have stopped depending on its games.

    Examples
    --------
    >>> round(critical_value(1001), 3), round(critical_value(1001, any_time=True), 3)
    (1.962, 3.127)
    """
    if not any_time:
        from scipy.special import stdtrit  # scipy is slow to import

        return -float(stdtrit(games - 1, error / 2))
    spread = -2 * log(error)
    growth = 1 + games / STRIDE * (spread + log(spread + 1))
    return math.sqrt(growth / (growth - 1) * log(growth / error**2))


def half_width(
    values: _Floats, error: float = ERROR, *, any_time: bool = False
) -> float:
    """Return half the width of the interval of a mean.

    With no variation the rule of three applies, at any time: ±3/n at 95 %.
    """
    # The standard error of equal values is 0, although others may still occur.
    if len(values) > 1 and np.ptp(values) < 1e-12:
        return -log(error) / len(values)
    critical = critical_value(len(values), error, any_time=any_time)
    return critical * standard_error(values)


def crossing_interval(
    curve: WinCurve, share: float, *, any_time: bool = False
) -> tuple[float, float]:
    """Return the 95 % interval of the budget that wins a share of the games.

    The ends are the smallest budgets at which the chance to win, plus and less half the
    width of its interval, is the share: R. S. Woodruff (1952), "Confidence intervals
    for medians and other position measures".
    """

    def find_end(sign: float) -> float:
        def is_reached(budget: float) -> bool:
            values = curve.within(budget)
            shift = sign * half_width(values, any_time=any_time)
            return total(values) / len(values) + shift >= share * (1 - 1e-12)

        return curve.first(is_reached)

    return find_end(1.0), find_end(-1.0)


def rank_sequence(games: int, p: float, horizon: int) -> tuple[int, int]:
    """Return the ranks of a confidence sequence of a percentile.

    `horizon` is the number of games of the longest run that is possible. The ranks are
    as in `contest.statistics.quantiles.rank_interval`.

    For any distribution, with ties and ``inf``, the number of games at or below the
    true percentile is stochastically at least ``Bin(games, p)``, and the number below
    it at most. So counts are sufficient.

    Examples
    --------
    >>> from contest.statistics.quantiles import rank_interval
    >>> rank_interval(1001, 0.5), rank_sequence(1001, 0.5, 1001)
    ((470, 532), (456, 546))
    """
    # Every possible number of games at or below the percentile is tested at once.
    won = np.arange(games + 1.0)[:, None]
    lost = games - won
    weights, bets = _bettors(horizon, ERROR)
    bets /= math.sqrt(p * (1 - p))

    # A bet is limited, so that one game loses at most `_MOST` of the wealth.
    up = np.minimum(bets, _MOST / p)
    down = np.minimum(bets, _MOST / (1 - p))
    many = won * log1p(up * (1 - p)) + lost * log1p(-up * p)
    few = won * log1p(-down * (1 - p)) + lost * log1p(down * p)

    # The interval has the ranks that neither side rejects, each with half of the error.
    too_few = np.flatnonzero(_wealth(few, weights) * ERROR >= 2)
    too_many = np.flatnonzero(_wealth(many, weights) * ERROR >= 2)
    return (
        int(too_few[-1]) + 1 if len(too_few) else 0,
        int(too_many[0]) if len(too_many) else games + 1,
    )


def _bettors(horizon: int, error: float) -> tuple[_Floats, _Floats]:
    """Return each bettor's share of the wealth, and its bet times the deviation."""
    # A bet is best for one length of the run; most of the wealth is on the longest.
    horizons = [float(horizon)]
    while horizons[-1] >= _SHORTER * _LEAST:
        horizons.append(horizons[-1] / _SHORTER)
    weights = [_MAIN] + [(1 - _MAIN) / 2**k for k in range(1, len(horizons))]
    weights[-1] += 1 - sum(weights)
    bets = [math.sqrt(-2 * log(error / 2) / games) for games in horizons]
    return np.array(weights), np.array(bets)


def _wealth(logarithms: _Floats, weights: _Floats) -> _Floats:
    """Return the wealth of all bettors, shape (n,)."""
    amounts = weights * exp(np.minimum(logarithms, 700.0))
    return np.asarray(np.add.accumulate(amounts, axis=-1)[..., -1])
