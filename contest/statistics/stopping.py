"""Stopping rule by precision: the width of the confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping

from contest.statistics.adjusted.luck import Luck
from contest.statistics.intervals import STRIDE, half_width
from contest.statistics.posteriors import AdjustedCurve
from contest.statistics.quantiles import PERCENTILES
from game.protocol import Setting
from game.record import Game

_GROWTH = 4  # a look is after a quarter more games than the one before, or `STRIDE`


class PrecisionStop:
    """Stops when the confidence intervals of an entry's chances to win are narrow.

    F is the luck-adjusted chance to win within a budget. The rule takes F at the
    budgets where it crosses 5, 50 and 95 % (or without limit where it does not) and
    stops when the 95 % interval of each, which holds after every game
    (`contest.statistics.intervals`), is at most `width` percentage points. The numbers
    of games at which it looks do not depend on workers and interruptions.
    """

    def __init__(self, setting: Setting, width: float) -> None:
        self.setting = setting
        self.width = width
        self._new: list[Game] = []
        self._luck = Luck.of([], setting)
        self._next = STRIDE

    def __call__(self, row: Mapping[str, str]) -> bool:
        """Add the next game and return whether to stop."""
        # Between two looks games are only kept: their luck is computed together.
        self._new.append(Game.from_row(row))
        games = len(self._luck) + len(self._new)
        if games < self._next:
            return False
        self._luck = Luck.join([self._luck, Luck.of(self._new, self.setting)])
        self._new.clear()

        # Looks become rarer as the run grows, or their work would grow with its square.
        self._next += STRIDE * max(1, games // (_GROWTH * STRIDE))
        curve = AdjustedCurve.by(self._luck)
        return all(self._is_narrow(curve, share) for share in PERCENTILES.values())

    def _is_narrow(self, curve: AdjustedCurve, share: float) -> bool:
        values = curve.within(curve.crossing(share))
        return 100 * 2 * half_width(values, any_time=True) <= self.width
