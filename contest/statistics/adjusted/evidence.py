"""E-values of adjusted values, valid after every game.

`contest.statistics.adjusted.bets` has the bets and the proof.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import (
    BETS,
    Hypothesis,
    e_values,
    is_contradicted,
)
from contest.statistics.adjusted.capped import CappedLuck
from contest.statistics.adjusted.luck import Luck, OnGuesses, adjust_values, yields
from contest.statistics.evalues import ERROR, Verdict
from game.protocol import Setting
from game.record import Game
from solver.numeric.elementary import total

Floats = NDArray[np.float64]


class AdjustedEvidence:
    """E-values of games against "at most" and "at least a share is won".

    Games of an entry are won if they cost at most `limit`. `error` is the significance
    level of either test, and each rejects at an e-value of ``1 / error``. `games`
    counts the games up to the one that decides, and `total` is the sum of their
    adjusted values.
    """

    def __init__(
        self, setting: Setting, limit: float, share: float, error: float = ERROR
    ) -> None:
        self.setting = setting
        self.limit = limit
        self.share = share
        self.error = error
        self.hypotheses = Hypothesis(share), Hypothesis(1 - share, -1.0)
        self.games = 0
        self.total = 0.0
        self._wealth = np.zeros((2, BETS))
        self._yields = np.zeros(0)

    def add(self, games: Sequence[Game], on_guesses: OnGuesses | None = None) -> Luck:
        """Add games, up to the one that decides, and return the luck of all.

        `on_guesses` is as of `Luck.of`.
        """
        # The luck of all games is computed at once: it does not depend on later games.
        measured = CappedLuck(self.setting, self.hypotheses, self.limit)
        luck, capped = measured.add(games, on_guesses)
        won = yields(luck, self.limit)
        adjusted = adjust_values(luck, self.limit)
        factors = [
            null.log_factors(null.values(won, won - adjusted, of_bound))
            for null, of_bound in zip(self.hypotheses, capped[0], strict=True)
        ]

        # Bets are settled game by game, up to the one that decides.
        for number, game in enumerate(np.stack(factors, axis=1)):
            if self.verdict is not Verdict.OPEN:
                break
            self._wealth = self._wealth + game
            self._yields = np.append(self._yields, won[number])
            self.total = total(np.array([self.total, adjusted[number]]))
            self.games += 1
        return luck

    @property
    def above(self) -> float:
        """E-value of the null hypothesis "at most the share"."""
        return float(e_values(self._wealth)[0])

    @property
    def below(self) -> float:
        """E-value of the null hypothesis "at least the share"."""
        return float(e_values(self._wealth)[1])

    @property
    def verdict(self) -> Verdict:
        """Accepted if "at most the share" is rejected, refused if "at least" is.

        Nothing is accepted that the posteriors of the games contradict.
        """
        if self.above * self.error >= 1:
            contradicted = is_contradicted(self._yields, self.share)
            return Verdict.OPEN if contradicted else Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN
