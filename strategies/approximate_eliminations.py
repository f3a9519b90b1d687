"""Play the guess that eliminates the most words, estimated letter by letter."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class ApproximateEliminations(LetterStrategy):
    """Add up the words that each letter by itself is expected to eliminate.

    Names: approximate eliminations, expected eliminations by letter.

    A letter of the guess has one of three states: it is at its place, elsewhere in the
    secret or absent. A state that m of the n possible words give has the probability
    m / n and eliminates n - m words. If a guess has a letter twice, its absent state
    counts only once. In ties a possible answer is preferred.

    Source: rs-wordle-solver's `MaxApproximateEliminationsScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def rate(self, belief: Belief) -> Floats:
        """Return how many words the letters of each guess are expected to eliminate."""
        counts = self.counts(belief)
        n = counts.words
        elsewhere = counts.anywhere[:, None] - counts.here
        present = (counts.here * (n - counts.here) + elsewhere * (n - elsewhere)) / n
        absent = (n - counts.anywhere) * counts.anywhere / n
        places = np.arange(self.guesses.shape[1])
        points = present[self.guesses, places]
        points += np.where(self.repeats, 0.0, absent[self.guesses])
        return points.sum(axis=1)


ENTRIES = [ApproximateEliminations()]
