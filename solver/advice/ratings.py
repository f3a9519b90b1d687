"""Ratings of moves: the cost of a move, and the luck of its clue.

All games are rated by the same definitions. Every position has a value. The *worth* of
a move is the expected value after the move. The *gain* is the value after the clue of
the move. The *cost* is the worth of the best word minus the worth of the move. The
*luck* is the gain minus the worth, so that its mean is 0 for every guess. The unit of
the values is one of these:

* ``guesses``: the value is minus the expected number of guesses to the end of the game
  under best play. Classic Wordle is rated in guesses if every number is exact.
* ``bits``: the value is minus the entropy of the secret, and 1 less until the secret is
  found. Bits rate games in which clues may be wrong, and classic games that would need
  too long a search.
* ``chances``: the value is the chance to win. Chances rate the last two moves of a game
  if it is known which moves are the last.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Unit(StrEnum):
    """The unit of the cost and the luck of a move."""

    GUESSES = "guesses"
    BITS = "bits"
    CHANCES = "chances"


class Rating(NamedTuple):
    """A rating of a move, and the best word in the same position.

    Parameters
    ----------
    unit : Unit
        The unit of `worth`, `gained`, `best_worth`, `cost` and `luck`.
    worth : float
        Expected value after the move. In bits and chances, a term that is the same for
        all words is left out.
    gained : float
        Value after the clue of the move. The term that is left out of `worth` is left
        out of `gained` as well.
    best : str
        The word with the highest worth.
    best_worth : float
        The worth of the word `best`.
    bits, bits_gained : float
        The expected information in the clue, and the decrease of the entropy of the
        secret, in bits. Both are 0 if the unit is guesses.
    """

    unit: Unit
    worth: float
    gained: float
    best: str
    best_worth: float
    bits: float = 0.0
    bits_gained: float = 0.0

    @property
    def cost(self) -> float:
        """The worth of the best word minus the worth of the move.

        The cost is negative if the move leads to fewer guesses than the best word, but
        wins fewer games.
        """
        difference = self.best_worth - self.worth
        if self.unit is Unit.GUESSES:
            return difference
        return max(0.0, difference)  # rounding errors are no gain

    @property
    def luck(self) -> float:
        """The luck of the clue: `gained` minus `worth`.

        It is the value after the clue of the move, minus the expected value.
        """
        return self.gained - self.worth
