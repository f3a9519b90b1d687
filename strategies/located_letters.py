"""Play the guess whose letters, where they stand, most possible words have."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class LocatedLetters(LetterStrategy):
    """Add up, over the places of a guess, the possible words that agree there.

    Names: located letters, letter frequency by place.

    A letter adds the possible words that have it in this place, but 1 point where all
    have it. While it is open whether the secret has the letter at all, its first copy
    in the guess adds the words that have it anywhere, too. Equals prefer a possible
    answer.

    Source: rs-wordle-solver's `LocatedLettersScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def rate(self, belief: Belief) -> Floats:
        """Return the points."""
        counts = self.counts(belief)
        here = np.where(counts.here == counts.words, 1, counts.here)
        new = np.where(counts.is_open, counts.anywhere, 0)
        points = here[self.guesses, np.arange(self.guesses.shape[1])]
        points = points + np.where(self.repeats, 0, new[self.guesses])
        return np.asarray(points.sum(axis=1), np.float64)


ENTRIES = [LocatedLetters()]
