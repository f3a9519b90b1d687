"""Bets on adjusted values against the share of games that are won within a budget.

Let X be what a game yields within a budget, L the luck of its clues within it, and p a
share. The null hypothesis is that, given the games before, X has a mean of at most p. A
bet b multiplies the wealth by ``1 + b (Z - p)`` for a value Z that has a mean of at
most p then. It must not be negative, whatever the player does.

Theorem 1. Let a > 0. Let C be the capped luck: that of a clue is the smaller of its
luck and ``a - C``, less the mean of this over all clues, and times the largest number
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

Z never exceeds X - L unless this is below -a: all luck within the budget is subtracted,
so that by the theorem of `contest.statistics.adjusted.luck` the luck that knowledge of
the secret gives is not in Z, at small shares either, where a is small for the sake of
large bets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contest.statistics.evalues import mean_exp
from game.arrays import Floats
from game.elementary import log
from solver.numeric.elementary import log1p

# Relative sizes of the bets. A game loses at most `_LARGEST_LOSS` of their wealth.
_SIZES = np.array([1.0, 0.25])
BET_SHARES = 0.8, 0.2
"""What of the wealth each bet starts with."""
_LOG_SHARES = np.array([log(share * len(BET_SHARES)) for share in BET_SHARES])
_LARGEST_LOSS = 0.95

BETS = len(_SIZES)


@dataclass(frozen=True)
class Hypothesis:
    """The hypothesis "at most a share of the games is won", or lost if `sign` is -1."""

    share: float
    sign: float = 1.0

    @property
    def slack(self) -> float:
        """What no capped luck of a game exceeds: a of the theorem."""
        # Luck is mostly at most 1 - p, and at a small share at most six shares. Without
        # the 0.15, capping costs an entry of p95 as much as it exceeds the share by.
        return min(1.15 - self.share, 6 * self.share)

    @property
    def bets(self) -> Floats:
        """The bets against it, shape (BETS,)."""
        return _LARGEST_LOSS / (self.share + self.slack) * _SIZES

    def values(self, yields: Floats, luck: Floats, capped: Floats) -> Floats:
        """Return Z of games, shape (n_games,).

        `yields` are X, `luck` is L, and `capped` is `sign` times it, and capped: C.
        """
        won = yields if self.sign > 0 else 1 - yields
        whole = np.maximum(won - self.sign * luck, -self.slack)
        return np.minimum(won - capped, whole)

    def log_factors(self, values: Floats) -> Floats:
        """Return the logarithms of what games multiply the wealth of each bet by.

        `values` are Z. The shape is (n_games, BETS).
        """
        return log1p((values - self.share)[:, None] * self.bets)


def e_values(wealth: Floats) -> Floats:
    """Return the sums of the wealth of all bets, given by logarithms, shape (n, BETS).

    The wealth of each is relative to what it started with.
    """
    return mean_exp(wealth + _LOG_SHARES)
