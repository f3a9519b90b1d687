"""Play a shortest line against Absurdle, which loses in four guesses."""

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

    Absurdle gives the clue that keeps most answers, so a sequence of guesses that wins
    once always wins. The search is exact: no sequence is shorter, unless the limit of
    work of `solver.advice.adversary` was reached. A host with a secret of its own may
    reply otherwise; then a new line is searched for the answers that are left. In hard
    mode the strategy plays as `Minimax` does. The search decides every guess, so the
    options of `Minimax` are refused.

    Source: qntm (2022), "Absurdle", for the adversary.
    """

    def __init__(self) -> None:
        super().__init__()

    def prepare(self, setting: Setting) -> None:
        """Find the line from the start, which takes longest."""
        super().prepare(setting)
        self._adversary = Adversary(setting.vocabulary)
        self.first_move()

    def choose(self, belief: Belief) -> int:
        """Return the row of the first guess of a shortest line."""
        if self.setting.hard is not Hard.OFF:
            return super().choose(belief)
        line = self._adversary.shortest_line(belief.possible)
        return self.words.guess_index[line[0]]


ENTRIES = [Adversarial()]
