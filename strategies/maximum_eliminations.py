"""Play the guess that leaves the fewest answers on average."""

from __future__ import annotations

from game.arrays import Floats
from game.protocol import Setting
from solver.belief.belief import Belief
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import ExpectedRemaining
from strategies._classic import ClassicStrategy

MODES = ["classic"]


class MaximumEliminations(ClassicStrategy):
    """Maximise the number of answers that the clue is expected to eliminate.

    Names: maximum eliminations, expected size, smallest expected remaining set.

    If m of the n possible answers give a clue, this clue has the probability m / n and
    eliminates n - m answers. Among equal guesses, a possible answer is preferred.

    Source: R. W. Irving (1978), "Towards an optimum Mastermind strategy"; for
    Wordle, rs-wordle-solver's `MaxEliminationsScorer`.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.
    """

    def prepare(self, setting: Setting) -> None:
        """Load the words, and prepare the function that rates guesses."""
        super().prepare(setting)
        self._search = ExpectedRemaining(*tables(self.words, setting.rule))

    def rate(self, belief: Belief) -> Floats:
        """Return how many answers each guess eliminates on average."""
        return self._search.rate(belief.possible)


ENTRIES = [MaximumEliminations()]
