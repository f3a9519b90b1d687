"""Bets on luck-adjusted values, against a hypothesis about the share of games won.

A game counts as won if it is won within a given budget.

Let X be the value of a game within a budget, L the luck of its clues within the budget,
and p a share. The null hypothesis says: given all earlier games, the mean of X is at
most p. A bet b multiplies the wealth by ``1 + b (Z - p)``, where Z is a value whose
mean is at most p under the hypothesis. This factor must not be negative, whatever the
player does, so Z needs a lower bound.

Theorem 1. Let a > 0. The capped luck C is a sum over the clues of the game. Before each
clue, every clue that is possible is assigned the smaller of its luck and ``a - C``. The
mean over all these clues is subtracted. The result is multiplied by the largest
``k <= 1`` with which C is at most a after every possible clue. C then grows by the
result of the clue that comes. With this C,

    Z = min(X - C, max(X - L, -a))

has a mean of at most the mean of X, and ``Z >= -a``.

Proof. Before a clue, C is at most a, and k is known. So C grows by 0 in the mean, given
the past, and C is at most a after the clue. So X - C has the mean of X. X - C is at
least -a, since X is at least 0. Z is never larger than X - C, and Z is the smaller of
two numbers that are at least -a.

So a bet of at most ``1 / (p + a)`` leaves the wealth positive. Under the hypothesis the
wealth is a nonnegative supermartingale, which ever reaches 20 with a probability of at
most 5 % (J. Ville 1939). The hypothesis "at least p" for X and L is the hypothesis "at
most 1 - p" for 1 - X and -L.

Z never exceeds X - L unless X - L is below -a. So Z has all luck within the budget
subtracted. By Theorem 2 of `contest.statistics.adjusted.luck`, Z then has no luck that
a player gets from knowing the secret. This is also true for a small p, where a is small
so that bets can be large.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contest.statistics.evalues import mean_exp
from game.arrays import Floats
from game.elementary import log
from solver.numeric.elementary import log1p

# Sizes of the bets, relative to the largest bet. The largest bet loses at most
# `_LARGEST_LOSS` of its wealth in a game.
_SIZES = np.array([1.0, 0.25])
BET_SHARES = 0.8, 0.2
"""The share of the initial wealth for each bet; the first bet is the largest bet."""
_LOG_SHARES = np.array([log(share * len(BET_SHARES)) for share in BET_SHARES])
_LARGEST_LOSS = 0.95

BETS = len(_SIZES)


@dataclass(frozen=True)
class Hypothesis:
    """The hypothesis "at most a share of the games is won".

    `share` is this share. If `sign` is -1, the hypothesis is "at most a share of the
    games is lost".
    """

    share: float
    sign: float = 1.0

    @property
    def slack(self) -> float:
        """The number a of Theorem 1 (see the module): capped luck is at most a."""
        # Let p be the share. Luck is mostly at most 1 - p, and for a small p mostly at
        # most 6 p. Without the added 0.15, capping would lower the mean of an entry for
        # p95 by as much as the entry's chance exceeds p.
        return min(1.15 - self.share, 6 * self.share)

    @property
    def bets(self) -> Floats:
        """The bets b against the hypothesis (see the module's text), shape (BETS,)."""
        return _LARGEST_LOSS / (self.share + self.slack) * _SIZES

    def values(self, yields: Floats, luck: Floats, capped: Floats) -> Floats:
        """Return Z of each game (see the module's text), shape (n_games,).

        `yields` has X and `luck` has L of each game. `capped` has C, computed from
        `sign` times the luck.
        """
        won = yields if self.sign > 0 else 1 - yields
        whole = np.maximum(won - self.sign * luck, -self.slack)
        return np.minimum(won - capped, whole)

    def log_factors(self, values: Floats) -> Floats:
        """Return the logarithms of the factors by which games multiply the wealth.

        `values` has Z of each game (see the module's text). The result has a logarithm
        for each game and bet, shape (n_games, BETS).
        """
        return log1p((values - self.share)[:, None] * self.bets)


def e_values(wealth: Floats) -> Floats:
    """Return the sum of the wealth of all bets, shape (n,).

    `wealth` has a logarithm for each bet, shape (n, BETS): the logarithm of the present
    wealth of the bet, divided by its initial wealth. The initial wealth of all bets
    together is 1.
    """
    return mean_exp(wealth + _LOG_SHARES)
