"""Play a word drawn from the posterior."""

from __future__ import annotations

import random

from solver.belief.belief import Belief
from strategies._belief import PricedStrategy


class BayesianRandom(PricedStrategy):
    """Draw each guess from the posterior of the answers.

    Names: random, posterior sampling, Thompson sampling.

    In classic Wordle each guess is a random possible word. The draws come from Python's
    `random`, which the referee seeds for every game.

    The original WORDPL contest uses names in another way. Its `BayesianRandom` is
    `uniform_random` here. Its `BayesianGreedy` is `posterior_sampling` here, which also
    draws from the posterior, but draws no word twice and varies the price.

    Source: W. R. Thompson (1933), "On the likelihood that one unknown probability
    exceeds another in view of the evidence of two samples".

    Parameters
    ----------
    **options
        As for `PricedStrategy`.
    """

    deterministic = False

    def choose(self, belief: Belief) -> int:
        """Return the row of an answer drawn from the posterior."""
        word = random.choices(self.words.answers, belief.probabilities.tolist())[0]
        return self.words.guess_index[word]


ENTRIES = [BayesianRandom()]
