"""Paired comparison of entries with the first on the same secrets and noise.

The scores of two entries are positively correlated, so that their difference is
estimated from far fewer games than two separate runs would need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.intervals import half_width, loss_by_failures
from contest.statistics.quantiles import PERCENTILES
from game.arrays import Floats
from game.errors import InputError
from game.text.formats import format_count


@dataclass(frozen=True, slots=True)
class Difference:
    """Means of two entries over the same games, and an interval of the difference."""

    first: float
    second: float
    low: float
    high: float

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
    the clues is known. `crossings` are the budgets at which each crosses the
    percentile, ``inf`` where it does not; without prices, both are the number of
    guesses.
    """

    column: str
    budget: float
    chances: Difference
    crossings: tuple[float, float]


def compare_with_first(entries: Sequence[Games]) -> list[Comparison]:
    """Compare every other entry with the first, as `contrasts` does two."""
    # All comparisons share one error, so that their intervals hold together.
    first, *others = entries
    count = len(others)
    return [
        Comparison(
            contrasts(first, other, comparisons=count),
            None
            if first.setting.mode.priced
            else compare_guesses(first, other, comparisons=count),
        )
        for other in others
    ]


def contrasts(first: Games, second: Games, *, comparisons: int = 1) -> list[Contrast]:
    """Compare two entries at each percentile.

    Without prices they are compared within each number of guesses. Both have games of
    the same seed in the same order (else `InputError`).

    The better one at a percentile is the one whose chance to win reaches it within
    a smaller budget. So they are compared within the smaller of the two budgets at
    which they cross it: there one has reached it, and the question is whether the
    other wins less. That budget is found from the same games, which in large runs
    does not matter.

    The error of 5 % is shared by all `comparisons`.
    """
    check_pairs(first, second)
    one = first.curve
    other = second.curve

    if first.setting.mode.priced:
        columns = {
            name: (one.crossing(share), other.crossing(share))
            for name, share in PERCENTILES.items()
        }
    else:
        numbers = sorted({*one.limits, *other.limits})
        columns = {f"within {number:g}": (number, number) for number in numbers}

    # At a percentile: within the budget at which the better one reaches it.
    found = []
    for column, crossings in columns.items():
        limit = min(crossings)
        # Adjusted values have little noise, so that their interval is narrow.
        chances = compare_pairs(
            one.within(limit),
            other.within(limit),
            ERROR / comparisons,
            drawn=not first.whole,
            failures=(first.failures, second.failures),
        )
        found.append(Contrast(column, limit, chances, crossings))
    return found


def compare_guesses(first: Games, second: Games, *, comparisons: int = 1) -> Difference:
    """Compare the guesses of two entries in games without prices.

    Without a limit, only the games that neither lost have a number of guesses. Where
    every answer was played once, the interval has no width.
    """
    check_pairs(first, second)
    guesses = [first.guesses, second.guesses]
    known = np.isfinite(guesses).all(axis=0)
    one, other = (numbers[known] for numbers in guesses)
    return compare_pairs(one, other, ERROR / comparisons, drawn=not first.whole)


def check_pairs(first: Games, second: Games) -> None:
    """Raise `InputError` unless both played the same secrets, at least two."""
    if not np.array_equal(first.answers, second.answers) or len(first) < 2:
        numbers = " and ".join(
            format_count(len(games), "game") for games in (first, second)
        )
        raise InputError(numbers, "at least 2 of each, on the same secrets")


def compare_pairs(
    first: Floats,
    second: Floats,
    error: float = ERROR,
    *,
    drawn: bool = True,
    failures: tuple[int, int] | None = None,
) -> Difference:
    """Return the difference of two means over the same games, by Student's interval.

    `drawn` says that the games are a sample, and not all there are. With no variation
    the rule of three applies, as in `half_width`, whose `error` it is. If the values
    are chances to win, `failures` has the number of games that each entry forfeited.
    """
    if not len(first):
        return Difference(*[math.nan] * 4)
    gap = first - second
    mean = float(gap.mean())
    means = float(first.mean()), float(second.mean())
    if not drawn:
        return Difference(*means, mean, mean)

    # Failures of the first entry lower the difference, those of the second raise it.
    half = half_width(gap, error)
    below = above = half
    if failures:
        below = max(half, loss_by_failures(first, failures[0], error))
        above = max(half, loss_by_failures(second, failures[1], error))
    return Difference(*means, mean - below, mean + above)
