"""Simultaneous comparison of several entries: intervals, groups and ranks.

All pairs of entries are compared on the same games. The intervals of the differences
hold together: with probability 95 % all of them cover the truth at once, as each has an
equal share of the error (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from contest.statistics.comparison.paired import (
    check_pairs,
    half_width,
    solved_by_all,
)
from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.sequences import mean_sequence
from solver.numeric.elementary import total

Floats = NDArray[np.float64]


def ranks_of(better: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return the interval of the rank of each entry.

    `better` says whether the row is significantly better than the column. A rank is
    from one more than the number of better entries to the number of entries that are
    not worse; all ranks hold together with 95 %, like the intervals: M. Mogstad, J. P.
    Romano, A. M. Shaikh and D. Wilhelm (2024), "Inference for ranks with applications
    to mobility across neighbourhoods and academic achievement across countries".
    """
    above, below = better.sum(axis=0), len(better) - better.sum(axis=1)
    return tuple(zip((1 + above).tolist(), below.tolist(), strict=True))


def groups_of(
    better: NDArray[np.bool_], order: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the largest groups of entries of which no two can be separated.

    `better` says whether the row is significantly better than the column; `order` has
    the best entry first. An entry may belong to several groups. They are the letters of
    H.-P. Piepho (2004), "An algorithm for a letter-based representation of all-pairwise
    comparisons".
    """
    near = ~(better | better.T)[np.ix_(order, order)]
    # Entries that are near to the same ones are together in all of their groups.
    kinds, kind = np.unique(near, axis=0, return_inverse=True)
    first = [int(np.argmax(kind == k)) for k in range(len(kinds))]
    groups = []
    for clique in _cliques(near[np.ix_(first, first)]):
        members = np.flatnonzero(np.isin(kind, clique))
        groups.append(members.tolist())
    return tuple(tuple(order[k] for k in group) for group in sorted(groups))


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """Several entries by one measure, with all differences between two of them.

    `column` is a percentile, ``asked`` for a budget, or ``mean`` and ``solved`` of
    classic Wordle. `values` are by entry the budget at which it crosses the percentile
    (``inf`` where it does not), the chance to win within the budget, the mean number of
    guesses, or the share of games solved. `gaps` are the mean differences, row minus
    column, of the chances to win within the smaller of the two budgets, or of the
    values; `reach` is half the widths of their simultaneous 95 % intervals. `least`
    says that the smaller of two means is better.
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
        """The entries, the best first, whether or not differences are significant."""
        ahead = (self.gaps < 0) if self.least else (self.gaps > 0)
        wins = ahead.sum(axis=1)
        return tuple(sorted(range(len(wins)), key=lambda k: -wins[k]))

    @property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """The interval of the rank of each entry, in the order of `values`."""
        return ranks_of(self.better)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The largest groups of entries of which no two can be separated."""
        return groups_of(self.better, self.order)


def rankings(entries: Sequence[Games], budget: float | None = None) -> list[Ranking]:
    """Compare several entries at WORDPL, at each percentile or within one budget.

    All have games of the same seed in the same order (else `InputError`). The intervals
    of one ranking hold together; those of several do not.

    Two entries are compared within the smaller of the two budgets at which they cross
    the percentile, as in `contest.statistics.comparison.paired.contrasts`: the one that
    is better there crosses it first.
    """
    check_pairs(entries)
    curves, horizon = [games.curve for games in entries], entries[0].horizon

    def ranking(
        name: str, values: tuple[float, ...], limits: Sequence[float]
    ) -> Ranking:
        pairs = combinations(zip(curves, limits, strict=True), 2)
        differences = (
            one.within(min(limit, other_limit)) - other.within(min(limit, other_limit))
            for (one, limit), (other, other_limit) in pairs
        )
        return _ranking(name, values, differences, horizon=horizon)

    if budget is not None:
        won = tuple(curve.at(budget)[0] for curve in curves)
        return [ranking("asked", won, [budget] * len(curves))]
    crossings = {
        name: tuple(curve.crossing(share) for curve in curves)
        for name, share in PERCENTILES.items()
    }
    return [ranking(name, values, values) for name, values in crossings.items()]


def guess_rankings(entries: Sequence[Games]) -> list[Ranking]:
    """Compare several entries at classic Wordle.

    The ranking ``mean`` is by the guesses in the games that all of them solved,
    ``solved`` by the share of games solved. Intervals have no width where every answer
    was played once.
    """
    check_pairs(entries)
    both, drawn = solved_by_all(entries), not entries[0].whole
    scores = [games.scores[both] for games in entries]
    won = [np.isfinite(games.scores).astype(float) for games in entries]
    return [
        _ranking(
            name,
            tuple(total(x) / len(x) if len(x) else math.nan for x in values),
            (first - second for first, second in combinations(values, 2)),
            least=name == "mean",
            drawn=drawn,
        )
        for name, values in (("mean", scores), ("solved", won))
    ]


def _ranking(
    name: str,
    values: tuple[float, ...],
    differences: Iterable[Floats],
    *,
    least: bool = False,
    drawn: bool = True,
    horizon: int | None = None,
) -> Ranking:
    """Return a ranking from the differences of each pair of entries, game by game."""
    gaps, reach = np.zeros((2, len(values), len(values)))
    error = ERROR / math.comb(len(values), 2)
    pairs = combinations(range(len(values)), 2)
    for (i, j), difference in zip(pairs, differences, strict=True):
        mean, half = interval(difference, error, drawn=drawn, horizon=horizon)
        gaps[i, j], gaps[j, i] = mean, -mean
        reach[i, j] = reach[j, i] = half
    return Ranking(name, values, gaps, reach, least)


def interval(
    difference: Floats, error: float, *, drawn: bool, horizon: int | None
) -> tuple[float, float]:
    """Return a mean difference of paired games and half the width of its interval.

    `error` is the probability that the interval does not cover the truth. `drawn` says
    that the games are a sample, and not all there are. `horizon` is the number of games
    of the longest run that was possible, where the run may stop by itself: the interval
    is then a confidence sequence for differences of shares, from -1 to 1, and holds
    after every game.
    """
    if not len(difference):
        return math.nan, math.nan
    mean = total(difference) / len(difference)
    if not drawn:
        return mean, 0.0
    if horizon is None:
        return mean, half_width(difference, error)
    low, high = mean_sequence((difference + 1) / 2, horizon, error)
    return mean, max(mean - (2 * low - 1), 2 * high - 1 - mean)


def _cliques(near: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Yield the maximal cliques of a graph, after C. Bron and J. Kerbosch (1973).

    Those with a neighbour of `pivot` come with that neighbour or with another that is
    none (E. Tomita, A. Tanaka and H. Takahashi 2006). Sets are bits of integers.
    """
    masks = [
        sum(1 << int(j) for j in np.flatnonzero(row) if j != k)
        for k, row in enumerate(near)
    ]
    open_: list[tuple[list[int], int, int]] = [([], (1 << len(masks)) - 1, 0)]
    while open_:
        chosen, new, done = open_.pop()
        if not new and not done:
            yield chosen
            continue
        pivot = max(_bits(new | done), key=lambda k: (new & masks[k]).bit_count())
        for k in _bits(new & ~masks[pivot]):
            open_.append(([*chosen, k], new & masks[k], done & masks[k]))
            new, done = new & ~(1 << k), done | 1 << k


def _bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set in an integer."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
