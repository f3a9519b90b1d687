"""Stopping rule by precision: the width of the confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from contest.statistics.posteriors import WinCurve, final_chances
from contest.statistics.quantiles import PERCENTILES, Z_95
from contest.statistics.sequences import mean_sequence
from game.record import Game
from game.words import Vocabulary

STRIDE = 250
"""Games between two evaluations, however many workers and interruptions."""


class PrecisionStop:
    """Stops when the confidence sequences of an entry's chances to win are narrow.

    F is the chance to win within a budget, from the exact posteriors. The rule takes F
    at the budgets where it crosses 5, 50 and 95 % (or without limit where it does not)
    and stops when the 95 % interval of each, which holds after every game
    (`contest.statistics.sequences`), is at most `width` percentage points. It is
    evaluated after every `STRIDE` games, so that the number of games does not depend on
    workers and interruptions.
    """

    def __init__(self, vocabulary: Vocabulary, width: float, horizon: int) -> None:
        self.vocabulary = vocabulary
        self.width, self.horizon = width, horizon
        self._games: list[Game] = []
        self._curve = WinCurve(np.empty(0), np.empty(0))

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game and return whether to stop."""
        self._games.append(Game.from_row(row))
        if len(self._games) < STRIDE:
            return False
        budgets = np.array([game.budget for game in self._games])
        chances = final_chances(self._games, self.vocabulary)
        self._games.clear()
        self._curve = WinCurve(
            np.append(self._curve.budgets, budgets),
            np.append(self._curve.chances, chances),
        )
        return all(map(self._is_narrow, PERCENTILES.values()))

    def _is_narrow(self, share: float) -> bool:
        budget = self._curve.crossing(share)
        if 100 * 2 * Z_95 * self._curve.at(budget)[1] > self.width:
            return False  # not even for a fixed number of games, which takes no search
        low, high = mean_sequence(self._curve.within(budget), self.horizon)
        return 100 * (high - low) <= self.width
