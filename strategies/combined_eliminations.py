"""Play the guess that, with the next guess, eliminates the most answers on average."""

from __future__ import annotations

from dataclasses import dataclass

from game.arrays import Floats
from game.protocol import Setting
from solver.belief.belief import Belief
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import ExpectedRemaining
from strategies._classic import ClassicStrategy
from strategies._parameters import check_number

MODES = ["classic"]

_AMONG_ALL = 20
_AMONG_POSSIBLE = 600


@dataclass(eq=False, repr=False)
class CombinedEliminations(ClassicStrategy):
    """Maximise the number of answers that two guesses are expected to eliminate.

    Names: combined eliminations, expected size after two guesses.

    The second guess is the best guess after the clue of the first guess. If no more
    than `limit` answers are possible, the strategy plays as `MaximumEliminations` does.
    Among equal guesses, a possible answer is preferred.

    Source: rs-wordle-solver's `MaxComboEliminationsScorer`.

    Parameters
    ----------
    limit : int
        If no more than this number of answers are possible, guesses are rated alone,
        without a second guess.
    candidates : int, optional
        Number of first guesses to rate together with a second guess. These are the
        guesses that eliminate the most answers by themselves. The default is 20, or 600
        with ``guess_from="possible"``.
    **options
        As for `ClassicStrategy`.
    """

    limit: int = 256
    candidates: int | None = None

    def prepare(self, setting: Setting) -> None:
        """Check the parameters and load the words."""
        check_number("limit", self.limit, "0 or more", lambda n: n >= 0)
        possible_only = self.guess_from == "possible"
        candidates = self.candidates
        if candidates is None:
            candidates = _AMONG_POSSIBLE if possible_only else _AMONG_ALL
        check_number("candidates", candidates, "1 or more", lambda n: n >= 1)
        super().prepare(setting)
        words = tables(self.words, setting.rule)
        self._one = ExpectedRemaining(*words)
        self._two = ExpectedRemaining(
            *words,
            depth=2,
            candidates=candidates,
            possible_only=possible_only,
        )

    def rate(self, belief: Belief) -> Floats:
        """Return how many answers each guess eliminates on average.

        If more than `limit` answers are possible, the answers count that two guesses
        eliminate: the guess itself and, after its clue, the best second guess.
        """
        search = self._two if len(belief.possible) > self.limit else self._one
        return search.rate(belief.possible)


ENTRIES = [CombinedEliminations()]
