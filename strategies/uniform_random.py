"""Play a word drawn uniformly from all valid guesses."""

from __future__ import annotations

import random

import numpy as np

from solver.belief.belief import Belief
from strategies._belief import PricedStrategy


class UniformRandom(PricedStrategy):
    """Guess a word that is drawn uniformly from all valid guesses.

    Names: uniform random, `BayesianRandom` in the WORDPL contest.

    This baseline uses the clues only for the final answer: it draws guesses until one
    answer is probable enough. The draws come from Python's `random`, which the referee
    seeds for every game.

    Source: the WORDPL contest, https://github.com/TedTed/wordpl,
    ``strategies/bayesian_random.py``.

    Parameters
    ----------
    **options
        As for `PricedStrategy`.
    """

    deterministic = False

    def choose(self, belief: Belief) -> int:
        """Return the row of a random guess.

        If at most two answers are possible, return the row of the most probable answer.
        """
        if len(belief.possible) <= 2:  # `decide` does the same, but only on one board
            return int(self.answer_rows[belief.best])
        mask = self.hard_mode()
        if mask is None:
            return random.randrange(len(self.words.guesses))
        return random.choice(np.flatnonzero(mask).tolist())


ENTRIES = [UniformRandom()]
