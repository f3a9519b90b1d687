"""Play a word drawn from the posterior, no word twice, at a price that varies."""

from __future__ import annotations

import random

from game.protocol import Move
from solver.belief.belief import Belief
from strategies._belief import PricedStrategy

# Each price is drawn between (1 - _SPREAD) * epsilon and (1 + _SPREAD) * epsilon.
_SPREAD = 0.1


class PosteriorSampling(PricedStrategy):
    """Draw each guess from the posterior of the answers that were not guessed yet.

    Names: posterior sampling, Thompson sampling, `BayesianGreedy` in the WORDPL
    contest.

    In WORDPL each price is drawn uniformly from 90 to 110 % of `epsilon`, and rounded
    to four digits. The strategy `bayesian_random` differs in two points: it may guess a
    word again, and its price is fixed. The draws come from Python's `random`, which the
    referee seeds for every game.

    Source: the WORDPL contest, https://github.com/TedTed/wordpl,
    ``strategies/bayesian_greedy.py``.

    Parameters
    ----------
    **options
        As for `PricedStrategy`; `epsilon` is the mean price.
    """

    deterministic = False

    def choose(self, belief: Belief) -> int:
        """Return the row of an answer, drawn from the answers not guessed yet."""
        weights = belief.probabilities.copy()
        for turn in self._history:
            if turn.guess in self.words.answer_index:
                weights[self.words.answer_index[turn.guess]] = 0.0
        if not weights.any():  # every possible answer was guessed already
            weights = belief.probabilities
        word = random.choices(self.words.answers, weights.tolist())[0]
        return self.words.guess_index[word]

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the move for a belief, with a newly drawn price."""
        move = super().decide(belief, turn)

        # Draw no price for a final answer, which is free, or in games without prices.
        if not self.setting.mode.priced or move.epsilon == 0:
            return move
        price = random.uniform(1 - _SPREAD, 1 + _SPREAD) * self.epsilon
        return Move(move.guess, float(f"{price:.4g}"))


ENTRIES = [PosteriorSampling()]
