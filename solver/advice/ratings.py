"""Ratings of moves: what a move cost and what its clue gave by luck.

All games are rated in one way. A position has a value; the worth of a move is the
expected value after it, and the gain the value after its clue. A move costs the worth
of the best word, less its own; luck is the gain less the worth, so that its mean is 0
whatever is guessed. What a value counts is the unit:

* ``guesses``: minus the expected number of guesses to the end of the game, if the best
  guesses are played. Classic Wordle is rated so wherever every number is exact.
* ``bits``: minus the entropy of the secret, and minus 1 until it is found. Games whose
  clues may be wrong are rated so, and classic games where a search would take too long.
* ``chances``: the chance to win, in the last two moves of a game with a known end.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Unit(StrEnum):
    """What the cost and the luck of a move count."""

    GUESSES = "guesses"
    BITS = "bits"
    CHANCES = "chances"


class Rating(NamedTuple):
    """A move with its worth, what it gained, and the best word with its worth.

    Parameters
    ----------
    unit : Unit
        What `worth`, `gained`, `best_worth`, `cost` and `luck` count.
    worth : float
        Expected value after the move; in bits and chances up to a term that is the same
        for all words.
    gained : float
        Value after the clue of the move, up to the same term.
    best : str
        The word that is worth most.
    best_worth : float
        What it is worth.
    bits, bits_gained : float
        Information in the clue on average, and by how much the entropy of the secret
        decreased, in bits; 0 where guesses are counted.
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
        """What the best word is worth more.

        It is negative for a guess that needs fewer guesses but wins fewer games.
        """
        difference = self.best_worth - self.worth
        if self.unit is Unit.GUESSES:
            return difference
        return max(0.0, difference)  # rounding errors are no gain

    @property
    def luck(self) -> float:
        """What the move gained above its worth."""
        return self.gained - self.worth
