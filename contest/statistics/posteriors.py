"""Exact posteriors of final answers, and estimates of the win curve from them.

The referee knows the prior, the channel and every clue that a strategy received. So
Bayes' rule gives the probability that a final answer is right, for any strategy. The
mean of this probability over the games is an unbiased estimate of the chance to win.
The variance of this mean is smaller than the variance of the share of games won
(Rao-Blackwell).
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
"""Largest number of points with which the `WinCurve` of an entry is drawn."""


def final_chances(games: Sequence[Game], vocabulary: Vocabulary) -> Floats:
    """Return the probability that each final answer is right, given the game's clues.

    The games are of WORDPL. The prior is uniform. The probability is 0 for a game that
    was forfeited. Raises `RecordError` when a word is not in the vocabulary, or when no
    answer fits the clues.
    """
    return Luck.of(games, Setting(vocabulary)).values


@dataclass(frozen=True, eq=False)
class WinCurve:
    """Estimate of F(B), the chance to win within a budget B.

    `budgets` has the cost of each game: nats, or guesses in games without prices.
    `chances` has the value of each game: the exact chance that the final answer is
    right, or, without prices, 1 for a win and 0 for a loss. `failures` is the number of
    games that the player forfeited.
    """

    budgets: Floats
    chances: Floats
    failures: int = field(default=0, kw_only=True)

    def within(self, budget: float) -> Floats:
        """Return the value of each game within a budget, shape (n_games,).

        The value is 0 for a game that costs more than the budget.
        """
        return np.where(at_most(self.budgets, budget), self.chances, 0.0)

    def at(self, budget: float) -> tuple[float, float]:
        """Return the chance to win within a budget, and its standard error."""
        won = self.within(budget)
        return total(won) / len(won), standard_error(won)

    def margins(self, budget: float) -> tuple[float, float]:
        """Return how far the 95 % interval goes below the estimate, and above it.

        The estimate is of the chance to win within `budget`.
        """
        won = self.within(budget)
        above = half_width(won)
        return max(above, loss_by_failures(won, self.failures)), above

    def crossing(self, share: float, end: int = 0) -> float:
        """Return the smallest budget at which F reaches a share, or ``inf``.

        F is the chance to win within a budget, and the share is `share`.

        If `end` is 1, return the lower end of the 95 % interval of this budget: the
        smallest budget at which the upper end of the interval of F reaches the share.
        If `end` is -1, return the upper end: the smallest budget at which the lower end
        of the interval of F reaches the share. The interval is from R. S. Woodruff
        (1952), "Confidence intervals for medians and other position measures".

        The number of budgets that are tried needs no correction. A budget is outside
        the interval only if the mean within this budget is significantly below the
        share, or the mean within a smaller budget is significantly above the share.
        """

        def is_reached(budget: float) -> bool:
            chance = self.at(budget)[0]
            if end:
                below, above = self.margins(budget)
                chance += above if end > 0 else -below
            return chance >= share * (1 - 1e-12)  # tolerance for the rounding of sums

        # F changes only at costs of games, so no other budget needs to be tried. The
        # search assumes that a share that is reached within a budget is also reached
        # within every larger budget. For adjusted values this holds up to their error.
        index = bisect_left(self.limits, True, key=is_reached)
        return self.limits[index] if index < len(self.limits) else math.inf

    def steps(self) -> tuple[Floats, ...]:
        """Return three arrays: budgets, chances, and standard errors of the chances.

        The budgets are the costs of the games, in increasing order, because the chance
        to win within a budget can rise only there. If there are more than `POINTS`
        budgets, `POINTS` of them are selected.
        """
        limits = self.limits
        ranks = np.linspace(0, len(limits) - 1, min(len(limits), POINTS)).astype(int)
        budgets = [limits[rank] for rank in ranks]  # evenly spaced by rank
        means, errors = zip(*map(self.at, budgets), strict=True)
        return np.array(budgets), np.array(means), np.array(errors)

    @cached_property
    def limits(self) -> list[float]:
        """The distinct costs of the games, in increasing order."""
        # Sums of the same prices in another order may differ in the last digit. Such
        # costs count as equal.
        ordered = np.unique(self.budgets)
        last = np.append(ordered[1:] > ordered[:-1] * (1 + 1e-9), [True])
        return list(map(float, ordered[last[: len(ordered)]]))


@dataclass(frozen=True, eq=False)
class AdjustedCurve(WinCurve):
    """Estimate of F(B), the chance to win within B, by luck-adjusted values.

    If `is_priced`, B is a budget in nats; otherwise B is a number of guesses. Up to the
    error of the estimate, F does not fall as B grows. F is 0 within a budget that is
    smaller than the cost of every game. If B is above the largest cost of a game, F is
    the chance to win within that largest cost.
    """

    luck: Luck
    is_priced: bool = True
    _known: dict[float, Floats] = field(default_factory=dict, repr=False)

    @classmethod
    def by(
        cls, luck: Luck, *, failures: int = 0, is_priced: bool = True
    ) -> AdjustedCurve:
        """Return the curve of the games with this luck.

        `failures` is the number of games that the player forfeited.
        """
        return cls(luck.costs, luck.values, luck, is_priced, failures=failures)

    def within(self, budget: float) -> Floats:
        """Return the adjusted value of each game within a budget, shape (n_games,)."""
        # No game costs more than the last limit, so a larger budget is never needed.
        limit = min(budget, self.limits[-1])
        if limit not in self._known:
            self._known[limit] = self._adjust(limit)
        return self._known[limit]

    def _adjust(self, limit: float) -> Floats:
        """Return the adjusted value of each game within a limit.

        All values are 0 if the limit is a budget within which no game was won.
        """
        # If all games cost more than the limit, the estimate is 0, although the luck of
        # their clues need not sum to 0. Games without prices are always adjusted,
        # because a game could be won in fewer guesses than any of these games took.
        if self.is_priced and not yields(self.luck, limit).any():
            return np.zeros(len(self.luck))
        return adjust_values(self.luck, limit)
