"""Simultaneous comparison of several entries: intervals, groups and ranks.

All pairs of entries are compared on the same games. The intervals of the differences
hold together: with probability 95 % all of them cover the truth at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit  # scipy.stats is slow to import

from contest.statistics.games import Games
from contest.statistics.paired import check_pairs, solved_by_all
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES
from solver.numeric.elementary import total

Floats = NDArray[np.float64]
Differences = Callable[[slice], Floats]
"""Returns the differences of some games, shape (n_games, n_pairs)."""

_ERROR = 0.05  # probability that an interval misses the truth, at most
# The one that the normal approximation is taken at. In simulations of some dozen games
# up to a thousand it misses more often than it should, by up to 0.8 %.
_NOMINAL = 0.04
_DRAWS, _AT_ONCE = 100_000, 10_000  # of the maximum, whose 95 % point they give to 0.01
_BLOCK = 1 << 16  # games in memory at once
_RIDGE = 1e-9  # added to a correlation matrix, which may be singular


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """Several entries by one measure, with all differences between two of them.

    Parameters
    ----------
    column : str
        A percentile, ``asked`` for a budget, or ``mean`` and ``solved`` of classic
        Wordle.
    values : tuple of float
        By entry: the budget at which it crosses the percentile (``inf`` where it does
        not), the chance to win within the budget, the mean number of guesses, or the
        share of games solved.
    gaps : ndarray of shape (n_entries, n_entries), float64
        Mean difference, row minus column: of the chances to win within the smaller of
        the two budgets, or of the values.
    reach : ndarray of shape (n_entries, n_entries), float64
        Half the widths of their simultaneous 95 % intervals.
    least : bool
        Whether the smaller one of two means is better.
    """

    column: str
    values: tuple[float, ...]
    gaps: Floats
    reach: Floats
    least: bool = False

    @property
    def better(self) -> NDArray[np.bool_]:
        """Whether the row is better than the column: the interval excludes 0."""
        return np.asarray((-self.gaps if self.least else self.gaps) > self.reach)

    @property
    def order(self) -> tuple[int, ...]:
        """The entries, the best first, whether or not the difference is sure."""
        ahead = (self.gaps < 0) if self.least else (self.gaps > 0)
        wins = ahead.sum(axis=1)
        return tuple(sorted(range(len(wins)), key=lambda k: -wins[k]))

    @property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """The interval of the rank of each entry, in the order of `values`.

        One more than the entries that are better, and as many as are not worse. Sure
        at the same 95 % as all intervals together: M. Mogstad, J. P. Romano,
        A. M. Shaikh and D. Wilhelm (2024), "Inference for ranks with applications to
        mobility across neighbourhoods and academic achievement across countries".
        """
        better = self.better
        count = len(better)
        return tuple(
            (1 + int(better[:, k].sum()), count - int(better[k].sum()))
            for k in range(count)
        )

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The largest groups of entries of which no two can be separated.

        An entry may belong to several. They are the letters of H.-P. Piepho (2004),
        "An algorithm for a letter-based representation of all-pairwise comparisons".
        """
        apart = self.better | self.better.T
        place = {entry: k for k, entry in enumerate(self.order)}
        near = {k: {*np.flatnonzero(~apart[k]).tolist()} - {k} for k in place}
        found = (sorted(group, key=place.__getitem__) for group in _cliques(near))
        return tuple(sorted(map(tuple, found), key=lambda g: [place[k] for k in g]))


def rankings(entries: Sequence[Games], budget: float | None = None) -> list[Ranking]:
    """Compare several entries at WORDPL, percentile by percentile.

    Parameters
    ----------
    entries : sequence of Games
        Each entry's games, of the same seed and in the same order.
    budget : float, optional
        Compare within this budget alone.

    Returns
    -------
    list of Ranking
        One for each percentile, or one for `budget`. The intervals of one ranking hold
        together; those of several do not.

    Raises
    ------
    InputError
        When the games do not have the same secrets.

    Notes
    -----
    Two entries are compared within the smaller of the two budgets at which they cross
    the percentile, as in `contest.statistics.paired.contrasts`: the one that is better
    there crosses it first.

    Examples
    --------
    >>> from contest.statistics.games import collect, parsed
    >>> from game import Game, Mode, Outcome, Setting, Turn, Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> paid = [(Turn("crane", price, 242),) for price in (90.0, 80.0, 80.0)]
    >>> won = [Game(Mode.WORDPL, "crane", p, "crane", Outcome.WON) for p in paid]
    >>> games = ((place, game) for place, game in enumerate(won) for _ in range(40))
    >>> rows = ({"entry": str(place), **game.to_row()} for place, game in games)
    >>> rankings(list(collect(parsed(rows), Setting(words)).values()))[0].ranks
    ((3, 3), (1, 2), (1, 2))
    """
    check_pairs(entries)
    games = len(entries[0])
    # One at a time: the sorted games of a curve take as much memory as the games.
    curves = (WinCurve(own.budgets, own.chances) for own in entries)
    if budget is not None:
        won = tuple(curve.at(budget)[0] for curve in curves)
        within = _within(entries, [budget] * len(entries))
        return [_ranking("asked", won, within, games)]
    shares = PERCENTILES.values()
    crossings = [[curve.crossing(share) for share in shares] for curve in curves]
    return [
        _ranking(name, limits, _within(entries, limits), games)
        for name, limits in zip(PERCENTILES, zip(*crossings, strict=True), strict=True)
    ]


def guess_rankings(entries: Sequence[Games]) -> list[Ranking]:
    """Compare several entries at classic Wordle.

    Parameters and exceptions are those of `rankings`.

    Returns
    -------
    list of Ranking
        ``mean``: the guesses in the games that all of them solved; ``solved``: the
        share of games solved. Without doubt where every answer was played once.
    """
    check_pairs(entries)
    both, drawn = solved_by_all(entries), not entries[0].whole
    scores = [games.scores[both] for games in entries]
    won = [np.isfinite(games.scores).astype(float) for games in entries]
    found = []
    for name, values in (("mean", scores), ("solved", won)):
        means = tuple(total(x) / len(x) if len(x) else math.nan for x in values)
        differences = _paired(values)
        least = name == "mean"
        found.append(
            _ranking(name, means, differences, len(values[0]), least=least, drawn=drawn)
        )
    return found


def _ranking(
    name: str,
    values: tuple[float, ...],
    differences: Differences,
    games: int,
    *,
    least: bool = False,
    drawn: bool = True,
) -> Ranking:
    means, widths = simultaneous(differences, games, len(values), drawn=drawn)
    return Ranking(
        name,
        values,
        _square(means, len(values), -1),
        _square(widths, len(values), 1),
        least,
    )


def simultaneous(
    differences: Differences, games: int, entries: int, *, drawn: bool = True
) -> tuple[Floats, Floats]:
    """Return mean differences and half the widths of their simultaneous intervals.

    Parameters
    ----------
    differences : callable
        Returns the differences of a slice of the games, shape (n, n_pairs); a block of
        games is in memory at a time.
    games : int
        How many there are.
    entries : int
        The entries, whose pairs the columns are.
    drawn : bool
        Whether the games are a sample, and not all there are.

    Returns
    -------
    means, widths : ndarray of shape (n_pairs,), float64

    Notes
    -----
    A width is the standard error times the 96 % point of the largest of all
    standardised deviations ("max t"); the per cent more makes up for the approximation
    in few games. Its law is that of the Gaussian multiplier
    bootstrap of V. Chernozhukov, D. Chetverikov and K. Kato (2013), "Gaussian
    approximations and multiplier bootstrap for maxima of sums of high-dimensional
    random vectors": given the games, the largest of correlated normal numbers, with the
    correlations of the differences. It is drawn 100,000 times, always with the same
    numbers, and taken to Student's distribution at the same tail, as games are few.

    The pairs that differ by the same in every game have no standard error. What was
    never seen may be the case in ``ln(n_pairs / 0.05)`` games of as many as were
    played.
    """
    pairs = entries * (entries - 1) // 2
    if not games:
        return np.full(pairs, math.nan), np.full(pairs, math.nan)
    means, covariance = _moments(differences, games, pairs)
    if not drawn:
        return means, np.zeros(pairs)
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0) / games)
    live = errors > 1e-12
    widths = np.full(pairs, math.log(pairs / _ERROR) / games)
    if live.any():
        some = covariance[np.ix_(live, live)]
        scale = np.sqrt(np.diag(some))
        correlation = some / np.multiply.outer(scale, scale)
        share = _NOMINAL * live.sum() / pairs
        widths[live] = critical_value(correlation, games, share) * errors[live]
    return means, widths


def critical_value(correlation: Floats, games: int, error: float = _ERROR) -> float:
    """Return how many standard errors cover all differences at once.

    Parameters
    ----------
    correlation : ndarray of shape (n, n), float64
        Of the differences.
    games : int
        At least 2.
    error : float
        Probability that one is not covered.

    Examples
    --------
    >>> round(critical_value(np.eye(1), 10**6), 2), round(critical_value(np.eye(10), 9))
    (1.96, 4)
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


def _within(entries: Sequence[Games], limits: Sequence[float]) -> Differences:
    """Return the differences of chances within the smaller of two budgets."""

    def differences(part: slice) -> Floats:
        own = [WinCurve(g.budgets[part], g.chances[part]) for g in entries]
        pairs = combinations(range(len(own)), 2)
        columns = []
        for i, j in pairs:
            limit = min(limits[i], limits[j])
            columns.append(own[i].within(limit) - own[j].within(limit))
        return np.stack(columns, axis=1)

    return differences


def _paired(values: Sequence[Floats]) -> Differences:
    """Return the differences of some values."""

    def differences(part: slice) -> Floats:
        return np.stack([a[part] - b[part] for a, b in combinations(values, 2)], axis=1)

    return differences


def _square(pairs: Floats, entries: int, sign: int) -> Floats:
    """Return a number for each pair as a matrix with 0 on its diagonal."""
    found = np.zeros((entries, entries))
    above = np.triu_indices(entries, 1)
    found[above] = pairs
    return found + sign * found.T


def _cliques(near: dict[int, set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the maximal cliques of a graph, after C. Bron and J. Kerbosch (1973)."""

    def grow(
        chosen: tuple[int, ...], open_: set[int], done: set[int]
    ) -> Iterator[tuple[int, ...]]:
        if not open_ and not done:
            yield chosen
        for k in sorted(open_):
            yield from grow((*chosen, k), open_ & near[k], done & near[k])
            open_, done = open_ - {k}, done | {k}

    yield from grow((), set(near), set())
