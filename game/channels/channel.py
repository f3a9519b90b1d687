"""Interface of channels, whose default methods follow from the likelihoods of clues."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.arrays import Bytes, Floats
from game.clues import Clue, all_correct, to_marks
from game.elementary import exp, log
from game.errors import InputError

_MOST_LETTERS_OF_TABLE = 9
"""Largest number of letters in a word for which `Channel.table` returns a table.

The table has the probability of every clue for every true clue. For words of 9 letters,
the table takes 3 GB. For words of 10 letters, the table would take 26 GB.
"""


class Steps(NamedTuple):
    """The numbers from which kernels compute a channel that acts letter by letter.

    If `lies` is 0, a mark stays with the probability `keep`, and becomes each of the
    two other marks with the probability `other`. If `other` is larger than `keep`,
    kernels use the table of the channel instead. If `lies` is above 0, exactly `lies`
    marks change, and all ways to change them are equally likely.
    """

    keep: float
    other: float
    lies: int = 0


class Channel:
    """The rule by which a true clue becomes the clue that the player sees.

    A channel must define `likelihoods`. A channel may define other methods, to compute
    their results faster.
    Channels are compared by value: equal channels have equal likelihoods.

    Examples
    --------
    >>> from game.channels.lies import Lies
    >>> Lies(1).likelihoods(0, np.inf).max()
    np.float64(0.1)
    """

    @property
    def ends(self) -> bool:
        """Whether a right guess must be treated differently from all other guesses.

        If True, a right guess ends the game, and the clue of a right guess is always
        true. False means one of two things: the channel never changes a clue, so the
        clue alone shows whether a guess is right; or no guess ends the game, as in
        WORDPL.
        """
        return True

    def likelihoods(self, seen: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return the probability of a seen clue, for every true clue.

        Parameters
        ----------
        seen : int
            The clue that the player saw.
        epsilon : float
            Price of the guess, in nats; ``inf`` in games without prices.
        length : int
            Letters in the guess.

        Returns
        -------
        ndarray of shape (3 ** length,), float64
            ``P(seen | true)`` for each true clue. For one true clue, these numbers sum
            to 1 over all seen clues.
        """
        raise NotImplementedError

    def chances(self, true: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return the probability of every seen clue, for one true clue."""
        return self.table(epsilon, length)[:, true]

    def about(self, length: int) -> str:
        """Return a sentence about the effect of the channel on `length` marks."""
        return f"The channel {self} changes clues of {length} marks."

    def log_likelihoods(self, seen: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return ln P(seen | true) for every true clue, up to a constant.

        The method assumes that the game went on after this guess. So if a right guess
        ends the game (see `ends`), the guess was not right: the likelihood of the true
        clue of a right guess is then set to 0.
        """
        column = self.likelihoods(seen, epsilon, length).tolist()
        if self.ends:
            column[-1] = 0.0
        return np.array([log(chance) for chance in column])

    def draw(self, true: Bytes, epsilon: float, uniforms: Floats) -> Bytes:
        """Return the marks that the player sees, given the true marks `true`.

        The time does not depend on the marks. `true` and the result have the shape
        (..., n_letters). `uniforms` has a random number in [0, 1) for each letter; the
        number of the first letter chooses the clue, and the other numbers are not used.
        """
        length = true.shape[-1]
        marks = all_marks(length)

        # All clues are compared and all likelihoods are added, so that the time does
        # not depend on the true clue. The sum of the likelihoods may differ from 1 by
        # rounding, so the random number is multiplied by this sum.
        is_true = (marks == true[..., None, :]).all(axis=-1)
        shares = np.cumsum(is_true @ self.table(epsilon, length).T, axis=-1)
        index = (shares <= uniforms[..., :1] * shares[..., -1:]).sum(axis=-1)
        return np.where(self.ends & is_true[..., -1:], true, marks[index])

    def steps(self, epsilon: float, length: int) -> Steps | None:
        """Return how the channel changes each mark, as `Steps`.

        The result is None if the channel does not act letter by letter.
        """
        return None

    def table(self, epsilon: float, length: int) -> Floats:
        """Return the probability ``P(seen | true)`` for all pairs of clues.

        The array has a row for each seen clue and a column for each true clue.

        Raises `InputError` if words have more than 9 letters.
        """
        if length > _MOST_LETTERS_OF_TABLE:
            raise InputError(
                f"words of {length} letters",
                f"at most {_MOST_LETTERS_OF_TABLE} letters, because this channel or "
                "this strategy compares all pairs of clues",
            )
        return _table(self, epsilon, length)


@lru_cache(maxsize=16)
def _table(channel: Channel, epsilon: float, length: int) -> Floats:
    columns = [channel.likelihoods(seen, epsilon, length) for seen in range(3**length)]
    table = np.array(columns)
    table.setflags(write=False)
    return table


class DistanceChannel(Channel):
    """A channel whose likelihoods depend on the number of differing marks alone.

    A mark differs if it is not the same in the seen clue and in the true clue. If a
    right guess ends the game (see `ends`), the clue of a right guess is an exception:
    it is always true.
    """

    def by_differences(self, epsilon: float, length: int) -> Floats:
        """Return the log-likelihood of a seen clue for each number of differing marks.

        Element d of the array, for d from 0 to `length`, belongs to a seen clue that
        differs from the true clue in d marks. The element is the natural logarithm of
        the probability of this one seen clue, up to a constant.
        """
        raise NotImplementedError

    def log_likelihoods(self, seen: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return ln P(seen | true) for every true clue, up to a constant."""
        table = self.by_differences(epsilon, length)[differences(seen, length)]
        if self.ends:
            table[-1] = -np.inf
        return table

    def chances(self, true: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return the probability of every seen clue, for one true clue."""
        if self.ends and true == all_correct(length):
            return np.eye(1, 3**length, true).ravel()

        # Log-likelihoods are known only up to a constant. So divide the likelihoods by
        # their sum over all clues.
        weights = [exp(x) for x in self.by_differences(epsilon, length).tolist()]
        ways = [math.comb(length, count) * 2**count for count in range(length + 1)]
        whole = math.fsum(n * weight for n, weight in zip(ways, weights, strict=True))
        return np.array(weights)[differences(true, length)] / whole


@lru_cache(maxsize=1 << 8)
def differences(seen: Clue, length: int) -> Bytes:
    """Return for every clue the number of marks in which it differs from `seen`."""
    counts = np.zeros(1, np.uint8)
    for mark in to_marks(seen, length):
        counts = np.add.outer(counts, np.arange(3) != mark).ravel()
    counts.setflags(write=False)
    return counts


@lru_cache(maxsize=4)
def all_differences(length: int) -> Bytes:
    """Return for every pair of clues the number of marks in which they differ.

    The array has the shape (3**length, 3**length).
    """
    return np.array([differences(clue, length) for clue in range(3**length)])


@lru_cache(maxsize=16)
def all_marks(length: int) -> Bytes:
    """Return the marks of every clue: a row for each clue, a column for each letter."""
    marks = np.array([to_marks(clue, length) for clue in range(3**length)], np.uint8)
    marks.setflags(write=False)
    return marks
