"""Histogram of the number of guesses in games of classic Wordle."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from game.text.streams import encodable

_LONGEST = 40  # number of characters in the longest bar


class Histogram(dict[int, int]):
    """A dict from a number of guesses to the number of games with so many guesses.

    The keys are in ascending order. A histogram is built from a list with the number of
    guesses of each game, or from a mapping of numbers of guesses to numbers of games.
    If games have weights, a value is a sum of weights instead of a number of games.

    Examples
    --------
    >>> histogram = Histogram([3, 1, 2, 3])
    >>> histogram, histogram.total, histogram.mean, histogram.worst
    ({1: 1, 2: 1, 3: 2}, 9, 2.25, 3)
    >>> histogram.summary
    'mean 2.2500, standard deviation 0.8292, worst 3'
    """

    def __init__(self, guesses: Iterable[int] | Mapping[int, int]) -> None:
        super().__init__(sorted(Counter(guesses).items()))

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.values())

    @property
    def total(self) -> int:
        """Total number of guesses in all games."""
        return sum(guesses * games for guesses, games in self.items())

    @property
    def mean(self) -> float:
        """Mean number of guesses in a game."""
        return self.total / self.games

    @property
    def std(self) -> float:
        """Population standard deviation of the number of guesses in a game."""
        mean = self.mean

        # Divide by the number of games, not by one less: the histogram has all games of
        # a player, not a sample of them.
        squares = math.fsum((g - mean) ** 2 * games for g, games in self.items())
        return math.sqrt(squares / self.games)

    @property
    def worst(self) -> int:
        """Number of guesses in the longest game."""
        return max(self)

    @property
    def bars(self) -> str:
        """Text with a line for each number of guesses; a bar shows the number of games.

        Examples
        --------
        >>> print(Histogram({2: 20, 3: 40}).bars)
          2 ████████████████████ 20
          3 ████████████████████████████████████████ 40
        """
        largest = max(self.values(), default=1)
        lines = (
            f"{guesses:>3} {'█' * math.ceil(_LONGEST * games / largest)} {games:,}"
            for guesses, games in self.items()
        )
        return encodable("\n".join(lines))

    @property
    def summary(self) -> str:
        """Text with the mean, the standard deviation and the maximum of the guesses."""
        return (
            f"mean {self.mean:.4f}, standard deviation {self.std:.4f}, "
            f"worst {self.worst}"
        )
