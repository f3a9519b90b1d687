"""Exact posteriors of final answers, and the win curve that they estimate.

The referee knows the prior, the channel and every clue that a strategy received. So the
probability that its final answer is right follows from Bayes' rule, for any strategy.
Its mean over the games is an unbiased estimate of the share won, with a smaller
variance than the share itself (Rao-Blackwell).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from contest.statistics.adjusted.luck import Luck, adjust_values, yields
from contest.statistics.intervals import half_width, loss_by_failures
from contest.statistics.quantiles import at_most, standard_error
from game.arrays import Floats
from game.protocol import Setting
from game.record import Game
from game.words import Vocabulary
from solver.numeric.elementary import total

POINTS = 64
"""Budgets of a curve that is drawn, at most."""


def final_chances(games: Sequence[Game], vocabulary: Vocabulary) -> Floats:
    """Return how probable each WORDPL game's final answer was, given its clues.

    The prior is uniform; the chance is 0 for a game that was forfeited. Raises
    `RecordError` when a word is not in the vocabulary, or no answer fits the clues.
    """
    return Luck.of(games, Setting(vocabulary)).values


@dataclass(frozen=True, eq=False)
class WinCurve:
    """Estimate of F(B), the chance to win within a budget B.

    From each game's budget, in nats, and how probable its final answer was. `failures`
    is the number of games that the player forfeited.
    """

    budgets: Floats
    chances: Floats
    failures: int = field(default=0, kw_only=True)

    def within(self, budget: float) -> Floats:
        """Return what each game yields within a budget, shape (n_games,)."""
        return np.where(at_most(self.budgets, budget), self.chances, 0.0)

    def at(self, budget: float) -> tuple[float, float]:
        """Return F at a budget and its standard error."""
        won = self.within(budget)
        return total(won) / len(won), standard_error(won)

    def margins(self, budget: float) -> tuple[float, float]:
        """Return how far the 95 % interval of F at a budget goes below F and above."""
        won = self.within(budget)
        above = half_width(won)
        return max(above, loss_by_failures(won, self.failures)), above

    def crossing(self, share: float, end: int = 0) -> float:
        """Return the smallest budget at which F is a share, ``inf`` without one.

        With `end` 1 it is the upper end of the interval of F that crosses the share,
        and with -1 the lower end. These are the ends of the 95 % interval of the
        budget, the smaller one and the larger one, after R. S. Woodruff (1952),
        "Confidence intervals for medians and other position measures".
        They need no correction for the number of budgets that are looked at: a budget
        is rejected if the mean within it is significantly below the share, or the mean
        within less is significantly above.
        """

        def is_reached(budget: float) -> bool:
            chance = self.at(budget)[0]
            if end:
                below, above = self.margins(budget)
                chance += above if end > 0 else -below
            return chance >= share * (1 - 1e-12)  # sums are rounded

        # F changes only at budgets of games, so that no other needs to be tried. What
        # is reached within a budget is reached within every larger one.
        index = bisect_left(self.limits, True, key=is_reached)
        return self.limits[index] if index < len(self.limits) else math.inf

    def steps(self) -> tuple[Floats, ...]:
        """Return budgets at which F may rise, F at each and its standard errors.

        Budgets are in order; `POINTS` of them if there are more.
        """
        limits = self.limits
        ranks = np.linspace(0, len(limits) - 1, min(len(limits), POINTS)).astype(int)
        budgets = [limits[rank] for rank in ranks]  # evenly spaced by rank
        means, errors = zip(*map(self.at, budgets), strict=True)
        return np.array(budgets), np.array(means), np.array(errors)

    @cached_property
    def limits(self) -> list[float]:
        """The budgets of the games, in order, without those equal but for rounding."""
        # Sums of the same prices in another order may differ in the last digit.
        ordered = np.unique(self.budgets)
        last = np.append(ordered[1:] > ordered[:-1] * (1 + 1e-9), [True])
        return list(map(float, ordered[last[: len(ordered)]]))


@dataclass(frozen=True, eq=False)
class AdjustedCurve(WinCurve):
    """Estimate of F(B) by adjusted values; B is a budget, or a number of guesses.

    It does not fall as B grows, up to the error of the estimate. Within a budget that
    no game met it is 0. Within any number above the largest cost of a game it is that
    within the largest cost. `is_priced` says whether B is a budget.
    """

    luck: Luck
    is_priced: bool = True
    _known: dict[float, Floats] = field(default_factory=dict, repr=False)

    @classmethod
    def by(
        cls, luck: Luck, *, failures: int = 0, is_priced: bool = True
    ) -> AdjustedCurve:
        """Return the curve of games with some luck, so many of which failed."""
        return cls(luck.costs, luck.values, luck, is_priced, failures=failures)

    def within(self, budget: float) -> Floats:
        """Return the adjusted value of each game within a budget, shape (n_games,)."""
        # No game can cost more, and luck is best known within what games cost.
        limit = min(budget, self.limits[-1])
        if limit not in self._known:
            self._known[limit] = self._adjust(limit)
        return self._known[limit]

    def _adjust(self, limit: float) -> Floats:
        """Return the adjusted values within a limit: 0 if no game could be won."""
        # The luck of games that cost more has the mean 0, but is not 0. A number of
        # guesses is not chosen: games may be won within fewer than occurred.
        if self.is_priced and not yields(self.luck, limit).any():
            return np.zeros(len(self.luck))
        return adjust_values(self.luck, limit)
