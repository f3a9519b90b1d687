"""Reference policy of WORDPL, and the chance to win by it from any position.

What is left of a budget is divided over a few guesses. All but the last are the ones
with the most information of order 2, the last is the one with the largest expected
best posterior, and the final answer is the likeliest. Posteriors are exact. The chance
to win is exact for one more guess; for several it is the mean over drawn secrets and
noise, in which later guesses are chosen among the answers: that loses some 2 % of it.
"""

from __future__ import annotations

import math

import numpy as np

from game.channels.response import RESPONSE
from game.clues import Clue, Rule
from game.draws import Draws
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.measures import (
    BestPosterior,
    Information,
    best_last_guess,
    best_scores,
    without_tail,
)
from solver.belief.noisy_clues import best_posterior
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total
from solver.numeric.ties import first_best, ranking

ROLLOUTS = 16
"""Games that are drawn for one chance."""

_TAIL = (
    1e-4  # probability of the unlikeliest answers, which the choice of a guess omits
)
_LAST = 0.8  # price of the last guess, in prices of the others


def schedule(budget: float) -> list[float]:
    """Return the prices over which the reference policy divides a budget.

    As many prices as ``budget / (10 + budget / 8)``, rounded up: the numbers of guesses
    that were the best for the columns of the contest.

    Examples
    --------
    >>> [[round(price, 1) for price in schedule(b)] for b in (10.0, 14.45, 36.6)]
    [[10.0], [8.0, 6.4], [13.1, 13.1, 10.5]]
    >>> len(schedule(71.0)), schedule(0.0)
    (4, [])
    """
    if budget <= 0:
        return []
    guesses = math.ceil(budget / (10 + budget / 8))
    price = budget / (guesses - 1 + _LAST)
    return [price] * (guesses - 1) + [budget - price * (guesses - 1)]


class Continuation:
    """Chance to win by the reference policy.

    The prior of the words is uniform.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.matrix = clue_matrix(vocabulary, Rule.LETTERWISE)
        rows = [vocabulary.guess_index[word] for word in vocabulary.answers]
        self._menu = np.array(rows)
        self._rows = np.ascontiguousarray(self.matrix[self._menu])

    def update(self, belief: Belief, guess: int, epsilon: float, clue: Clue) -> Belief:
        """Return the belief after a guess, by its row, and its clue."""
        length = self.vocabulary.length
        return belief.update(self.matrix[guess], clue, epsilon, length)

    def best(self, belief: Belief, budget: float, epsilon: float) -> int:
        """Return the row of the policy's guess at a price, of a budget that is left."""
        chances, length = belief.probabilities, self.vocabulary.length
        if epsilon >= budget * (1 - 1e-9):
            return best_last_guess(self.matrix, chances, epsilon, length)[0]
        measure = Information(chances, length, epsilon, 2.0)
        return first_best(best_scores(measure, self.matrix))

    def value(self, belief: Belief, budget: float, draw: str) -> float:
        """Return the chance to win with a budget that is left.

        The budget is in nats, 0 for the final answer. `draw` names the drawn games;
        equal names compare two positions on equal noise.
        """
        prices = schedule(budget)
        if not prices:
            return float(belief.probabilities.max())
        if len(prices) == 1:
            length = self.vocabulary.length
            chances = belief.probabilities
            return best_last_guess(self.matrix, chances, budget, length)[1]
        return self.after(belief, self.best(belief, budget, prices[0]), prices, draw)

    def after(
        self, belief: Belief, guess: int, prices: list[float], draw: str
    ) -> float:
        """Return the chance to win if a guess is made and the policy follows.

        The belief is that before the guess; `prices` are its price and those of the
        guesses after it; `draw` is as for `value`.
        """
        chances, length = belief.probabilities, self.vocabulary.length
        if len(prices) == 1:
            row = self.matrix[guess : guess + 1]
            return float(best_posterior(row, chances, prices[0], length)[0])
        order = ranking(chances)
        shares = np.cumsum(chances[order])
        chances_to_win = np.empty(ROLLOUTS)
        for number in range(ROLLOUTS):
            draws = Draws(draw, number)
            # One secret from each of as many equal parts of the posterior.
            point = (number + float(draws.noise(0, 1)[0])) / ROLLOUTS
            index = min(int(np.searchsorted(shares, point)), len(order) - 1)
            chances_to_win[number] = self._play_drawn_game(
                belief, guess, prices, int(order[index]), draws
            )
        return total(chances_to_win) / ROLLOUTS

    def _play_drawn_game(
        self,
        belief: Belief,
        guess: int,
        prices: list[float],
        secret: int,
        draws: Draws,
    ) -> float:
        """Play a drawn game up to the last guess, and return the chance to win it."""
        length = self.vocabulary.length
        for turn, epsilon in enumerate(prices[:-1], 1):
            truth = int(self.matrix[guess, secret])
            noise = draws.noise(turn, length)
            seen = RESPONSE.perturb(truth, epsilon, noise)
            belief = self.update(belief, guess, epsilon, seen)
            likely = without_tail(belief.probabilities, _TAIL)
            if turn < len(prices) - 1:
                measure = Information(likely, length, prices[turn], 2.0)
                guess = int(self._menu[first_best(best_scores(measure, self._rows))])
        last = BestPosterior(likely, length, prices[-1])
        return float(best_scores(last, self._rows).max())
