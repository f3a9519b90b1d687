"""Spend a fixed budget; choose the last guess but one by the exact chance to win."""

from __future__ import annotations

from game.protocol import LEAST_PRICE, Move
from solver.belief.belief import Belief
from solver.belief.two_step import best_guess
from strategies.quantile import Quantile

MODES = ["wordpl"]


class TwoAhead(Quantile):
    """Play as `Quantile`, but choose the last guess but one by the exact chance to win.

    Names: quantile with lookahead.

    If two guesses are left, the chance to win under best play is ``sum over y of max
    over last guesses of sum over z of max over answers of b P(y | answer) P(z |
    answer)``, where b is the belief, and y and z are the last two clues.
    `solver.belief.two_step.best_guess` computes this chance for the guesses with the
    most information, and returns the guess with the largest chance. For the last guess,
    all guesses are compared. If there is a table of replies, the table decides the
    second guess.

    Parameters
    ----------
    **options
        As for `Quantile`; the schedule should have three prices or more. With fewer
        prices, the strategy plays as `Quantile` does.
    """

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess of turn `turn`, or the final answer if `price` returns 0."""
        # Look ahead only for the last guess but one. Do not look ahead if this guess is
        # the opening or comes from the table of replies, or if the budget does not
        # suffice for a last guess after it.
        price = self.price(turn)
        last = round(self.left() - price, 9)
        tabled = self._replies and turn == 1
        if turn != len(self.schedule) - 2 or not turn or tabled or last < LEAST_PRICE:
            return super().decide(belief, turn)
        weights = belief.probabilities
        length = self.words.length
        row = best_guess(self.matrix, weights, price, last, length, self.order)
        return Move(self.words.guesses[row], price)


ENTRIES = {
    "p95": TwoAhead(
        schedule=(17.0, 20.0, 18.25, 13.5), replies="replies-trace-of-four.txt"
    )
}
