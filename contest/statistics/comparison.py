"""Paired comparison of entries with the first entry, on the same secrets and noise.

If two entries play games with the same secrets and the same noise, their scores are
positively correlated. Therefore the difference of the mean scores can be estimated from
far fewer games than in two separate runs.
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
    """The means of a figure of two entries, and an interval of their difference.

    `first` and `second` are the means of the first and of the second entry over the
    same games. `low` and `high` are the ends of the confidence interval of `first`
    minus `second`.
    """

    first: float
    second: float
    low: float
    high: float

    @property
    def larger(self) -> int:
        """0 if the first mean is larger, 1 if the second is larger, -1 if undecided.

        The comparison is undecided if the interval contains 0.
        """
        if self.low > 0:
            return 0
        return 1 if self.high < 0 else -1


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first entry compared with another entry.

    `contrasts` compares the chances to win. In games with prices there is a contrast
    for each ranking; in games without prices there is one for each number of guesses.
    `guesses` compares the mean numbers of guesses; for games with prices `guesses` is
    None. If several entries are compared with the first entry, each comparison has an
    equal share of the error of 5 % (Bonferroni). So in each ranking all intervals are
    correct at the same time with a probability of 95 %.
    """

    contrasts: list[Contrast]
    guesses: Difference | None


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two entries compared in one ranking, or within one number of guesses.

    `column` is the name of the ranking, or ``within N`` for N guesses. `chances`
    compares the chances to win within `budget`. These chances are luck-adjusted if the
    luck is known. `crossings` has, for each of the two entries, the smallest budget
    within which it reaches the target probability, or ``inf``. In games without prices
    `budget` and both `crossings` are the number of guesses.
    """

    column: str
    budget: float
    chances: Difference
    crossings: tuple[float, float]


def compare_with_first(entries: Sequence[Games]) -> list[Comparison]:
    """Compare the first of the entries with every other entry.

    Return a comparison for each other entry, in order. Raises `InputError` unless all
    entries played the same secrets.
    """
    # All comparisons share one error, so that all intervals are correct together.
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
    """Compare the chances to win of two entries in each ranking.

    Games without prices are compared within each number of guesses. Both entries must
    have games with the same secrets in the same order; otherwise `InputError` is
    raised. `comparisons` is the number of entries that are compared with the first
    entry. Each of these comparisons has an equal share of the error of 5 %.

    The entry that reaches the target probability within the smaller budget is better.
    So the chances to win are compared within the smaller of the two budgets: the better
    entry reaches the target probability within this budget, and the question is whether
    the other entry wins fewer games. The smaller budget is estimated from the same
    games that are compared. In large runs this does not affect the interval much.
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

    # The limit is the budget of the better entry, or the number of guesses.
    found = []
    for column, crossings in columns.items():
        limit = min(crossings)
        # Luck-adjusted values have little noise, so that the interval is narrow.
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
    """Compare the mean number of guesses of two entries in games without prices.

    If the number of guesses has no limit, only games that both entries won are
    compared. If every answer was played once, there is no sampling error, and the
    interval has the width 0. `comparisons` is the number of entries that are compared
    with the first entry. Each of these comparisons has an equal share of the error of
    5 %.
    """
    check_pairs(first, second)
    guesses = [first.guesses, second.guesses]
    known = np.isfinite(guesses).all(axis=0)
    one, other = (numbers[known] for numbers in guesses)
    return compare_pairs(one, other, ERROR / comparisons, drawn=not first.whole)


def check_pairs(first: Games, second: Games) -> None:
    """Raise `InputError` unless both entries played the same secrets in order.

    Each entry must have at least two games.
    """
    if not np.array_equal(first.answers, second.answers) or len(first) < 2:
        numbers = " and ".join(
            format_count(len(games), "game") for games in (first, second)
        )
        raise InputError(
            numbers, "at least 2 games of each entry, with the same secrets in order"
        )


def compare_pairs(
    first: Floats,
    second: Floats,
    error: float = ERROR,
    *,
    drawn: bool = True,
    failures: tuple[int, int] | None = None,
) -> Difference:
    """Return the means of two entries, with Student's interval of the difference.

    `first` and `second` have the values of the two entries in the same games, in the
    same order. `error` is the probability that the interval does not cover the
    difference. `drawn` says whether the games are a sample of all possible games. If
    `drawn` is false, every possible game was played, and the interval has the width 0.
    If all differences are equal, the rule of three applies, as in `half_width`. If the
    values are chances to win, `failures` has, for each of the two entries, the number
    of games that it forfeited. If there are no games, all figures are NaN.
    """
    if not len(first):
        return Difference(*[math.nan] * 4)
    gap = first - second
    mean = float(gap.mean())
    means = float(first.mean()), float(second.mean())
    if not drawn:
        return Difference(*means, mean, mean)

    # Failures of the first entry lower the difference. Failures of the second entry
    # raise the difference.
    half = half_width(gap, error)
    below = above = half
    if failures:
        below = max(half, loss_by_failures(first, failures[0], error))
        above = max(half, loss_by_failures(second, failures[1], error))
    return Difference(*means, mean - below, mean + above)
