"""Play Wordle at a fixed price a guess, as if its clues could be relied on."""

from __future__ import annotations

from solver.belief import Belief
from solver.partitions import partitions
from strategies._belief import BeliefStrategy


class BayesianWordle(BeliefStrategy):
    """Maximise the entropy of the true clue, under the posterior.

    Names: Bayesian Wordle.

    Chooses as a Wordle solver does, ignoring the noise to come; only the weights of
    the answers, which are their posterior probabilities, know about the noise that
    was. In classic Wordle it plays like `Entropy`.

    Parameters
    ----------
    epsilon, confidence, opening
        As for `BeliefStrategy`.
    """

    def choose(self, belief: Belief) -> int:
        """Return the row of the guess with the largest entropy of its true clue."""
        bits = partitions(self.matrix, belief.probabilities).entropy
        return self.prefer_possible(bits, belief)


ENTRIES = [BayesianWordle()]
