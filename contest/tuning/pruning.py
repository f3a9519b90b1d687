"""Pruning of trials by paired games."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from contest.statistics.posteriors import Chances, WinCurve
from contest.statistics.quantiles import at_most, standard_error
from contest.tuning.search import CAUTION
from game.record import Game
from game.words import Vocabulary

BATCH = 50
"""Games after which a trial may be pruned, and again after as many."""

_CLEARLY = 3.0  # standard errors by which a pruned trial is worse than the best


class Pruning:
    """Stopping rule of a trial that is clearly worse than the best.

    The games are paired: the chance that the trial wins within the best trial's loss is
    that of the best, over all games, and the mean difference over the games so far.
    A trial for which that is `_CLEARLY` standard errors below the share has a larger
    loss.

    `best` is the curve of the best trial, whose games are the same; None prunes
    nothing.
    """

    def __init__(
        self, vocabulary: Vocabulary, best: WinCurve | None, share: float
    ) -> None:
        self.chance = Chances(vocabulary)
        self.share = share
        self.budget = math.inf if best is None else best.crossing(share, -CAUTION)
        self.best = (
            None
            if best is None or math.isinf(self.budget)
            else best.within(self.budget)
        )
        self.gaps: list[float] = []

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game and return whether to stop."""
        if self.best is None:
            return False
        game = Game.from_row(row)
        won = self.chance(game) if at_most(game.budget, self.budget) else 0.0
        self.gaps.append(won - self.best[len(self.gaps)])
        if len(self.gaps) % BATCH or len(self.gaps) == len(self.best):
            return False
        gaps = np.array(self.gaps)
        most = self.best.mean() + gaps.mean() + _CLEARLY * standard_error(gaps)
        return bool(most < self.share)
