"""Play a shortest sequence of guesses that wins against Absurdle: four guesses."""

from __future__ import annotations

from game.hard import Hard
from game.protocol import Setting
from solver.advice.adversary import Adversary
from solver.belief.belief import Belief
from strategies.minimax import Minimax

MODES = ["classic"]


class Adversarial(Minimax):
    """Search for the fewest guesses that win against Absurdle.

    Names: Absurdle solver, adversarial search.

    Absurdle has no secret: it gives the clue that keeps the most answers. So a sequence
    of guesses that wins once always wins. The search finds a shortest sequence, unless
    it reaches the limit of work in `solver.advice.adversary`. In a game with a secret,
    a clue may differ from the clue of Absurdle; then the strategy searches for a new
    sequence for the remaining answers. In hard mode the strategy plays as `Minimax`
    does. The search decides every guess, so the strategy takes no options of `Minimax`.

    Source: the adversary is "Absurdle" by qntm (2022).
    """

    def __init__(self) -> None:
        super().__init__()

    def prepare(self, setting: Setting) -> None:
        """Load the words, and do the search for the start of a game.

        This search takes longer than any search later in a game.
        """
        super().prepare(setting)
        self._adversary = Adversary(setting.vocabulary)
        self.first_move()

    def choose(self, belief: Belief) -> int:
        """Return the row of the guess that begins a shortest sequence that wins."""
        if self.setting.hard is not Hard.OFF:
            return super().choose(belief)
        line = self._adversary.shortest_line(belief.possible)
        return self.words.guess_index[line[0]]


ENTRIES = [Adversarial()]
