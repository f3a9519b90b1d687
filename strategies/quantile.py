"""Spend a fixed budget in every game, to win as often as possible within it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from game.arrays import Floats
from game.errors import InputError
from game.protocol import Move, Setting
from solver.belief.belief import Belief
from solver.belief.measures import without_tail
from strategies._parameters import read_file
from strategies.k_guesses import KGuesses

MODES = ["wordpl"]

# The choice of a guess between the first and the last ignores the least probable
# answers. Together, the ignored answers have at most this probability.
_TAIL = 1e-3


@dataclass(eq=False, repr=False)
class Quantile(KGuesses):
    """Maximise the chance to win within a budget, and spend all of it.

    Names: quantile, hard cap.

    A ranking asks for the smallest budget B within which 5, 50 or 95 % of the games are
    won. So each ranking is a game of its own: the budget B is given, the part that is
    not spent gains nothing, and the chance to win is maximised. Let b be the belief and
    r the rest of the budget. With E for the mean over the clues, the chance to win
    under best play is

        V(b, r) = max over guesses and prices e <= r of  E V(b given the clue, r - e),

    and V(b, 0) is the largest probability in b. The guesses are chosen in this way:

    * The last guess maximises V itself. For one guess, V is the expected posterior of
      the most probable answer: ``sum over y of max over answers of b P(y | answer)``,
      where y is the clue.
    * A guess between the first and the last maximises Arimoto information of order 2.
      Order 1, which is Shannon's information, is right if many guesses are to come.
      Order infinity is right for the last guess. Order 2 lies between these orders: it
      already prefers a belief with a peak to an even belief.
    * The first guess is the same in all games. It is a word that was compared with
      other words over whole games.
    * The second guess may come from a table, which has a reply to each of the 243 clues
      of the first guess. For a schedule of three guesses, the table has the second
      guess that V prefers, and its price. ``data/replies-trace-exact.txt`` was made for
      a budget of 36.375 nats.

    If earlier guesses had other prices than the schedule, the last guess costs the rest
    of the budget.

    All other prices are fixed, because the chance to win hardly changes near the best
    prices. docs/findings/wordpl.md shows this, and has the results of each entry.

    Source: S. Arimoto (1977), "Information measures and capacity of order alpha for
    discrete memoryless channels".

    Parameters
    ----------
    schedule : tuple of float
        Price of each guess, in nats. The sum of the prices is the budget. If earlier
        guesses had other prices, the last guess costs the rest of the budget.
    order : float
        Order of information for the guesses between the first and the last, from 1 to
        ``inf``.
    replies : str
        Name of a file in ``data/`` with the second guess and its price for each clue of
        the first guess. ``research/builders/build_replies.py`` makes such a file. If
        `replies` is empty, the second guess is chosen in the same way as any guess
        between the first and the last, and `schedule` has its price.
    **options
        As for `BeliefStrategy`; the opening must be one word.
    """

    schedule: tuple[float, ...] = (10.0, 4.45)
    order: float = 2.0
    replies: str = ""
    opening: str = field(default="trace", kw_only=True)

    def prepare(self, setting: Setting) -> None:
        """Check the parameters, and load the words and the table of replies."""
        if len(self.schedule) < 2:
            raise InputError(f"schedule {self.schedule!r}", "two or more finite prices")
        if not self.opening:
            raise InputError("opening ''", "a word")
        super().prepare(setting)
        self._replies = self._read_replies() if self.replies else ()

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess of turn `turn`, or the final answer if `price` returns 0."""
        if turn == 1 and self._replies:
            # The table of replies is valid only if the first guess was the opening, at
            # the price of the schedule.
            played = self._history[0]
            if (played.guess, played.epsilon) == (self.opening, self.schedule[0]):
                return self._replies[played.clue]
        return super().decide(belief, turn)

    def price(self, turn: int) -> float:
        """Return the price of the guess in turn `turn`, in nats.

        The price is 0 if the turn is for the final answer.
        """
        return super().price(turn) if turn < len(self.schedule) - 1 else self.left()

    def between(self, weights: Floats, price: float) -> int:
        """Return the row of a guess between the first and the last guess of a game."""
        return super().between(without_tail(weights, _TAIL), price)

    def _read_replies(self) -> tuple[Move, ...]:
        lines = read_file("replies", self.replies).splitlines()
        if len(lines) != 3**self.words.length:
            raise InputError(
                f"replies {self.replies!r}: {len(lines)} lines",
                f"{3**self.words.length} lines, one for each clue",
            )
        return tuple(self._read_reply(line) for line in lines)

    def _read_reply(self, line: str) -> Move:
        # A reply must cost less than the budget that is left after the first guess:
        # something must be left for the last guess.
        most = math.fsum(self.schedule[1:])
        try:
            word, text = line.split()
            price = float(text)
        except ValueError:
            price = math.nan
        if not 0 < price < most:
            raise InputError(
                f"replies {self.replies!r}: {line!r}",
                f"a word and a price above 0 and below {most:g}",
            )
        return Move(self.words.check_guess(word), price)


ENTRIES = {
    "p05": Quantile(schedule=(10.0, 4.35), opening="trace"),
    "p50": Quantile(
        schedule=(12.25, 13.375, 10.675),
        opening="trace",
        replies="replies-trace-exact.txt",
    ),
    "p95": Quantile(schedule=(17.0, 19.0, 19.0, 16.0), opening="trace"),
}
