"""Randomised response: the noise of WORDPL, which changes each mark independently.

A mark is 0, 1 or 2 for absent, present or correct. The player sees a clue in which some
marks may differ from the true clue. The higher the price of the clue, in nats, the
fewer marks differ on average.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.arrays import Bytes, Floats
from game.channels.channel import DistanceChannel, Steps
from game.clues import Clue, to_marks
from game.elementary import exp
from game.noise import keep_probability

_THREE = np.uint8(3)


@dataclass(frozen=True)
class RandomisedResponse(DistanceChannel):
    """Each mark is true with the probability `keep_probability`.

    Otherwise the mark becomes one of the two other marks, which are equally likely. At
    the price ``inf`` all marks are true.

    Source: S. L. Warner (1965), "Randomized response".

    Examples
    --------
    >>> table = RandomisedResponse().likelihoods(191, 12.3)
    >>> round(float(table[191]), 4), round(float(table.sum()), 4)
    (0.4544, 1.0)
    """

    @property
    def ends(self) -> bool:
        """False: a right guess does not end the game, only the final answer does."""
        return False

    def likelihoods(self, seen: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return the probability of a seen clue, for every true clue.

        Parameters
        ----------
        seen : int
            The clue that the player saw.
        epsilon : float
            Price of the guess, in nats.
        length : int
            Letters in the guess.

        Returns
        -------
        ndarray of shape (3 ** length,), float64
            ``P(seen | true)`` for each true clue.

        Examples
        --------
        For words of two letters: the probability to see the clue ``..`` if the true
        clue is ``..``, ``i.``, ``.i`` or ``ii``.

        >>> RESPONSE.likelihoods(0, 4.0, 2)[[0, 3, 1, 4]].round(3)
        array([0.619, 0.084, 0.084, 0.011])
        """
        keep, other, _ = self.steps(epsilon, length)
        table = np.ones(1)
        for mark in to_marks(seen, length):
            letter = np.full(3, other)
            letter[mark] = keep
            table = np.multiply.outer(table, letter).ravel()
        return table

    def by_differences(self, epsilon: float, length: int) -> Floats:
        """Return the log-likelihood of a seen clue for each number of differing marks.

        Element d of the array, for d from 0 to `length`, belongs to a seen clue that
        differs from the true clue in d marks. Each differing mark makes a seen clue
        ``e**(epsilon / length)`` times less probable.
        """
        return _by_differences(epsilon, length)

    def draw(self, true: Bytes, epsilon: float, uniforms: Floats) -> Bytes:
        """Return the marks that the player sees, given `true`, in constant time.

        `uniforms` has a random number in [0, 1) for each mark. A mark is kept if its
        number is below the keep probability. So with equal numbers, a mark that is kept
        at a price is also kept at a higher price.
        """
        # The random numbers that do not keep the mark are divided evenly between the
        # two other marks.
        keep = keep_probability(epsilon, uniforms.shape[-1])
        middle = keep + (1.0 - keep) / 2
        above = (uniforms >= keep).view(np.uint8) + (uniforms >= middle).view(np.uint8)
        mark = true + above
        seen: Bytes = mark - _THREE * (mark >= _THREE).view(np.uint8)
        return seen

    def steps(self, epsilon: float, length: int) -> Steps:
        """Return the probabilities `keep` and `other` of the channel, as `Steps`.

        `other` is computed from `keep` and the price, because ``(1 - keep) / 2`` loses
        precision if `keep` is near 1.
        """
        keep = keep_probability(epsilon, length)
        return Steps(keep, keep * exp(-epsilon / length))


@lru_cache(maxsize=1 << 10)
def _by_differences(epsilon: float, length: int) -> Floats:
    different = np.arange(length + 1)
    if exp(-epsilon / length) == 0:  # the price is so high that no mark changes
        return np.where(different > 0, -np.inf, 0.0)
    return np.asarray(0.0 - epsilon / length * different)


RESPONSE = RandomisedResponse()
"""The channel of WORDPL."""

likelihoods = RESPONSE.likelihoods
