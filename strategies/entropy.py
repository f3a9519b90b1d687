"""Play the guess whose clue tells most about the secret."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.protocol import Mode
from solver.belief import Belief
from solver.channel import information
from solver.partitions import partitions
from strategies._belief import BeliefStrategy


class Entropy(BeliefStrategy):
    """Maximise the information in the clue.

    Names: entropy, information gain, mutual information.

    In classic Wordle this is the entropy of the partition that the guess makes of the
    possible answers. In WORDPL it is the mutual information between the secret and
    the noisy clue at `epsilon`, under the exact posterior. Equals prefer a possible
    answer.

    Source: C. E. Shannon (1948), "A mathematical theory of communication".

    Parameters
    ----------
    epsilon, confidence, opening
        As for `BeliefStrategy`.
    """

    def rate(self, belief: Belief) -> NDArray[np.float64]:
        """Return the information in each guess's clue, in bits."""
        weights = belief.probabilities
        if self.setting.mode is Mode.CLASSIC:
            return partitions(self.matrix, weights).entropy
        return information(self.matrix, weights, self.epsilon, self.words.length)


ENTRIES = [Entropy()]
