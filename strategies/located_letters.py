"""Play the guess whose letters are most frequent at their places in possible words."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class LocatedLetters(LetterStrategy):
    """Rate a guess by the number of words that have its letters in the same places.

    Names: located letters, letter frequency by place.

    Only possible words count. Each letter of the guess adds a number to the rating: the
    number of words with this letter in the same place, or 1 if all words have this
    letter in the same place. If some words have the letter anywhere and other words do
    not have it, the first copy of the letter in the guess also adds the number of words
    that have it. Among equal ratings, a possible answer is preferred.

    Source: rs-wordle-solver's `LocatedLettersScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def rate(self, belief: Belief) -> Floats:
        """Return, for each guess, the sum of the numbers that its letters add."""
        counts = self.counts(belief)
        here = np.where(counts.here == counts.words, 1, counts.here)
        new = np.where(counts.is_open, counts.anywhere, 0)
        points = here[self.guesses, np.arange(self.guesses.shape[1])]
        points = points + np.where(self.repeats, 0, new[self.guesses])
        return np.asarray(points.sum(axis=1), np.float64)


ENTRIES = [LocatedLetters()]
