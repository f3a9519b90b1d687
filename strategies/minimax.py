"""Play the guess whose worst clue leaves least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.belief import Belief
from solver.partitions import partitions
from strategies._belief import BeliefStrategy


class Minimax(BeliefStrategy):
    """Minimise the weight of the heaviest clue.

    Names: minimax, worst bucket.

    The weight is the posterior probability; in classic Wordle, where the possible
    answers are equally likely, that is their number. In WORDPL the guess is chosen
    as if its clue were going to be reliable. Equals prefer a possible answer.

    Source: D. E. Knuth (1977), "The computer as Master Mind", for the criterion.

    Parameters
    ----------
    epsilon, confidence, opening
        As for `BeliefStrategy`.
    """

    def rate(self, belief: Belief) -> NDArray[np.float64]:
        """Return the weight of each guess's worst clue, negative."""
        return -partitions(self.matrix, belief.probabilities).worst


ENTRIES = [Minimax()]
