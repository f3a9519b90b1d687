"""Play a word drawn from the posterior."""

from __future__ import annotations

import random

from solver.belief.belief import Belief
from strategies._belief import PricedStrategy


class BayesianRandom(PricedStrategy):
    """Guess each answer as often as it is probable.

    Names: random, posterior sampling, Thompson sampling.

    In classic Wordle this is a random possible word. The draws come from Python's
    `random`, which the referee seeds for every game.

    The contest's `BayesianRandom` is another strategy, `uniform_random` here; its
    `BayesianGreedy` draws from the posterior like this one, never a word twice and at
    a price that varies, and is `posterior_sampling` here.

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
