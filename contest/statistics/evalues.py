"""E-values of two one-sided tests of a mean, valid after every game.

The null hypotheses are "the mean is at most p" and "the mean is at least p". The
e-value of each is the wealth of a sequence of bets against it, which starts with 1.
Under the null hypothesis it is a nonnegative supermartingale, so that it ever reaches
20 with a probability of at most 5 %, for any optional stopping (J. Ville 1939).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from game.elementary import log
from solver.numeric.elementary import exp, log1p, total

ERROR = 0.05
"""Significance level of a single test."""

_BLOCK = 1000  # games


class Verdict(StrEnum):
    """The verdict on the games so far."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OPEN = "open"


class Evidence:
    """E-values of numbers from 0 to 1 for both hypotheses on their mean.

    The initial wealth is divided among bettors, each of whom bets a constant fraction f
    of its wealth on every game. A bet against "the mean is at most p" multiplies the
    wealth by ``1 + f (x - p) / p``, whose mean is at most 1 under that hypothesis. If x
    is 1 for a won and 0 for a lost game, the factor is the likelihood ratio of
    ``p + f (1 - p)`` to p. Here p is `share`, and `error` is the significance level of
    either test: it rejects at an e-value of ``1 / error``.

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
        """Add the number of the next game."""
        up, down = self._bets(np.array([value]))
        self._advance(np.array([value]), self._up + up[0], self._down + down[0])

    def add_until_decided(self, values: NDArray[np.float64]) -> None:
        """Add the numbers of games, up to the one that decides."""
        for start in range(0, len(values), _BLOCK):
            block = values[start : start + _BLOCK]
            up, down = self._bets(block)
            ups = np.cumsum([self._up, *up], axis=0)[1:]
            downs = np.cumsum([self._down, *down], axis=0)[1:]
            e_values = np.maximum(mean_exp(ups), mean_exp(downs))
            decided = np.flatnonzero(e_values * self.error >= 1)
            last = int(decided[0]) if len(decided) else len(block) - 1
            self._advance(block[: last + 1], ups[last], downs[last])
            if len(decided):
                break

    def _bets(
        self, values: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the logarithms of each bettor's factors by game, for both tests."""
        gaps = np.outer(values - self.share, self.FRACTIONS)
        return log1p(gaps / self.share), log1p(-gaps / (1 - self.share))

    def _advance(
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
        """E-value of the null hypothesis "the mean is at most p"."""
        return float(mean_exp(self._up))

    @property
    def below(self) -> float:
        """E-value of the null hypothesis "the mean is at least p"."""
        return float(mean_exp(self._down))

    @property
    def verdict(self) -> Verdict:
        """Accepted if "at most p" is rejected, refused if "at least p" is."""
        if self.above * self.error >= 1:
            return Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN


def mean_exp(logarithms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean along the last axis of numbers with the given logarithms."""
    # Below the largest float: a larger e-value is still a number.
    amounts = exp(np.minimum(logarithms, 700.0))
    return np.asarray(np.add.accumulate(amounts, axis=-1)[..., -1] / amounts.shape[-1])


def certify(values: Iterable[float], share: float, error: float = ERROR) -> Evidence:
    """Return the e-values of games, up to the one that decides.

    `values` are in the order played: 1 or 0 for a game won within the target or not, or
    the exact posterior, as `values_within` returns both. The verdict is ``OPEN`` if
    neither hypothesis is rejected after all games.
    """
    evidence = Evidence(share, error)
    evidence.add_until_decided(np.fromiter(values, float))
    return evidence
