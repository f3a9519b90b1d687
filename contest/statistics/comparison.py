"""Paired comparison of entries with the first on the same secrets and noise.

The scores of two entries are positively correlated, so that their difference is
estimated from far fewer games than two separate runs would need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.intervals import half_width
from contest.statistics.quantiles import PERCENTILES, at_most
from game.errors import InputError
from game.text.formats import format_count


@dataclass(frozen=True, slots=True)
class Difference:
    """Means of two entries over the same games, and an interval of the difference.

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
class Comparison:
    """An entry compared with the first one.

    `guesses` are of games without prices. All intervals of all comparisons of one of
    the `contrasts` hold together with 95 %: each has an equal share of the error
    (Bonferroni).
    """

    contrasts: list[Contrast]
    guesses: Difference | None


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two entries at one percentile, or within a number of guesses.

    `chances` compares the chances to win within `budget`, adjusted where the luck of
    the clues is known, and `wins` the shares of games won. `only` counts the games that
    only the first won, and only the second; `p_value` is of McNemar's exact test of
    whether both win equally often, times the number of comparisons. `crossings` are the
    budgets at which each crosses the percentile; ``inf`` where it does not, or none was
    asked for.
    """

    column: str
    budget: float
    chances: Difference
    wins: Difference
    only: tuple[int, int]
    p_value: float
    crossings: tuple[float, float] = (math.inf, math.inf)


def compare_with_first(
    entries: Sequence[Games], budget: float | None = None
) -> list[Comparison]:
    """Compare every other entry with the first, as `contrasts` does two."""
    # All comparisons share one error, so that their intervals hold together.
    first, *others = entries
    count = len(others)
    return [
        Comparison(
            contrasts(first, other, budget, comparisons=count),
            None
            if first.setting.mode.priced
            else compare_guesses(first, other, comparisons=count),
        )
        for other in others
    ]


def contrasts(
    first: Games, second: Games, budget: float | None = None, *, comparisons: int = 1
) -> list[Contrast]:
    """Compare two entries at each percentile or within one budget.

    Without prices they are compared within each number of guesses. Both have games of
    the same seed in the same order (else `InputError`).

    The better one at a percentile is the one whose chance to win reaches it within
    a smaller budget. So they are compared within the smaller of the two budgets at
    which they cross it: there one has reached it, and the question is whether the
    other wins less. That budget is found from the same games, which in large runs
    does not matter; with a `budget` chosen before, the tests are exact.

    The error of 5 % is shared by all `comparisons`.
    """
    check_pairs([first, second])
    error = ERROR / comparisons
    one = first.curve
    other = second.curve

    # Within the budget that was chosen before, or each number of guesses.
    if budget is not None:
        return [_contrast("asked", budget, first, second, error)]
    if not first.setting.mode.priced:
        numbers = sorted({*one.limits, *other.limits})
        return [_contrast(f"within {n:g}", n, first, second, error) for n in numbers]

    # At a percentile: within the budget at which the better one reaches it.
    found = []
    for name, share in PERCENTILES.items():
        crossings = one.crossing(share), other.crossing(share)
        contrast = _contrast(name, min(crossings), first, second, error)
        found.append(replace(contrast, crossings=crossings))
    return found


def compare_guesses(first: Games, second: Games, *, comparisons: int = 1) -> Difference:
    """Compare the guesses of two entries in games without prices.

    Where every answer was played once, the interval has no width.
    """
    one, other = known_guesses([first, second])
    return compare_pairs(one, other, ERROR / comparisons, drawn=not first.whole)


def known_guesses(entries: Sequence[Games]) -> list[NDArray[np.float64]]:
    """Return the guesses of each entry in the games where all have a number of them.

    That is in all games if there is a limit, else in those that no entry lost.
    """
    check_pairs(entries)
    guesses = [games.guesses for games in entries]
    known = np.isfinite(guesses).all(axis=0)
    return [numbers[known] for numbers in guesses]


def check_pairs(entries: Sequence[Games]) -> None:
    """Raise `InputError` unless all entries played the same secrets, at least two."""
    secrets = entries[0].answers
    same = all(np.array_equal(secrets, games.answers) for games in entries)
    if not same or len(entries[0]) < 2:
        numbers = " and ".join(format_count(len(games), "game") for games in entries)
        raise InputError(f"{numbers}: expected at least 2 of each, on the same secrets")


def compare_pairs(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    error: float = ERROR,
    *,
    drawn: bool = True,
) -> Difference:
    """Return the difference of two means over the same games, by Student's interval.

    `drawn` says that the games are a sample, and not all there are. With no variation
    the rule of three applies, as in `half_width`, whose `error` it is.
    """
    gap = first - second
    mean = float(gap.mean()) if len(gap) else math.nan
    half = half_width(gap, error) if drawn else 0.0
    return _difference(first, second, mean - half, mean + half)


def _contrast(
    column: str, limit: float, first: Games, second: Games, error: float
) -> Contrast:
    """Compare two entries within a budget, or a number of guesses."""
    # Chances: adjusted values have little noise, so that their interval is narrow.
    drawn = not first.whole
    chances = compare_pairs(
        first.curve.within(limit), second.curve.within(limit), error, drawn=drawn
    )

    # Games won: as counted, with an exact test of the games that only one won.
    won = [
        np.isfinite(games.scores) & at_most(games.scores, limit)
        for games in (first, second)
    ]
    one = won[0].astype(float)
    other = won[1].astype(float)
    only = int((won[0] & ~won[1]).sum()), int((won[1] & ~won[0]).sum())

    # Where every answer was played, the difference is known and has no interval.
    gap = (only[0] - only[1]) / len(first)
    low, high = _win_interval(*only, len(first), error) if drawn else (gap, gap)
    wins = _difference(one, other, low, high)
    p_value = min(1.0, mcnemar(*only) * ERROR / error)
    return Contrast(column, limit, chances, wins, only, p_value)


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p-value of McNemar's exact test, two-sided.

    Under the null hypothesis that both win equally often, a game that only one of them
    won is won by either with probability 1/2.
    """
    fewer = min(only_first, only_second)
    decided = only_first + only_second
    from scipy.special import bdtr  # scipy is slow to import

    return min(1.0, 2 * float(bdtr(fewer, decided, 0.5)))


def _win_interval(
    only_first: int, only_second: int, games: int, error: float
) -> tuple[float, float]:
    """Return the interval of the difference of two paired shares.

    With half a game added to each of the four cells, which keeps the coverage where few
    games differ: A. Agresti and Y. Min (2005), "Simple improved confidence intervals
    for comparing matched proportions".
    """
    first = only_first + 0.5
    second = only_second + 0.5
    total = games + 2
    gap = first - second
    from scipy.special import ndtri  # scipy is slow to import

    half = -float(ndtri(error / 2)) * math.sqrt(first + second - gap * gap / total)
    return (gap - half) / total, (gap + half) / total


def _difference(
    first: NDArray[np.float64], second: NDArray[np.float64], low: float, high: float
) -> Difference:
    if not len(first):
        return Difference(*[math.nan] * 6)
    # The variance of a difference is the sum of both less twice the covariance: so
    # pairing saves games where scores are positively correlated.
    apart = float(first.var() + second.var())
    together = float((first - second).var())
    product = float(first.std() * second.std())
    correlation = (apart - together) / 2 / product if product else math.nan
    saving = apart / together if together else math.nan
    means = float(first.mean()), float(second.mean())
    return Difference(*means, low, high, correlation, saving)
