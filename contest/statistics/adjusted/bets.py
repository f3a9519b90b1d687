"""Bets on adjusted values against the share of games that are won within a budget.

Let X be what a game yields within the budget, L the luck of its clues, and p a share.
The null hypothesis is that, given the games before, X has a mean of at most p. A bet b
multiplies the wealth by ``1 + b (Z - p)`` for a value Z that has a mean of at most p
then. It must not be negative, whatever the player does.

Theorem. Let a > 0. Let C be the capped luck: that of a clue is the smaller of its luck
and ``a - C``, less the mean of this over all clues, and times the largest number
``k <= 1`` with which C is at most a after every clue that is possible. Then

    Z = min(X - C, max(X - L, -a))

has a mean of at most that of X, and ``Z >= -a``. Proof. Before a clue C is at most a
and k is known, so that the mean of what C then increases by is 0 given the past; and
after the clue C is at most a, whichever it is. So X - C has the mean of X, and is at
least -a, since X is at least 0. Z is nowhere larger than X - C, and the smaller of two
numbers that are at least -a.

A bet of at most ``1 / (p + a)`` thus leaves the wealth positive. It is a nonnegative
supermartingale under the hypothesis, and ever reaches 20 with a probability of at most
5 % (J. Ville 1939). The hypothesis "at least p" is "at most 1 - p" for 1 - X and -L.

Z never exceeds X - L unless this is below -a: all luck is subtracted, so that a
strategy gains nothing by the secret at small shares either, where a is small for the
sake of large bets. This costs an honest one the luck beyond a: `quantile/p05` has a
mean of 5.120 % by Z, and of 5.135 % by X - C. Where an honest one had 2.5 % by both,
one that asks for the secret instead had 1.3 % by Z and 9.5 % by X - C.

Z increases with X, which increases with the budget, while L and C do not depend on it.
So if any budget below the true percentile is certified, one just below it is as well:
the smallest of all certified budgets errs no more often than a single one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contest.statistics.evalues import mean_exp
from contest.statistics.posteriors import WinCurve
from game.elementary import log
from solver.numeric.elementary import log1p

Floats = NDArray[np.float64]

# Relative sizes of the bets, and the wealth that each starts with. A game loses at most
# `_LARGEST_LOSS` of it.
_SIZES = np.array([1.0, 0.25])
_LOG_SHARES = np.array([log(0.8 * 2), log(0.2 * 2)])
_LARGEST_LOSS = 0.95

BETS = len(_SIZES)


@dataclass(frozen=True)
class Hypothesis:
    """The hypothesis "at most a share of the games is won", or lost if `sign` is -1."""

    share: float
    sign: float = 1.0

    @property
    def bets(self) -> Floats:
        """The bets against it, shape (BETS,)."""
        # Luck is mostly at most 1 - p, and at a small share at most six shares.
        slack = min(1.05 - self.share, 6 * self.share)
        return np.asarray(_LARGEST_LOSS / (self.share + slack) * _SIZES)

    @property
    def slacks(self) -> Floats:
        """What no capped luck of a game exceeds, by bet: a of the theorem."""
        return np.asarray(_LARGEST_LOSS / self.bets - self.share)

    def values(self, yields: Floats, luck: Floats) -> Floats:
        """Return Z of games for each bet, shape (BETS, n_games).

        `yields` are X. `luck` is that of `CappedLuck`, shape (1 + BETS, n_games): the
        whole luck, and the capped one by bet.
        """
        won = yields if self.sign > 0 else 1 - yields
        whole = np.maximum(won - luck[0], -self.slacks[:, None])
        return np.asarray(np.minimum(won - luck[1:], whole))

    def log_factors(self, yields: Floats, luck: Floats) -> Floats:
        """Return the logarithms of what games multiply the wealth of each bet by.

        They are 0, no bet, for games whose luck is NaN.
        """
        gains = np.nan_to_num(self.values(yields, luck) - self.share)
        return log1p(self.bets[:, None] * gains)


def e_values(wealth: Floats) -> Floats:
    """Return the sums of the wealth of all bets, given by logarithms, shape (n, BETS).

    The wealth of each is relative to what it started with.
    """
    return mean_exp(wealth + _LOG_SHARES)


def certified_budget(
    curve: WinCurve, luck: Floats, share: float, error: float
) -> float:
    """Return the smallest budget that games certify for a share, or ``inf``.

    The games are in the order played; `luck` is as in `Hypothesis.values`, and `error`
    the probability of an error, at most.
    """
    null = Hypothesis(share)

    def is_certified(budget: float) -> bool:
        factors = null.log_factors(curve.within(budget), luck)
        return bool((e_values(np.cumsum(factors, axis=1).T) * error >= 1).any())

    return curve.first(is_certified)
