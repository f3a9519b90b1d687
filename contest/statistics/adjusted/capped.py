"""Capped luck: as much of the luck of clues as bets on adjusted values can lose.

V of a game is fitted on earlier games alone, so that the luck of its clues has the mean
0 given those games. It is fitted for a limit that is given, or for the budget at which
F of the earlier games crosses the share of a hypothesis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import BETS, Hypothesis
from contest.statistics.adjusted.luck import Guesses, Luck, OnGuesses
from contest.statistics.adjusted.values import PERIODS, fit
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import at_most
from game.protocol import Setting
from game.record import Game

Floats = NDArray[np.float64]

FIRST_FIT = 50
"""Games before the first V, on which there are no bets."""

_REFIT_GROWTH = 1.5  # of the number of games, after which V is fitted again
_TINY = 1e-300


class Part(NamedTuple):
    """Luck of some games, and of each game the luck for some hypotheses.

    The latter, of shape (n_hypotheses, 1 + BETS, n_games), is the whole luck and the
    capped luck of each bet; NaN before the first fit.
    """

    luck: Luck
    capped: Floats

    @classmethod
    def join(cls, parts: Sequence[Part]) -> Part:
        """Return the luck of all games of some parts."""
        lucks, capped = zip(*parts, strict=True)
        return cls(Luck.join(lucks), np.concatenate(capped, axis=2))


class CappedLuck:
    """Luck of games that are added in order, and capped luck for some hypotheses.

    `count` is the number of the games so far.
    """

    def __init__(
        self,
        setting: Setting,
        hypotheses: Sequence[Hypothesis],
        limit: float | None = None,
    ) -> None:
        self.setting, self.hypotheses, self.limit = setting, hypotheses, limit
        self._limits: list[float] = []
        self._weights: list[Floats] = []
        self._parts: list[Part] = []
        self.count, self._next_fit = 0, FIRST_FIT

    def add(self, games: Sequence[Game], on_guesses: OnGuesses | None = None) -> Part:
        """Add games and return their luck; `on_guesses` is as of `Luck.of`."""
        start, added = 0, list[Part]()

        def call_with_index(guesses: Guesses, index: NDArray[np.intp]) -> None:
            if on_guesses:
                on_guesses(guesses, start + index)

        while start < len(games) or not added:
            count = len(games) - start
            if self.hypotheses:
                count = min(count, self._next_fit - self.count)
            part = self.measure(games[start : start + count], call_with_index)
            added.append(part)
            self._parts.append(part)
            start += count
            self.count += count
            if self.count == self._next_fit:
                self.fit()
                self._next_fit = int(self.count * _REFIT_GROWTH) + 1
        return Part.join(added)

    @property
    def all(self) -> Part:
        """The luck of all games."""
        self._parts = [Part.join(self._parts)]
        return self._parts[0]

    def fit(self) -> None:
        """Fit V to the games so far."""
        if self.hypotheses:
            luck = self.all.luck
            curve = WinCurve(luck.costs, luck.values)
            self._limits = [
                curve.crossing(null.share) if self.limit is None else self.limit
                for null in self.hypotheses
            ]
            self._weights = [fit(luck, limit)[0][..., 0] for limit in self._limits]

    def measure(
        self, games: Sequence[Game], on_guesses: OnGuesses | None = None
    ) -> Part:
        """Return the luck of games, by the last V; `on_guesses` is as of `Luck.of`."""
        shape = len(self.hypotheses), 1 + BETS, len(games)
        if not self._weights:
            luck = Luck.of(games, self.setting, on_guesses)
            return Part(luck, np.full(shape, math.nan))
        capped = np.zeros(shape)

        def add_luck(guesses: Guesses, games: NDArray[np.intp]) -> None:
            if on_guesses:
                on_guesses(guesses, games)
            for null, limit, weights, sums in zip(
                self.hypotheses, self._limits, self._weights, capped, strict=True
            ):
                within = np.flatnonzero(at_most(guesses.spent, limit))
                values = null.sign * _luck_of_outcomes(guesses, weights)
                luck = _cap_luck(guesses, values, null.slacks, sums[1:, games])
                sums[:, games[within]] += luck[:, within]

        return Part(Luck.of(games, self.setting, add_luck), capped)


def _luck_of_outcomes(guesses: Guesses, weights: Floats) -> Floats:
    """Return V after each outcome less its mean, shape (n_outcomes, n_steps)."""
    values = np.zeros_like(guesses.chances)
    for weight, measure in zip(
        weights[min(guesses.turn, PERIODS - 1)], guesses.measures, strict=True
    ):
        values += weight * measure
    values -= np.add.accumulate(guesses.chances * values)[-1]
    return values


def _cap_luck(guesses: Guesses, values: Floats, slacks: Floats, sums: Floats) -> Floats:
    """Return the luck of each game, whole and capped, shape (1 + BETS, n_games).

    `values` are by outcome and step. `sums` are the capped luck so far, by bet; games
    of a step have the same guesses and clues, and so the same sums.
    """
    luck = [values[guesses.seen, guesses.step]]
    largest = np.where(guesses.chances > 0, values, -math.inf).max(axis=0)
    one_game = np.unique(guesses.step, return_index=True)[1]
    for slack, before in zip(slacks, sums, strict=True):
        most = np.maximum(slack - before[one_game], 0.0)
        over = np.flatnonzero(largest > most)
        smaller = values.copy()
        smaller[:, over] = _shrink(
            values[:, over], guesses.chances[:, over], most[over]
        )
        luck.append(smaller[guesses.seen, guesses.step])
    return np.array(luck)


def _shrink(values: Floats, chances: Floats, most: Floats) -> Floats:
    """Return values by outcome and step with the mean 0, and at most `most` by step."""
    smaller = np.minimum(values, most)
    smaller -= np.add.accumulate(chances * smaller)[-1]
    top = np.where(chances > 0, smaller, _TINY).max(axis=0)
    smaller *= np.minimum(most / np.maximum(top, _TINY), 1.0)
    return smaller
