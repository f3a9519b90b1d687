"""Play the guess whose worst clue leaves least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.errors import InputError
from game.protocol import Setting
from solver.belief.belief import Belief
from solver.lookahead.lookahead import Tables
from solver.lookahead.objectives import WorstCase
from solver.matrix.partitions import partitions
from strategies._ahead import AheadStrategy


class Minimax(AheadStrategy):
    """Minimise the answers that the worst clue leaves.

    Names: minimax, worst bucket.

    In classic Wordle, guesses with equal worst clues are told apart by `ties`; looking
    `depth` guesses ahead, the worst that is left after so many counts. In WORDPL it
    is the weight of the heaviest clue, a posterior probability, as if the clue were
    going to be reliable. Equals prefer a possible answer.

    Source: D. E. Knuth (1977), "The computer as Master Mind", for the criterion;
    ranking by the whole list of sizes is wordle-boss's.

    Parameters
    ----------
    epsilon, confidence, opening, guess_from, depth, candidates
        As for `AheadStrategy`.
    ties : str
        What tells guesses with equal worst clues apart: ``"entropy"``, the information
        in the clue, or ``"sizes"``, the second worst clue, the third, and on through
        the whole list.
    """

    def __init__(
        self,
        epsilon: float = 12.3,
        confidence: float = 0.5,
        opening: str = "",
        guess_from: str = "all",
        depth: int = 1,
        candidates: int = 20,
        ties: str = "entropy",
    ) -> None:
        super().__init__(epsilon, confidence, opening, guess_from, depth, candidates)
        self.ties = ties

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        if self.ties not in {"entropy", "sizes"}:
            raise InputError(f"ties {self.ties!r}: expected entropy or sizes")
        super().prepare(setting)

    def search(self, words: Tables) -> WorstCase:
        """Return the search for the smallest worst clue."""
        depth, by_entropy = (self.depth, self.candidates), self.ties == "entropy"
        return WorstCase(*words, *depth, self.possible_only, by_entropy)

    def rate_noisy(self, belief: Belief) -> NDArray[np.float64]:
        """Return the weight of each guess's worst clue, negative."""
        return -partitions(self.matrix, belief.probabilities).worst


ENTRIES = [Minimax()]
