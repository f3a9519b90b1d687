"""Paired comparison of two entries on the same secrets and the same noise.

The scores of the two entries are positively correlated, so that their difference is
estimated from far fewer games than two separate runs would need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, stdtrit  # scipy.stats is slow to import

from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.quantiles import PERCENTILES, Z_95, at_most, standard_error
from game.errors import InputError
from game.text.formats import format_count


@dataclass(frozen=True, slots=True)
class Difference:
    """Means of two entries over the same games, and a 95 % interval of the difference.

    `correlation` is that of the games; NaN where one entry is constant. `saving` is the
    factor by which pairing reduces the games needed for an interval of this width; NaN
    where the pairs do not differ.
    """

    first: float
    second: float
    low: float
    high: float
    correlation: float
    saving: float

    @property
    def larger(self) -> int:
        """0 for the first, 1 for the second, -1 where the interval contains 0."""
        if self.low > 0:
            return 0
        return 1 if self.high < 0 else -1


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two entries at one percentile, or by games ``solved`` at classic Wordle.

    `chances` compares the adjusted chances to win within `budget` (None at classic
    Wordle), and `wins` the shares of games won. `only` counts the games that only the
    first won, and only the second; `p_value` is of McNemar's exact test of whether both
    win equally often. `crossings` are the budgets at which each crosses the percentile;
    ``inf`` where it does not, or none was asked for.
    """

    column: str
    budget: float
    chances: Difference | None
    wins: Difference
    only: tuple[int, int]
    p_value: float
    crossings: tuple[float, float] = (math.inf, math.inf)


def contrasts(
    first: Games, second: Games, budget: float | None = None
) -> list[Contrast]:
    """Compare two entries at WORDPL, at each percentile or within one budget.

    Both have games of the same seed in the same order (else `InputError`).

    The better one at a percentile is the one whose chance to win reaches it within
    a smaller budget. So they are compared within the smaller of the two budgets at
    which they cross it: there one has reached it, and the question is whether the
    other wins less. That budget is found from the same games, which in large runs
    does not matter; with a `budget` chosen before, the tests are exact.
    """
    check_pairs([first, second])
    curves = [games.curve for games in (first, second)]
    if budget is not None:
        limits = {"asked": (budget, (math.inf, math.inf))}
    else:
        limits = {}
        for name, share in PERCENTILES.items():
            one, other = (curve.crossing(share) for curve in curves)
            limits[name] = min(one, other), (one, other)
    compared = []
    for name, (limit, crossings) in limits.items():
        chances = compare_pairs(*(curve.within(limit) for curve in curves))
        won = [_won_within(games, limit) for games in (first, second)]
        contrast = _contrast(name, limit, chances, won[0], won[1])
        compared.append(replace(contrast, crossings=crossings))
    return compared


def guesses(first: Games, second: Games) -> tuple[Difference, Contrast]:
    """Compare two entries at classic Wordle: guesses in games both solved, and solved.

    Where every answer was played once, the interval of guesses has no width.
    """
    check_pairs([first, second])
    both, drawn = solved_by_all([first, second]), not first.whole
    won = [np.isfinite(games.scores) for games in (first, second)]
    solved = _contrast("solved", math.inf, None, won[0], won[1], drawn=drawn)
    return compare_pairs(first.scores[both], second.scores[both], drawn=drawn), solved


def check_pairs(entries: Sequence[Games]) -> None:
    """Raise `InputError` unless all entries played the same secrets, at least two."""
    first = entries[0].answers
    same = all(np.array_equal(first, games.answers) for games in entries)
    if not same or len(entries[0]) < 2:
        numbers = " and ".join(format_count(len(games), "game") for games in entries)
        raise InputError(f"{numbers}: expected at least 2 of each, on the same secrets")


def solved_by_all(entries: Sequence[Games]) -> NDArray[np.bool_]:
    """Return which games of classic Wordle all entries solved, shape (n_games,)."""
    solved = [np.isfinite(games.scores) for games in entries]
    return np.asarray(np.logical_and.reduce(solved))


def compare_pairs(
    first: NDArray[np.float64], second: NDArray[np.float64], *, drawn: bool = True
) -> Difference:
    """Return the difference of two means over the same games, by Student's interval.

    `drawn` says that the games are a sample, and not all there are. With no variation
    the rule of three applies, as in `half_width`.
    """
    gap = first - second
    mean = float(gap.mean()) if len(gap) else math.nan
    half = half_width(gap) if drawn else 0.0
    return _difference(first, second, mean - half, mean + half)


def half_width(gap: NDArray[np.float64], error: float = ERROR) -> float:
    """Return half the width of Student's interval of a mean.

    With no variation the rule of three applies: ±3/n at 95 %.
    """
    if len(gap) > 1 and np.ptp(gap) < 1e-12:
        return -math.log(error) / len(gap)
    return -float(stdtrit(len(gap) - 1, error / 2)) * standard_error(gap)


def _contrast(
    name: str,
    budget: float,
    chances: Difference | None,
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    *,
    drawn: bool = True,
) -> Contrast:
    only = (int((first & ~second).sum()), int((second & ~first).sum()))
    gap = (only[0] - only[1]) / len(first)
    low, high = _win_interval(*only, len(first)) if drawn else (gap, gap)
    wins = _difference(first.astype(float), second.astype(float), low, high)
    return Contrast(name, budget, chances, wins, only, mcnemar(*only))


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p-value of McNemar's exact test, two-sided.

    Under the null hypothesis that both win equally often, a game that only one of them
    won is won by either with probability 1/2.
    """
    fewer, decided = min(only_first, only_second), only_first + only_second
    return min(1.0, 2 * float(bdtr(fewer, decided, 0.5)))


def _win_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two paired shares.

    With half a game added to each of the four cells, which keeps the coverage where few
    games differ: A. Agresti and Y. Min (2005), "Simple improved confidence intervals
    for comparing matched proportions".
    """
    first, second, total = only_first + 0.5, only_second + 0.5, games + 2
    gap = first - second
    half = Z_95 * math.sqrt(first + second - gap * gap / total)
    return (gap - half) / total, (gap + half) / total


def _difference(
    first: NDArray[np.float64], second: NDArray[np.float64], low: float, high: float
) -> Difference:
    if not len(first):
        return Difference(*[math.nan] * 6)
    apart = float(first.var() + second.var())
    together = float((first - second).var())
    product = float(first.std() * second.std())
    correlation = (apart - together) / 2 / product if product else math.nan
    saving = apart / together if together else math.nan
    means = float(first.mean()), float(second.mean())
    return Difference(*means, low, high, correlation, saving)


def _won_within(games: Games, budget: float) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(games.scores) & at_most(games.scores, budget))
