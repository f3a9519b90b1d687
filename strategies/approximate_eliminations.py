"""Play the guess whose letters, each taken alone, eliminate the most words."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class ApproximateEliminations(LetterStrategy):
    """Rate a guess by the words that each of its letters, taken alone, eliminates.

    Names: approximate eliminations, expected eliminations by letter.

    A letter of the guess is in one of three states: in the same place in the secret,
    elsewhere in the secret, or absent from it. If m of the n possible words give a
    state, the state has the probability m / n and eliminates n - m words. The expected
    numbers of all letters are added. If a guess has a letter twice, the absent state of
    this letter counts only once. Among equal guesses, a possible answer is preferred.

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
