"""Lies: exactly k marks of a clue are false. The clue of a right guess is true."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np

from game.arrays import Bytes, Floats
from game.channels.channel import DistanceChannel, Steps, differences
from game.clues import CORRECT, Clue
from game.errors import InputError, check_range
from game.marking import before

_THREE = np.uint8(3)


@dataclass(frozen=True)
class Lies(DistanceChannel):
    """Exactly `count` marks change, each of them to one of the two other marks.

    All ways to change the marks are equally likely. The clue of a right guess is true.

    Source: Fibble, https://fibble.xyz, with one lie in each row.

    Parameters
    ----------
    count : int
        The number of false marks in a clue, from 0 to the number of letters. With 0,
        all clues are true.

    Examples
    --------
    >>> Lies(2).likelihoods(0, np.inf).tolist().count(1 / 40)
    40
    """

    count: int

    @property
    def ends(self) -> bool:
        """Whether there are lies, so that a right guess needs special treatment.

        With lies, a right guess ends the game, and only the clue of a right guess is
        true. Without lies, all clues are true. The clue alone then shows whether a
        guess is right, so that a right guess needs no special treatment.
        """
        return self.count > 0

    def ways(self, length: int) -> int:
        """Return the number of clues that a true clue can become.

        Raises `InputError` if there are more lies than letters.
        """
        check_range("lies", self.count, 0, length)
        return int(math.comb(length, self.count) * 2**self.count)

    def about(self, length: int) -> str:
        """Return a sentence about the lies in clues of `length` marks."""
        if not self.count:
            return "All marks are true."
        changed = f"{self.count} of the {length} marks"
        changed = "All marks" if self.count == length else changed
        are = "is" if self.count == 1 else "are"
        return f"{changed} of each clue {are} false; the clue of a right guess is true."

    def likelihoods(self, seen: Clue, epsilon: float, length: int = 5) -> Floats:
        """Return the probability of a seen clue, for every true clue."""
        table: Floats = (differences(seen, length) == self.count) / self.ways(length)
        table[-1] = float(seen == 3**length - 1)
        return table

    def by_differences(self, epsilon: float, length: int) -> Floats:
        """Return the log-likelihood of a seen clue for each number of differing marks.

        Element d of the array, for d from 0 to `length`, belongs to a seen clue that
        differs from the true clue in d marks. Element d is 0 if d is `count`, and
        ``-inf`` otherwise.
        """
        return np.where(np.arange(length + 1) == self.count, 0.0, -np.inf)

    def draw(self, true: Bytes, epsilon: float, uniforms: Floats) -> Bytes:
        """Return the marks that the player sees, given `true`, in constant time.

        `uniforms` has a random number in [0, 1) for each mark. The `count` marks with
        the smallest numbers change. The last bit of a number decides to which of the
        two other marks its mark changes.
        """
        # Rank the random numbers of the letters: a smaller number comes first. If two
        # numbers are equal, the number further left comes first.
        each = uniforms[..., :, None]
        every = uniforms[..., None, :]
        first = (each > every) | ((each == every) & before(uniforms.shape[-1]))
        changes = first.sum(axis=-1) < self.count

        # The clue of a right guess stays true.
        changes &= ~(true == CORRECT).all(axis=-1, keepdims=True)
        shift = changes * (1 + np.floor(uniforms * 2.0**53).astype(np.int64) % 2)

        # The remainder modulo 3 is computed by a subtraction, because a subtraction
        # takes the same time for every mark.
        mark = true + shift.astype(np.uint8)
        seen: Bytes = mark - _THREE * (mark >= _THREE).view(np.uint8)
        return seen

    def steps(self, epsilon: float, length: int) -> Steps:
        """Return the channel as `Steps`: exactly `count` marks change."""
        self.ways(length)
        return Steps(1.0, 0.0, self.count)


EXACT = Lies(0)
"""The channel of classic Wordle."""


def channel(text: str) -> Lies:
    """Return the channel with K lies, where `text` is the number K.

    Raises `InputError` if the text is not a number of at most two digits.
    """
    if not re.fullmatch("0|[1-9][0-9]?", text):
        raise InputError(f"lies {text!r:.40}", "a number of marks, like lies:1")
    return Lies(int(text))
