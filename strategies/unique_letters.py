"""Play the guess whose letters occur in the largest number of possible words."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class UniqueLetters(LetterStrategy):
    """Rate a guess by the number of words that have its letters.

    Names: unique letter frequency, most common letters.

    Only possible words count. Each different letter of the guess adds a number to the
    rating: the number of words that have this letter. A letter adds nothing if all
    possible words have it, because such a letter gives no information. Among equal
    ratings, a possible answer is preferred.

    Source: rs-wordle-solver's `MaxUniqueLetterFrequencyScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def rate(self, belief: Belief) -> Floats:
        """Return, for each guess, the sum of the numbers that its letters add."""
        counts = self.counts(belief)
        values = np.where(counts.is_open, counts.anywhere, 0)
        points = np.where(self.repeats, 0, values[self.guesses])
        return np.asarray(points.sum(axis=1), np.float64)


ENTRIES = [UniqueLetters()]
