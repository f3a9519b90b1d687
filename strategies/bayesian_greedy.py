"""Play the most probable answer."""

from __future__ import annotations

from solver.belief.belief import Belief
from strategies._belief import PricedStrategy


class BayesianGreedy(PricedStrategy):
    """Guess the most probable answer.

    If several answers are the most probable, the first of them in the list is guessed.

    Names: greedy, maximum a posteriori.

    This baseline ignores information: each guess is the word that is most likely to be
    right. The WORDPL contest has another `BayesianGreedy`, which draws its guesses from
    the posterior; it is `posterior_sampling` here.

    Parameters
    ----------
    **options
        As for `PricedStrategy`.
    """

    def choose(self, belief: Belief) -> int:
        """Return the row of the most probable answer."""
        return self.words.guess_index[self.words.answers[belief.best]]


ENTRIES = [BayesianGreedy()]
