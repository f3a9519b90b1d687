"""Pay a fixed schedule of prices, then give the final answer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.arrays import Floats
from game.errors import InputError
from game.protocol import LEAST_PRICE, Move, Setting
from solver.belief.belief import Belief
from solver.belief.measures import Information, best_last_guess, best_scores
from solver.belief.noisy_clues import check_order
from solver.numeric.ties import first_best
from strategies._belief import BeliefStrategy
from strategies._parameters import check_number, check_price

MODES = ["wordpl"]

_ROUNDING = 1e-9  # tolerance in nats for rounding errors in sums of prices


@dataclass(eq=False, repr=False)
class KGuesses(BeliefStrategy):
    """Buy one clue for each price, then give the most probable answer.

    Names: two guesses, three guesses, fixed schedule.

    A ranking asks for the smallest budget within which 5, 50 or 95 % of the games are
    won. A game that costs less gains nothing, so every game spends the whole budget.
    The last guess is chosen by the expected posterior of the most probable answer,
    which is exactly the chance that the final answer is right. All guesses before it
    are chosen by Arimoto information of the order `order`; order 1 is mutual
    information. If earlier guesses in the game had other prices than the schedule, no
    guess costs more than the rest of the budget.

    Source: S. Arimoto (1977), "Information measures and capacity of order alpha for
    discrete memoryless channels".

    Parameters
    ----------
    schedule : tuple of float
        Price of each guess, in nats. The sum of the prices is the budget.
    order : float
        Order of information for all guesses but the last one, from 1 to ``inf``.
    **options
        As for `BeliefStrategy`.
    """

    schedule: tuple[float, ...] = (9.3, 5.3)
    order: float = 1.0

    def prepare(self, setting: Setting) -> None:
        """Check the parameters and load the words."""
        prices: object = self.schedule
        if not isinstance(prices, tuple | list) or not prices:
            raise InputError(f"schedule {prices!r}", "a tuple of prices")
        for price in prices:
            check_price("schedule", price, ", for each price")
        check_number("order", self.order, "1 or more", lambda order: order >= 1)
        for price in prices[:-1]:
            check_order(self.order, price)
        super().prepare(setting)

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess of turn `turn`, or the final answer if `price` returns 0."""
        price = self.price(turn)
        if price == 0:
            return self.answer(belief)
        if turn == 0 and self.opening:
            return Move(self.opening, price)
        weights = belief.probabilities
        length = self.words.length

        # After the clue of the last guess, only the final answer follows. So choose the
        # last guess by the chance that the final answer is right.
        if turn >= len(self.schedule) - 1:
            row, _ = best_last_guess(self.matrix, weights, price, length)
        else:
            row = self.between(weights, price)
        return Move(self.words.guesses[row], price)

    def price(self, turn: int) -> float:
        """Return the price of the guess in turn `turn`, in nats.

        The price is 0 if the turn is for the final answer.
        """
        if turn >= len(self.schedule):
            return 0.0

        # The rest of the budget has rounding errors, so compare it with a tolerance.
        planned = self.schedule[turn]
        left = self.left()
        return planned if planned <= left + _ROUNDING else left

    def left(self) -> float:
        """Return the rest of the budget, in nats, or 0 if it cannot buy a guess."""
        spent = math.fsum(turn.epsilon for turn in self._history)

        # Round to nine decimals, so that rounding errors of sums leave nothing unspent.
        left = round(math.fsum(self.schedule) - spent, 9)
        return left if left >= LEAST_PRICE else 0.0

    def between(self, weights: Floats, price: float) -> int:
        """Return the row of the guess with the most information of the order `order`.

        All guesses but the last guess are chosen in this way.

        Parameters
        ----------
        weights : ndarray of shape (n_answers,), float64
            Probability of each answer.
        price : float
            Price of the guess, in nats.
        """
        length = self.words.length
        measure = Information(weights, length, price, self.order)
        return first_best(best_scores(measure, self.matrix))


ENTRIES = [KGuesses(schedule=(9.3, 5.3), opening="trace")]
