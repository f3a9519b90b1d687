"""Play the guess whose worst clue leaves the fewest answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.belief.belief import Belief
from solver.lookahead.lookahead import Tables
from solver.lookahead.objectives import WorstCase
from solver.matrix.partitions import partitions
from strategies._ahead import AheadStrategy


class Minimax(AheadStrategy):
    """Minimise the answers that the worst clue leaves.

    Names: minimax, worst bucket.

    In classic Wordle, of guesses with equal worst clues the one with most information
    in its clue is played. With `depth` above 1, the worst case after that many guesses
    is minimised. In WORDPL it is the weight of the heaviest clue, a posterior
    probability, as if the clue were exact. In ties a possible answer is preferred.

    Source: D. E. Knuth (1977), "The computer as Master Mind".

    Parameters
    ----------
    epsilon, confidence, opening, guess_from, depth, candidates
        As for `AheadStrategy`.
    """

    def search(self, words: Tables) -> WorstCase:
        """Return the search for the smallest worst clue."""
        return WorstCase(*words, self.depth, self.candidates, self.possible_only)

    def rate_noisy(self, belief: Belief) -> NDArray[np.float64]:
        """Return the weight of each guess's worst clue, negative."""
        return -partitions(self.matrix, belief.probabilities).worst


ENTRIES = [Minimax()]
