"""Simultaneous intervals of the mean differences between several entries."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit  # scipy.stats is slow to import

from contest.statistics.evalues import ERROR
from contest.statistics.sequences import mean_sequence
from solver.numeric.elementary import total

Floats = NDArray[np.float64]
Differences = Callable[[slice], Floats]
"""Returns the differences of some games, shape (n_games, n_pairs)."""

# The one that the normal approximation is taken at. In simulations of some dozen games
# up to a thousand it misses more often than it should, by up to 0.8 %.
_NOMINAL = 0.04
_DRAWS, _AT_ONCE = 100_000, 10_000  # of the maximum, whose 95 % point they give to 0.01
_BLOCK = 1 << 16  # games in memory at once
_RIDGE = 1e-9  # added to a correlation matrix, which may be singular


def simultaneous(
    differences: Differences,
    games: int,
    entries: int,
    *,
    drawn: bool = True,
    horizon: int | None = None,
) -> tuple[Floats, Floats]:
    """Return mean differences and half the widths of their simultaneous intervals.

    `differences` returns the differences of a slice of the games, an array of shape
    (n, n_pairs) with the pairs of `entries` as columns, so that a block of games is in
    memory at a time. `drawn` says that the games are a sample, and not all there are.
    `horizon` is the number of games of the longest run that was possible, where the run
    may stop by itself: each interval is then a confidence sequence of
    `contest.statistics.sequences`, with an equal share of the error, and holds after
    every game.

    A width is the standard error times the 96 % point of the largest of all
    standardised deviations ("max t"); the per cent more makes up for the approximation
    in few games. Its law is that of the Gaussian multiplier
    bootstrap of V. Chernozhukov, D. Chetverikov and K. Kato (2013), "Gaussian
    approximations and multiplier bootstrap for maxima of sums of high-dimensional
    random vectors": given the games, the largest of correlated normal numbers, with the
    correlations of the differences. It is drawn 100,000 times, always with the same
    numbers, and taken to Student's distribution at the same tail, as games are few.

    Pairs without variation have no standard error: the rule of three for several pairs
    applies, ``ln(n_pairs / 0.05) / n_games`` on each side.
    """
    pairs = entries * (entries - 1) // 2
    if not games:
        return np.full(pairs, math.nan), np.full(pairs, math.nan)
    if horizon is not None and drawn:
        return _at_any_time(differences(slice(0, games)), horizon)
    means, covariance = _moments(differences, games, pairs)
    if not drawn:
        return means, np.zeros(pairs)
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0) / games)
    live = errors > 1e-12
    widths = np.full(pairs, math.log(pairs / ERROR) / games)
    if live.any():
        some = covariance[np.ix_(live, live)]
        scale = np.sqrt(np.diag(some))
        correlation = some / np.multiply.outer(scale, scale)
        share = _NOMINAL * live.sum() / pairs
        widths[live] = critical_value(correlation, games, share) * errors[live]
    return means, widths


def critical_value(correlation: Floats, games: int, error: float = ERROR) -> float:
    """Return how many standard errors cover all differences at once.

    `correlation` is that of the differences, `error` the probability that one is not
    covered. At least two games are needed.
    """
    count = len(correlation)
    root = np.linalg.cholesky(correlation + _RIDGE * np.eye(count))
    # The numbers of RandomState are the same in every version of NumPy.
    numbers = np.random.RandomState(0)
    largest = [
        np.abs(numbers.standard_normal((_AT_ONCE, count)) @ root.T).max(axis=1)
        for _ in range(_DRAWS // _AT_ONCE)
    ]
    tail = ndtr(-np.quantile(largest, 1 - error))
    # No less than for one difference, no more than for as many that are independent
    # (Z. Sidak, 1967, "Rectangular confidence regions for the means of multivariate
    # normal distributions").
    independent = -math.expm1(math.log1p(-error) / count) / 2
    return -float(stdtrit(games - 1, min(max(tail, independent), error / 2)))


def _at_any_time(gaps: Floats, horizon: int) -> tuple[Floats, Floats]:
    """Return means and half widths of intervals that hold after every game."""
    games, pairs = gaps.shape
    means = np.array([total(gaps[:, k]) / games for k in range(pairs)])
    ends = [
        # Differences of shares, from -1 to 1.
        mean_sequence((gaps[:, k] + 1) / 2, horizon, ERROR / pairs)
        for k in range(pairs)
    ]
    low, high = (2 * np.array(end) - 1 for end in zip(*ends, strict=True))
    return means, np.maximum(means - low, high - means)


def _moments(differences: Differences, games: int, pairs: int) -> tuple[Floats, Floats]:
    """Return means and unbiased covariances, block by block of the games."""
    shift = differences(slice(0, 1))[0]  # against cancellation; exact for constants
    sums, products = np.zeros(pairs), np.zeros((pairs, pairs))
    for start in range(0, games, _BLOCK):
        block = differences(slice(start, min(start + _BLOCK, games))) - shift
        for i in range(pairs):
            sums[i] += total(block[:, i])
            for j in range(i, pairs):
                products[i, j] += total(block[:, i] * block[:, j])
    means = sums / games
    above = products - games * np.multiply.outer(means, means)
    covariance = (np.triu(above) + np.triu(above, 1).T) / max(games - 1, 1)
    return means + shift, covariance
