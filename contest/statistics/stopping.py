"""When a run has played enough: its results are as sure as was asked."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from contest.statistics.posteriors import WinCurve, final_chances
from contest.statistics.quantiles import PERCENTILES, Z_95
from game.record import Game
from game.words import Vocabulary

STRIDE = 250
"""Games between two looks, for any number of workers and after any resuming."""


class PrecisionStop:
    """Says when an entry's chances to win are known closely enough.

    What is measured is F, the chance to win within a budget as the exact posteriors
    show it, at the budgets where it crosses 5, 50 and 95 % (or without limit where it
    does not): the 95 % interval of each, 3.92 standard errors, is to be as narrow as
    asked. It is measured after every `STRIDE` games, so that the same games are played
    by any number of workers and however often the run was interrupted.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    width : float
        Of the widest interval, in percentage points.

    Examples
    --------
    >>> from game.protocol import Mode, Outcome
    >>> blind = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG).to_row()
    >>> narrow = PrecisionStop(Vocabulary.load(), 2.0)
    >>> next(games for games in range(1, 1000) if narrow(blind))
    250
    """

    def __init__(self, vocabulary: Vocabulary, width: float) -> None:
        self.vocabulary = vocabulary
        self.width = width
        self._games: list[Game] = []
        self._curve = WinCurve(np.empty(0), np.empty(0))

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Take the next game and return whether there are enough."""
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
        crossings = map(self._curve.crossing, PERCENTILES.values())
        errors = [self._curve.at(budget)[1] for budget in crossings]
        return 100 * 2 * Z_95 * max(errors) <= self.width
