"""Play Wordle at a fixed price a guess, as if its clues could be relied on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.belief.belief import Belief
from solver.matrix.partitions import partitions
from strategies._belief import BeliefStrategy


class BayesianWordle(BeliefStrategy):
    """Maximise the entropy of the true clue, under the posterior.

    Names: Bayesian Wordle.

    Chooses as a Wordle solver does, ignoring the noise to come; only the weights of
    the answers, which are their posterior probabilities, know about the noise that
    was. In classic Wordle it is `Entropy` without the chance that the guess is right.

    The contest's `BayesianWordle` uses another Wordle solver, which treats noisy clues
    as true and ranks words by the frequency of their letters.

    Parameters
    ----------
    epsilon, confidence, opening
        As for `BeliefStrategy`.
    """

    def rate(self, belief: Belief) -> NDArray[np.float64]:
        """Return the entropy of each guess's true clue, in bits."""
        return partitions(self.matrix, belief.probabilities).entropy


ENTRIES = [BayesianWordle()]
