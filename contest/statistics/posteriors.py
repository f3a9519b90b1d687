"""Exact posteriors of final answers, and the win curve that they estimate.

The referee knows the prior, the channel and every clue that a strategy received. So the
probability that its final answer is right follows from Bayes' rule, for any strategy.
Its mean over the games is an unbiased estimate of the share won, with a smaller
variance than the share itself (Rao-Blackwell).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from contest.statistics.quantiles import at_most, standard_error
from game.channels.channel import DistanceChannel, differences
from game.channels.response import RESPONSE
from game.clues import Rule
from game.protocol import Outcome
from game.record import Game, RecordError
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import exp, total

Floats = NDArray[np.float64]

_MEMORY = 200_000  # distinct games in the cache: about 100 MB


def final_chances(games: Sequence[Game], vocabulary: Vocabulary) -> Floats:
    """Return how probable each WORDPL game's final answer was, given its clues.

    The prior is uniform; the chance is 0 for a game that was forfeited. Raises
    `RecordError` when a word is not in the vocabulary, or no answer fits the clues.
    """
    chance = Chances(vocabulary)
    return np.array([chance(game) for game in games], float)


class Chances:
    """Computes how probable a game's final answer was, given its clues.

    Results are cached: a deterministic strategy plays few distinct games.
    """

    def __init__(
        self, vocabulary: Vocabulary, channel: DistanceChannel = RESPONSE
    ) -> None:
        self.vocabulary = vocabulary
        self.channel = channel
        self.matrix = clue_matrix(vocabulary, Rule.LETTERWISE)
        self._known: dict[tuple[object, ...], float] = {}

    def __call__(self, game: Game) -> float:
        """Return the chance, as `final_chances` does."""
        if game.outcome not in (Outcome.WON, Outcome.WRONG):
            return 0.0
        key = (game.final, *((t.guess, t.epsilon, t.clue) for t in game.turns))
        chance = self._known.get(key)
        if chance is None:
            chance = self._chance(game)
            if len(self._known) < _MEMORY:
                self._known[key] = chance
        return chance

    def _chance(self, game: Game) -> float:
        words = self.vocabulary
        length, count = words.length, len(words.answers)
        try:
            final = words.answer_index[game.final]
            different = [
                differences(turn.clue, length).take(
                    self.matrix[words.guess_index[turn.guess]]
                )
                for turn in game.turns
            ]
        except KeyError as error:
            raise RecordError(
                f"a game with {error.args[0]!r}, which is not in the word list"
            ) from None
        prices = tuple(turn.epsilon for turn in game.turns)
        # The likelihood is a function of the numbers of marks in which each clue
        # differs: for few turns there are fewer such cases than answers.
        cases = (length + 1) ** len(prices)
        if cases <= count:
            logs = _case_logs(self.channel, prices, length)
            case = np.zeros(count, np.min_scalar_type(cases))
            for differing in different:
                case = case * (length + 1) + differing
            counts = np.bincount(case, minlength=cases)
            final = int(case[final])
        else:
            logs, counts = np.zeros(count), np.ones(count, int)
            for price, differing in zip(prices, different, strict=True):
                logs += self.channel.by_differences(price, length)[differing]
        top = float(logs[counts > 0].max())
        if top == -math.inf:
            raise RecordError(f"a game whose clues no answer fits: {game.turns[-1]}")
        if cases <= count:
            weights = _case_weights(self.channel, prices, length, top)
        else:
            weights = exp(logs - top)
        return float(weights[final]) / total(counts * weights)


@lru_cache(maxsize=1 << 8)
def _case_logs(
    channel: DistanceChannel, prices: tuple[float, ...], length: int
) -> Floats:
    """Return the logarithm of the likelihood by differing marks of every clue."""
    logs = np.zeros(1)
    for price in prices:
        logs = np.add.outer(logs, channel.by_differences(price, length)).ravel()
    return logs


@lru_cache(maxsize=1 << 10)
def _case_weights(
    channel: DistanceChannel, prices: tuple[float, ...], length: int, top: float
) -> Floats:
    """Return likelihoods in proportion to that with the logarithm `top`, the largest.

    Cases with a larger one do not occur.
    """
    return exp(np.minimum(_case_logs(channel, prices, length) - top, 0.0))


def crossing(budgets: Floats, chances: Floats, share: float) -> Floats:
    """Return the first of ordered budgets at which the chance to win reaches a share.

    ``inf`` where none does. `chances` has shape (..., n_budgets).
    """
    reached = chances >= share * (1 - 1e-12)  # cumulative sums are rounded
    first = budgets[reached.argmax(axis=-1)]
    return np.where(reached.any(axis=-1), first, math.inf)


@dataclass(frozen=True, eq=False)
class WinCurve:
    """Estimate of F(B), the chance to win within a budget B.

    From each game's budget, in nats, and how probable its final answer was.
    """

    budgets: Floats
    chances: Floats

    @classmethod
    def of(cls, games: Sequence[Game], vocabulary: Vocabulary) -> WinCurve:
        """Return the curve of some games, as `final_chances` takes them."""
        budgets = np.array([game.budget for game in games])
        return cls(budgets, final_chances(games, vocabulary))

    def within(self, budget: float) -> Floats:
        """Return each game's chance to be won within a budget, shape (n_games,)."""
        return np.where(at_most(self.budgets, budget), self.chances, 0.0)

    def at(self, budget: float) -> tuple[float, float]:
        """Return F at a budget and its standard error."""
        won = self.within(budget)
        return total(won) / len(won), standard_error(won)

    def crossing(self, share: float, errors: float = 0.0) -> float:
        """Return the smallest budget at which F, plus some standard errors, is a share.

        ``inf`` where F stays below the share. `errors` of 1.96 and -1.96 give the ends
        of the budget's 95 % interval, after R. S. Woodruff (1952), "Confidence
        intervals for medians and other position measures".
        """
        budgets, means, deviations = self._cumulated
        return float(crossing(budgets, means + errors * deviations, share))

    def first(self, holds: Callable[[float], bool]) -> float:
        """Return the smallest budget of a game for which a condition holds, or ``inf``.

        A condition that holds for a budget also holds for every larger one.
        """
        budgets = np.unique(self.budgets).tolist()
        index = bisect_left(budgets, True, key=holds)
        return budgets[index] if index < len(budgets) else math.inf

    def steps(self) -> tuple[Floats, ...]:
        """Return the budgets at which F may rise, F at each and its standard errors.

        Budgets are in order, no two of them equal but for rounding.
        """
        budgets, means, deviations = self._cumulated
        # The last of equal budgets has the cumulative value of all of them.
        last = np.append(budgets[1:] > budgets[:-1] * (1 + 1e-9), [True])
        return budgets[last], means[last], deviations[last]

    @cached_property
    def _cumulated(self) -> tuple[Floats, ...]:
        """Return the budgets in order, and F at each of them with standard errors."""
        order = np.argsort(self.budgets, kind="stable")
        chances, games = self.chances[order], len(order)
        means = np.cumsum(chances) / games
        squares = np.cumsum(chances**2) / games
        deviations = np.sqrt(np.maximum(squares - means**2, 0.0) / max(games - 1, 1))
        return self.budgets[order], means, deviations
