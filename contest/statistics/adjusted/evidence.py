"""E-values of adjusted values, valid after every game.

Notes
-----
V is fitted on earlier games alone, so that the value Z = X - C of a game, with C the
luck of its clues, has the mean of X given the games before. A bet b against "the mean
is at most p" multiplies the wealth by ``1 + b (Z - p)``, which must not be negative.

Theorem. Let a > 0, and let the luck of each clue be multiplied by the largest number
``k <= 1`` with which C is at most a after every clue that is possible. Then the mean of
Z is still that of X, and ``Z >= -a``. Proof. Before the clue C is at most a and k is
known, so that k times the luck has the mean 0 given the past; and after the clue C is
at most a, whichever it is. X is at least 0.

So a bet of at most ``1 / (p + a)`` leaves the wealth positive. It is a nonnegative
supermartingale under the hypothesis, and reaches 20 with a probability of at most 5 %
(J. Ville 1939). The hypothesis "at least p" is "at most 1 - p" for 1 - X and -C.

Luck beyond a is not subtracted, so that at p05, where a is small for the sake of large
bets, a strategy that knows the secret gains by it; the information test detects it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.luck import TOGETHER, Guesses, Luck, Walk, cost_of
from contest.statistics.adjusted.values import PERIODS, fit
from contest.statistics.evalues import ERROR, Verdict, mean_exp
from contest.statistics.quantiles import at_most
from game.elementary import log
from game.protocol import Setting
from game.record import Game
from solver.numeric.elementary import log1p, total

Floats = NDArray[np.float64]

_FIRST_FIT = 100  # games before V is fitted
_REFIT_GROWTH = 1.25  # of the number of games, after which V is fitted again

# Bets, relative to the largest, and their shares of the wealth. A game loses at most
# `_LARGEST_LOSS` of it. The last bet against "at least" is on values that are not
# adjusted, and begins with the first game: it decides soon where the chance to win is
# far too small.
_BETS = np.array([1.0, 0.25, 1.0])
_SHARES = np.array([0.7, 0.2, 0.1])
_ADJUSTED = np.array([[True, True, True], [True, True, False]])
_LARGEST_LOSS = 0.95
_TINY = 1e-300
_BISECTIONS = 24  # of the interval in which an end is sought


class AdjustedEvidence:
    """E-values of an entry's games against "at most" and "at least a share is won".

    They are won if they cost at most `limit`; `error` is the significance level of
    either test, and each rejects at an e-value of ``1 / error``. `total` is the sum of
    the values of the `games` so far.
    """

    def __init__(
        self, setting: Setting, limit: float, share: float, error: float = ERROR
    ) -> None:
        self.setting, self.limit = setting, limit
        self.share, self.error = share, error
        self.games, self.total = 0, 0.0
        shares = np.array([[share], [1 - share]])
        # Values are mostly from 0 to 1, and at a small share from 0 to five shares.
        slack = np.minimum(1 - shares, 4 * shares)
        self._shares, self._bets = shares, _LARGEST_LOSS / (shares + slack) * _BETS
        self._slacks = _LARGEST_LOSS / self._bets - shares
        self._wealth = np.zeros((2, len(_BETS)))
        self._luck = Luck.of([], setting)
        self._new: list[Game] = []
        self._weights: Floats | None = None
        self._values: list[Floats] = []
        self._next_fit = _FIRST_FIT

    def add(self, games: Sequence[Game]) -> None:
        """Add games, up to the one that decides."""
        start = 0
        while start < len(games) and self.verdict is Verdict.OPEN:
            size = min(TOGETHER, self._next_fit - self.games)
            part = games[start : start + size]
            start += len(part)
            self._bet(part)
            self._new += part
            if self.games == self._next_fit:
                self._luck += Luck.of(self._new, self.setting)
                self._new.clear()
                self._weights = fit(self._luck, self.limit)[0][..., 0]
                self._next_fit = int(self.games * _REFIT_GROWTH) + 1

    @property
    def above(self) -> float:
        """E-value of the null hypothesis "at most the share"."""
        return float(_e_values(self._wealth)[0])

    @property
    def below(self) -> float:
        """E-value of the null hypothesis "at least the share"."""
        return float(_e_values(self._wealth)[1])

    @property
    def verdict(self) -> Verdict:
        """Accepted if "at most the share" is rejected, refused if "at least" is."""
        if self.above * self.error >= 1:
            return Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN

    def _bet(self, games: Sequence[Game]) -> None:
        """Bet on games, up to the one that decides."""
        values = self._values_of(games)
        if self._weights is None:  # no bet on adjusted values
            values = np.where(_ADJUSTED[:, None], np.nan, values)
        wealth = self._wealth_after(values, self._shares, self._wealth)
        decided = (_e_values(wealth) * self.error >= 1).any(axis=0)
        count = int(decided.argmax()) + 1 if decided.any() else len(games)
        self._wealth = wealth[:, count - 1]
        self._values.append(values[:, :count])
        self.games += count
        column = -1 if self._weights is None else 0  # the values of that bet count
        adjusted = 1 - values[1, :count, column]
        self.total = total(np.append(self.total, adjusted))

    def _wealth_after(self, values: Floats, shares: Floats, wealth: Floats) -> Floats:
        """Return logarithms of each bet's wealth after each game, from those before.

        `values` have the shape (2, n_games, n_bets), `shares` (2, 1).
        """
        gains = np.nan_to_num(values - shares[:, :, None])
        factors = log1p(self._bets[:, None] * gains)
        return np.cumsum(np.hstack([wealth[:, None], factors]), axis=1)[:, 1:]

    def interval(self) -> tuple[float, float]:
        """Return the shares that the games have not rejected.

        An end beyond the share of the test, by which it decides, is at most a little
        further: the bets are for that share.
        """
        if not self._values:
            return 0.0, 1.0
        values = np.concatenate(self._values, axis=1)
        no_wealth = np.zeros_like(self._wealth)

        def find_end(side: int) -> float:
            """Return the largest share rejected as "at most", for wins or losses."""
            low, high = 0.0, float(self._shares[side, 0])
            high += (1 - _LARGEST_LOSS) / 2 / float(self._bets[side, 0])
            for _ in range(_BISECTIONS):
                middle = (low + high) / 2
                shares = np.full_like(self._shares, middle)
                e_values = _e_values(
                    self._wealth_after(values, shares, no_wealth)[side]
                )
                rejected = (e_values * self.error >= 1).any()
                low, high = (middle, high) if rejected else (low, middle)
            return low

        return find_end(0), 1 - find_end(1)

    def _values_of(self, games: Sequence[Game]) -> Floats:
        """Return X - C and 1 - X + C of games for each bet, of shape (2, n, n_bets)."""
        walk = Walk(games, self.setting)
        luck = np.zeros((2, len(games), len(_BETS)))
        for guesses in walk:
            if self._weights is not None:
                self._add_luck(guesses, self._weights, luck)
        costs = np.array([cost_of(game) for game in games])
        won = np.where(at_most(costs, self.limit), walk.values, 0.0)
        return np.stack([won, 1 - won])[:, :, None] - luck

    def _add_luck(self, guesses: Guesses, weights: Floats, luck: Floats) -> None:
        """Add the luck of one clue of each game, so that no sum exceeds its slack.

        The value of a clue is that of V after it, less the mean over all clues.
        """
        chances = guesses.chances
        values = np.zeros_like(chances)
        for weight, measure in zip(
            weights[min(guesses.turn, PERIODS - 1)], guesses.measures, strict=True
        ):
            values += weight * measure
        values -= np.add.accumulate(chances * values)[-1]
        within = at_most(guesses.spent, self.limit)
        seen = values[guesses.seen, guesses.step] * within
        for side, sign in enumerate((1.0, -1.0)):
            largest = np.where(chances > 0, sign * values, 0.0).max(axis=0)
            largest = largest[guesses.step] * within
            slack_left = np.maximum(self._slacks[side] - luck[side, guesses.games], 0.0)
            needed = np.maximum(np.maximum(largest[:, None], slack_left), _TINY)
            part = slack_left / needed  # 1 where the slack suffices for all of it
            luck[side, guesses.games] += part * (sign * seen)[:, None] * _ADJUSTED[side]


_LOG_SHARES = np.array([log(share * len(_SHARES)) for share in _SHARES])


def _e_values(wealth: Floats) -> Floats:
    """Return the sums of the wealth of all bets, given by its logarithms."""
    return mean_exp(wealth + _LOG_SHARES)
