"""Confidence sequences: intervals that are valid after every game.

An interval for a fixed number of games covers the truth in 95 % of runs of that length,
but not in 95 % of runs that stop depending on their results. A confidence sequence
covers the truth after all games simultaneously, in at least 95 % of runs, for any
stopping rule; it is wider.

Notes
-----
A number is outside the interval when the e-value of one of the hypotheses "at most" and
"at least" this number has reached ``2 / error``. The e-value is the wealth of bets: a
bet of size b against "the mean is at most m" multiplies the wealth by ``1 + b (x -
m)``, whose mean is at most 1 under the hypothesis, so that the wealth reaches ``2 /
error`` with a probability of at most ``error / 2`` in a run of any length (J. Ville
1939). The method is that of I. Waudby-Smith and A. Ramdas (2024), "Estimating
means of bounded random variables by betting"; that for percentiles of S. R. Howard and
A. Ramdas (2022), "Sequential estimation of quantiles with applications to A/B testing
and best-arm identification", with bets instead of their boundary.

Each bettor has a horizon, the number of games after which its interval is narrowest:
for symmetric values ``b = s / deviation`` with ``s = sqrt(2 log(2 / error) /
horizon)``. Bets on a mean are adjusted for skewness: they are optimal for values
``a + b N`` with N of Poisson's distribution that have the standard deviation and the
skewness g of the values so far: with ``x = g s``, ``b = s / deviation * (exp(u) - 1) /
x``, where ``u - 1 + exp(-u) = x**2 / 2``.

Most of the initial wealth is for the longest possible run, at whose end the interval is
1.5 times as wide as one for a fixed number of games; the rest is for shorter runs. As
values may be 0 or 1, a bet is below ``1 / mean``, or ``1 / (1 - mean)``, so that the
wealth stays positive. This bound makes intervals wider in runs of less than about ``7 /
(deviation / (1 - mean))**2`` games.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from contest.statistics.evalues import ERROR, Verdict, certify
from contest.statistics.posteriors import WinCurve
from game.elementary import log
from solver.numeric.elementary import exp, log1p, total

Floats = NDArray[np.float64]

_MAIN = 0.7  # share of the wealth for the longest run
_SHORTER = 4  # how many times shorter each horizon is than the one before
_LEAST = 30  # games of the shortest horizon
_MOST = 0.95  # share of a bettor's wealth that one game may lose
_STEPS = 24  # bisections of an end, which is then exact to 1e-7
_FIRST = 250  # games before the deviation of a win curve is estimated


def rank_sequence(games: int, p: float, horizon: int) -> tuple[int, int]:
    """Return the ranks of a confidence sequence of a percentile.

    `horizon` is the number of games of the longest run that is possible. The ranks are
    as those of `contest.statistics.quantiles.rank_interval`.

    For any distribution, with ties and ``inf``, the number of games at or below the
    true percentile is stochastically at least ``Bin(games, p)``, and the number below
    it at most. So counts are sufficient.

    Examples
    --------
    >>> from contest.statistics.quantiles import rank_interval
    >>> rank_interval(1001, 0.5), rank_sequence(1001, 0.5, 1001)
    ((470, 532), (456, 546))
    """
    won = np.arange(games + 1.0)[:, None]
    lost = games - won
    weights, bets = _bettors(horizon, ERROR)
    bets /= math.sqrt(p * (1 - p))
    up, down = np.minimum(bets, _MOST / p), np.minimum(bets, _MOST / (1 - p))
    many = won * log1p(up * (1 - p)) + lost * log1p(-up * p)
    few = won * log1p(-down * (1 - p)) + lost * log1p(down * p)
    too_few = np.flatnonzero(_wealth(few, weights) * ERROR >= 2)
    too_many = np.flatnonzero(_wealth(many, weights) * ERROR >= 2)
    return (
        int(too_few[-1]) + 1 if len(too_few) else 0,
        int(too_many[0]) if len(too_many) else games + 1,
    )


def mean_sequence(
    values: Floats, horizon: int, error: float = ERROR
) -> tuple[float, float]:
    """Return the confidence sequence of a mean after the last game.

    The values are from 0 to 1, in the order played; `error` is the probability that the
    mean is ever outside, at most. Without games the interval is from 0 to 1.

    Examples
    --------
    >>> low, high = mean_sequence(np.tile([0.0, 1.0], 500), 1000)
    >>> round(low, 3), round(high, 3)
    (0.455, 0.545)
    """
    weights, bets = _bettors(horizon, error)
    up, down = _bets_on_means(values, bets)
    mean = total(values) / len(values) if len(values) else 0.5

    def is_rejected(candidate: float) -> bool:
        sign = 1.0 if candidate < mean else -1.0
        edge = candidate if candidate < mean else 1 - candidate
        most = _MOST / max(edge, 1e-300)
        gaps = sign * (values - candidate)[:, None]
        sizes = np.minimum(up if candidate < mean else down, most)
        return _bets_reject(gaps, sizes, weights, error)

    return _find_end(mean, 0.0, is_rejected), _find_end(mean, 1.0, is_rejected)


def interval_of_test(values: Floats, error: float = ERROR) -> tuple[float, float]:
    """Return the shares that a record test of these values has not rejected.

    Its ends belong to the two hypotheses of `contest.statistics.evalues`: either is
    wrong in a run of any length with a probability of at most `error`. So the share
    that a test rejects is never within the interval.

    Examples
    --------
    >>> low, high = interval_of_test(np.tile([0.0, 1.0], 500))
    >>> round(low, 3), round(high, 3)
    (0.45, 0.549)
    """
    mean = total(values) / len(values) if len(values) else 0.5

    def is_rejected(share: float) -> bool:
        if share in (0.0, 1.0):
            return bool((values != share).any())
        return certify(values, share, error).verdict is not Verdict.OPEN

    return _find_end(mean, 0.0, is_rejected), _find_end(mean, 1.0, is_rejected)


def crossing_sequence(
    curve: WinCurve, share: float, horizon: int
) -> tuple[float, float]:
    """Return the confidence sequence of the budget that wins a share of the games.

    The games of `curve` are in the order played. The ends are in nats, from 0, if no
    budget is rejected as too low, to ``inf``.

    The chance of each game, and so the outcome of each bet, is monotonic in the budget,
    because the sizes of the bets do not depend on it. So the ends are found by
    bisection.
    """
    weights, bets = _bettors(horizon, ERROR)
    sizes = bets / _crossing_deviations(curve, share)[:, None]

    def find_end(sign: float, edge: float, *, wanted: bool) -> float:
        most = np.minimum(sizes, _MOST / edge)

        def is_end(budget: float) -> bool:
            gaps = sign * (curve.within(budget) - share)[:, None]
            return _bets_reject(gaps, most, weights, ERROR) is wanted

        # Below the least budget that was paid no game is won.
        return 0.0 if is_end(-math.inf) else curve.first(is_end)

    # From the first budget for which "at least the share" is not rejected, to the first
    # for which "at most the share" is.
    return find_end(-1.0, 1 - share, wanted=False), find_end(1.0, share, wanted=True)


def _bettors(horizon: int, error: float) -> tuple[Floats, Floats]:
    """Return each bettor's share of the wealth, and its bet times the deviation."""
    horizons = [float(horizon)]
    while horizons[-1] >= _SHORTER * _LEAST:
        horizons.append(horizons[-1] / _SHORTER)
    weights = [_MAIN] + [(1 - _MAIN) / 2**k for k in range(1, len(horizons))]
    weights[-1] += 1 - sum(weights)
    bets = [math.sqrt(-2 * log(error / 2) / games) for games in horizons]
    return np.array(weights), np.array(bets)


def _bets_on_means(values: Floats, bets: Floats) -> tuple[Floats, Floats]:
    """Return bets that a mean is larger, and that it is smaller, than a candidate.

    They depend on the values before each one, and on two more, 1/4 and 3/4, that count
    half. Both have a row for a game and a column for a bettor.
    """
    before = np.arange(1.0, len(values) + 1)
    first, second, third = (
        (np.cumsum(values**k) - values**k + (0.25**k + 0.75**k) / 2) / before
        for k in (1, 2, 3)
    )
    variances = np.maximum(second - first**2, 1e-12)
    deviations = np.sqrt(variances)
    skewness = (third - 3 * first * second + 2 * first**3) / (variances * deviations)
    sizes, x = bets / deviations[:, None], bets * skewness[:, None]
    return sizes * np.interp(x, *_SKEWED), sizes * np.interp(-x, *_SKEWED)


def _factors() -> tuple[Floats, Floats]:
    """Return x, and the factor of a bet by x, as the notes above have them."""
    u = np.arange(-900, 901) / 100.0
    x = np.sign(u) * np.sqrt(2 * (u - 1 + exp(-u)))
    x[u == 0] = 0.0
    return x, np.where(u == 0, 1.0, (exp(u) - 1) / np.where(u == 0, 1.0, x))


_SKEWED = _factors()


def _crossing_deviations(curve: WinCurve, share: float) -> Floats:
    """Return the deviation of the chances within the budget that wins a share.

    It is estimated from the games before the first 250, 500, 1000, ... games, so that
    no bet depends on the game that it is on.
    """
    games = len(curve.budgets)
    deviations = np.full(games, math.sqrt(share * (1 - share)))
    start = _FIRST
    while start < games:
        before = WinCurve(curve.budgets[:start], curve.chances[:start])
        values = before.within(before.crossing(share))
        mean = total(values) / start
        variance = (0.0625 + total((values - mean) ** 2)) / (start + 1)
        deviations[start : 2 * start] = math.sqrt(variance)
        start *= 2
    return deviations


def _bets_reject(gaps: Floats, sizes: Floats, weights: Floats, error: float) -> bool:
    """Return whether bets on the sign of gaps have an e-value of ``2 / error``."""
    factors = log1p(gaps * sizes)
    # Sequential sums, whose bits do not depend on the vector unit.
    logarithms = np.add.accumulate(factors, axis=0)[-1:] if len(gaps) else gaps
    return bool((_wealth(logarithms, weights) * error >= 2).any())


def _wealth(logarithms: Floats, weights: Floats) -> Floats:
    """Return the wealth of all bettors, shape (n,)."""
    amounts = weights * exp(np.minimum(logarithms, 700.0))
    return np.asarray(np.add.accumulate(amounts, axis=-1)[..., -1])


def _find_end(
    inner: float, outer: float, is_rejected: Callable[[float], bool]
) -> float:
    """Return the end of the interval of means that are not rejected, by bisection."""
    if not is_rejected(outer):
        return outer
    for _ in range(_STEPS):
        middle = (inner + outer) / 2
        inner, outer = (inner, middle) if is_rejected(middle) else (middle, outer)
    return outer
