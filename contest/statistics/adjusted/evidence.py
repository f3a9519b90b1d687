"""E-values of adjusted values, valid after every game.

`contest.statistics.adjusted.bets` has the bets and the proof.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import BETS, Hypothesis, e_values
from contest.statistics.adjusted.capped import CappedLuck, Part
from contest.statistics.adjusted.luck import Luck, OnGuesses
from contest.statistics.adjusted.values import yields
from contest.statistics.evalues import ERROR, Verdict
from game.protocol import Setting
from game.record import Game
from solver.numeric.elementary import total

Floats = NDArray[np.float64]


class Evidence:
    """E-values of games against "at most" and "at least a share is won".

    `error` is the significance level of either test, and each rejects at an e-value of
    ``1 / error``. `games` counts the games up to the one that decides.
    """

    def __init__(self, error: float = ERROR) -> None:
        self.error, self.games = error, 0
        self._wealth = np.zeros((2, BETS))

    def add_factors(self, factors: Floats) -> int:
        """Add games, up to the one that decides, and return how many.

        `factors` are logarithms as `log_factors` returns them.
        """
        if self.verdict is not Verdict.OPEN or not len(factors):
            return 0
        wealth = np.cumsum(np.concatenate([self._wealth[None], factors]), axis=0)[1:]
        decided = (e_values(wealth) * self.error >= 1).any(axis=1)
        count = int(decided.argmax()) + 1 if decided.any() else len(factors)
        self._wealth = wealth[count - 1]
        self.games += count
        return count

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
        """Accepted if "at most the share" is rejected, refused if "at least" is."""
        if self.above * self.error >= 1:
            return Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN


class AdjustedEvidence(Evidence):
    """E-values of an entry's games, which are won if they cost at most `limit`.

    `total` is the sum of the adjusted values of the `games` so far.
    """

    def __init__(
        self, setting: Setting, limit: float, share: float, error: float = ERROR
    ) -> None:
        super().__init__(error)
        self.limit, self.total = limit, 0.0
        self.hypotheses = Hypothesis(share), Hypothesis(1 - share, -1.0)
        self.luck = CappedLuck(setting, self.hypotheses, limit)

    def add(self, games: Sequence[Game], on_guesses: OnGuesses | None = None) -> Luck:
        """Add games, up to the one that decides, and return the luck of all.

        `on_guesses` is as of `Luck.of`.
        """
        part = self.luck.add(games, on_guesses)
        count = self.add_factors(self.log_factors(part))
        values = adjusted_values(part, self.limit)[:count]
        self.total = total(np.append(self.total, values))
        return part.luck

    def log_factors(self, part: Part) -> Floats:
        """Return the logarithms of what games multiply the wealth of each bet by.

        They have the shape (n_games, 2, BETS).
        """
        won = yields(part.luck, self.limit)
        factors = [
            null.log_factors(won, luck)
            for null, luck in zip(self.hypotheses, part.capped, strict=True)
        ]
        return np.moveaxis(np.array(factors), 2, 0)


def adjusted_values(part: Part, limit: float) -> Floats:
    """Return what games yield less their luck, which is 0 before there is a V."""
    return np.asarray(yields(part.luck, limit) - np.nan_to_num(part.capped[0, 0]))
