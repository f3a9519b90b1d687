"""Simultaneous comparison of several entries: intervals and ranks.

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

from contest.statistics.comparison.paired import check_pairs, known_guesses
from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.intervals import half_width
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES
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


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """Several entries by one measure, with all differences between two of them.

    `column` is a percentile, ``asked`` for a budget, or ``mean`` and ``solved`` of
    classic Wordle. `values` are by entry the budget at which it crosses the percentile
    (``inf`` where it does not), the chance to win within the budget, the mean number of
    guesses, or the share of games solved. `gaps` are the mean differences, row minus
    column, of the chances to win within the smaller of the two budgets, or of the
    values; `half_widths` are those of their simultaneous 95 % intervals. `better` says
    whether the row is better than the column: the interval excludes 0. `ranks` are the
    intervals of the ranks, in the order of `values`. `least` says that the smaller of
    two means is better.
    """

    column: str
    values: tuple[float, ...]
    gaps: Floats
    half_widths: Floats
    better: NDArray[np.bool_]
    ranks: tuple[tuple[int, int], ...]
    least: bool = False

    @property
    def order(self) -> tuple[int, ...]:
        """The entries, the best first, whether or not differences are significant."""
        ahead = (self.gaps < 0) if self.least else (self.gaps > 0)
        wins = ahead.sum(axis=1)
        return tuple(sorted(range(len(wins)), key=lambda k: -wins[k]))


def rankings(entries: Sequence[Games], budget: float | None = None) -> list[Ranking]:
    """Compare several entries at WORDPL, at each percentile or within one budget.

    All have games of the same seed in the same order (else `InputError`). The intervals
    of one ranking hold together; those of several do not.

    Two entries are compared within the smaller of the two budgets at which they cross
    the percentile, as in `contest.statistics.comparison.paired.contrasts`: the one that
    is better there crosses it first.
    """
    check_pairs(entries)
    curves = [games.curve for games in entries]
    any_time = entries[0].horizon is not None
    if budget is not None:
        won = tuple(curve.at(budget)[0] for curve in curves)
        differences = _differences_within(curves, [budget] * len(curves))
        return [_ranking("asked", won, differences, any_time=any_time)]
    crossings = {
        name: tuple(curve.crossing(share) for curve in curves)
        for name, share in PERCENTILES.items()
    }
    return [
        _ranking(name, budgets, _differences_within(curves, budgets), any_time=any_time)
        for name, budgets in crossings.items()
    ]


def _differences_within(
    curves: Sequence[WinCurve], budgets: Sequence[float]
) -> Iterator[Floats]:
    """Yield the differences of each pair within the smaller of its two budgets."""
    for (one, a), (other, b) in combinations(zip(curves, budgets, strict=True), 2):
        yield one.within(min(a, b)) - other.within(min(a, b))


def guess_rankings(entries: Sequence[Games]) -> list[Ranking]:
    """Compare several entries in games without prices.

    The ranking ``mean`` is by guesses, ``solved`` by the chance to win. Intervals have
    no width where every answer was played once.
    """
    won = [games.curve.within(math.inf) for games in entries]
    return [
        _ranking(
            name,
            tuple(total(x) / len(x) if len(x) else math.nan for x in values),
            (first - second for first, second in combinations(values, 2)),
            least=name == "mean",
            drawn=not entries[0].whole,
        )
        for name, values in (("mean", known_guesses(entries)), ("solved", won))
    ]


def _ranking(
    name: str,
    values: tuple[float, ...],
    differences: Iterable[Floats],
    *,
    least: bool = False,
    drawn: bool = True,
    any_time: bool = False,
) -> Ranking:
    """Return a ranking from the differences of each pair of entries, game by game."""
    gaps, half_widths = np.zeros((2, len(values), len(values)))
    error = ERROR / math.comb(len(values), 2)
    pairs = combinations(range(len(values)), 2)
    for (i, j), difference in zip(pairs, differences, strict=True):
        half = half_width(difference, error, any_time=any_time) if drawn else 0.0
        gaps[i, j] = (
            total(difference) / len(difference) if len(difference) else math.nan
        )
        gaps[j, i], half_widths[i, j], half_widths[j, i] = -gaps[i, j], half, half
    better = np.asarray((-gaps if least else gaps) > half_widths)
    return Ranking(name, values, gaps, half_widths, better, ranks_of(better), least)
