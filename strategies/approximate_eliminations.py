"""Play the guess that leaves least, reckoned letter by letter."""

from __future__ import annotations

import numpy as np

from game.arrays import Floats
from solver.belief.belief import Belief
from strategies._letters import LetterStrategy

MODES = ["classic"]


class ApproximateEliminations(LetterStrategy):
    """Add up the words that each letter is expected to eliminate by itself.

    Names: approximate eliminations, expected eliminations by letter.

    A letter is in its place, elsewhere or absent; a state that m of n possible words
    have comes with probability m / n and eliminates n - m. Of a letter that stands
    further left in the guess, too, the absent state is left out, as it was counted
    there. In ties a possible answer is preferred.

    Source: rs-wordle-solver's `MaxApproximateEliminationsScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def rate(self, belief: Belief) -> Floats:
        """Return the sum over the letters."""
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
