"""Spend a hard cap, the last guess but one chosen for the last."""

from __future__ import annotations

from game.protocol import LEAST_PRICE, Move
from solver.belief.belief import Belief
from solver.belief.two_step import best_guess
from strategies.quantile import Quantile

MODES = ["wordpl"]


class TwoAhead(Quantile):
    """Play as `Quantile`, with the exact chance to win two clues from the end.

    Names: quantile with lookahead.

    Two clues from the end V of `Quantile` is ``sum over y of max over last guesses of
    sum over z of max over answers of b P(y | answer) P(z | answer)``. The guesses with
    the most information are compared by it (`solver.belief.two_step.best_guess`); the
    last guess is then the best of all. A table of replies comes before that.

    Parameters
    ----------
    **options
        As for `Quantile`; the schedule has three prices or more.
    """

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess that the schedule has for this turn, or the answer."""
        # Only the last guess but one looks ahead, unless it is the opening or tabled,
        # and if enough is left for a last guess.
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
