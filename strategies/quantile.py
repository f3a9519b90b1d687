"""Spend a hard cap, every guess for what it has to do."""

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

# Belief in the least probable answers that a guess between does not look at.
_TAIL = 1e-3


@dataclass(eq=False, repr=False)
class Quantile(KGuesses):
    """Maximise the chance to win within a budget, and spend all of it.

    Names: quantile, hard cap.

    The p-quantile of the score is the smallest budget B within which a share p of the
    games is won. So a column of the contest is a game of its own: with B in hand and
    no reward for what is left, maximise ``P(win)``. With b the belief and r what is
    left,

        V(b, r) = max over guesses and prices e <= r of  E V(b given the clue, r - e),

    and V(b, 0) is the largest probability in b. How each clue is chosen:

    * The last by V itself, which is then the expected best posterior: ``sum over y of
      max over answers of b P(y | answer)``.
    * Those between by Arimoto's information of order 2, between the 1 of Shannon,
      right while many guesses are to come, and the infinity of the last: it already
      prefers a belief with a peak to an even one.
    * The first is a word that was compared with others over whole games, as all
      games share it. So may be the replies to its 243 clues: a table of them holds,
      for three guesses, the second that V itself prefers, and its price. The one in
      ``data/`` was made for a budget of 36.375.

    In a game that has left the schedule, the last guess or guesses cost what is left.

    Other prices are fixed: near the best ones the chance to win is flat
    (docs/findings/wordpl.md, with the figures that each entry reaches).

    Source: S. Arimoto (1977), "Information measures and capacity of order alpha for
    discrete memoryless channels".

    Parameters
    ----------
    schedule : tuple of float
        Price of each guess, in nats. Their sum is the budget, of which the last guess
        gets what is left.
    order : float
        Order of information for the guesses between the first and the last, from 1
        to ``inf``.
    replies : str
        Name of a file in ``data/`` with the second guess for each first clue and its
        price, made by ``research/builders/build_replies.py``; chosen like those after
        it, at the price of the schedule, when empty.
    **options
        As for `BeliefStrategy`; the opening is a word.
    """

    schedule: tuple[float, ...] = (10.0, 4.45)
    order: float = 2.0
    replies: str = ""
    opening: str = field(default="trace", kw_only=True)

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        if len(self.schedule) < 2:
            raise InputError(f"schedule {self.schedule!r}", "two or more finite prices")
        if not self.opening:
            raise InputError("opening ''", "a word")
        super().prepare(setting)
        self._replies = self._read_replies() if self.replies else ()

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess that the schedule has for this turn, or the answer."""
        if turn == 1 and self._replies:
            # The table is for this opening at this price, which the game may have left.
            played = self._history[0]
            if (played.guess, played.epsilon) == (self.opening, self.schedule[0]):
                return self._replies[played.clue]
        return super().decide(belief, turn)

    def price(self, turn: int) -> float:
        """Return what the guess of a turn may cost, in nats; 0 when none is left."""
        return super().price(turn) if turn < len(self.schedule) - 1 else self.left()

    def between(self, weights: Floats, price: float) -> int:
        """Return the row of a guess between the first and the last."""
        return super().between(without_tail(weights, _TAIL), price)

    def _read_replies(self) -> tuple[Move, ...]:
        lines = read_file("replies", self.replies).splitlines()
        if len(lines) != 3**self.words.length:
            raise InputError(
                f"replies {self.replies!r}: {len(lines)} lines",
                f"one per clue, {3**self.words.length}",
            )
        return tuple(self._read_reply(line) for line in lines)

    def _read_reply(self, line: str) -> Move:
        # Something has to be left for the last guess.
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
