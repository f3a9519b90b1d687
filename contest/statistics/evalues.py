"""E-values for and against a mean, valid after every game.

Two sequences of bets on the games, one against "the mean is at most p", one against "it
is at least p", start with a capital of 1. While the claim is true, the expected capital
is at most 1. So when it has reached 20 the claim is refuted, and wrongly so with a
probability of at most 1 in 20, however often one looks and whenever one stops (J. Ville
1939). The capital is the e-value.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from game.elementary import log
from solver.numeric.elementary import exp, log1p, total

ERROR = 0.05
"""Probability of an error of a single test, at most."""

_BLOCK = 1000  # games


class Verdict(StrEnum):
    """The verdict on the games so far."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OPEN = "open"


class Evidence:
    """E-values from numbers from 0 to 1: for and against a mean.

    The unit is spread over players who each bet the same fraction of what they hold on
    every game, so that no bet knows anything of the game it is on. A bet of fraction f
    against "the mean is at most p" turns 1 into ``1 + f (x - p) / p``, whose mean is
    then at most 1. With games won or lost, 1 or 0, it is a likelihood ratio, of
    ``p + f (1 - p)`` to p. Here p is `share`, and `error` is the largest probability of
    an error of either kind: ``1 / error`` decides.

    Diversified Kelly betting: I. Waudby-Smith and A. Ramdas (2024), "Estimating means
    of bounded random variables by betting".
    """

    FRACTIONS = exp(log(0.001) + np.arange(60.0) * ((log(0.95) - log(0.001)) / 59))

    def __init__(self, share: float, error: float = ERROR) -> None:
        self.share, self.error = share, error
        self.games, self.total = 0, 0.0
        self._up = np.zeros(len(self.FRACTIONS))
        self._down = np.zeros(len(self.FRACTIONS))

    def add(self, value: float) -> None:
        """Take the next game's number."""
        up, down = self._bets(np.array([value]))
        self._take(np.array([value]), self._up + up[0], self._down + down[0])

    def add_until_decided(self, values: NDArray[np.float64]) -> None:
        """Take the numbers of games, up to the one that decides."""
        for start in range(0, len(values), _BLOCK):
            block = values[start : start + _BLOCK]
            up, down = self._bets(block)
            ups = np.cumsum([self._up, *up], axis=0)[1:]
            downs = np.cumsum([self._down, *down], axis=0)[1:]
            e_values = np.maximum(mean_exp(ups), mean_exp(downs))
            decided = np.flatnonzero(e_values * self.error >= 1)
            last = int(decided[0]) if len(decided) else len(block) - 1
            self._take(block[: last + 1], ups[last], downs[last])
            if len(decided):
                break

    def _bets(
        self, values: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the logarithms of each player's factors, up and down, by game."""
        gaps = np.outer(values - self.share, self.FRACTIONS)
        return log1p(gaps / self.share), log1p(-gaps / (1 - self.share))

    def _take(
        self,
        values: NDArray[np.float64],
        up: NDArray[np.float64],
        down: NDArray[np.float64],
    ) -> None:
        self.games += len(values)
        self.total = total(np.append(self.total, values))
        self._up, self._down = up, down

    @property
    def above(self) -> float:
        """The e-value against "the mean is at most p"."""
        return float(mean_exp(self._up))

    @property
    def below(self) -> float:
        """The e-value against "the mean is at least p"."""
        return float(mean_exp(self._down))

    @property
    def verdict(self) -> Verdict:
        """Accepted if the mean is larger than p, refused if it is smaller."""
        if self.above * self.error >= 1:
            return Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN


def mean_exp(logarithms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of capitals along the last axis, from their logarithms."""
    # Below the largest float, so that what is certain is still a number.
    amounts = exp(np.minimum(logarithms, 700.0))
    return np.asarray(np.add.accumulate(amounts, axis=-1)[..., -1] / amounts.shape[-1])


def certify(values: Iterable[float], share: float, error: float = ERROR) -> Evidence:
    """Return the evidence of games, up to the one that decides.

    `values` are in the order played: 1 or 0 for a game won within the target or not, or
    the exact posterior, as `values_within` gives both. The verdict is ``OPEN`` where
    all games do not decide.
    """
    evidence = Evidence(share, error)
    evidence.add_until_decided(np.fromiter(values, float))
    return evidence
