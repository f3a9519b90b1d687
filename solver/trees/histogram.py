"""Histogram of the numbers of guesses of games of classic Wordle."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable


class Histogram(dict[int, int]):
    """Number of games by number of guesses, in order.

    Parameters
    ----------
    guesses : iterable of int
        One number for each game.

    Examples
    --------
    >>> found = Histogram([3, 1, 2, 3])
    >>> found, found.total, found.mean, round(found.std, 3), found.worst
    ({1: 1, 2: 1, 3: 2}, 9, 2.25, 0.829, 3)
    """

    def __init__(self, guesses: Iterable[int]) -> None:
        super().__init__(sorted(Counter(guesses).items()))

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.values())

    @property
    def total(self) -> int:
        """Guesses of all games together."""
        return sum(guesses * games for guesses, games in self.items())

    @property
    def mean(self) -> float:
        """Guesses of a game on average."""
        return self.total / self.games

    @property
    def std(self) -> float:
        """Standard deviation of the guesses of a game, over these games alone."""
        mean = self.mean
        squares = math.fsum((g - mean) ** 2 * games for g, games in self.items())
        return math.sqrt(squares / self.games)

    @property
    def worst(self) -> int:
        """Guesses of the longest game."""
        return max(self)
