"""Play the guess whose worst clue leaves the fewest answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.arrays import Floats
from game.errors import InputError
from game.protocol import Setting
from solver.belief.belief import Belief
from solver.belief.measures import WorstClue
from solver.lookahead.lookahead import Tables
from solver.lookahead.objectives import WorstCase
from strategies._ahead import AheadStrategy


@dataclass(eq=False, repr=False)
class Minimax(AheadStrategy):
    """Minimise the answers that the worst clue leaves.

    Names: minimax, worst bucket.

    With `depth` above 1, the worst case after that many guesses is minimised. In WORDPL
    it is the weight of the heaviest clue, a posterior probability, as if the clue were
    exact. In ties that are left a possible answer is preferred.

    Source: D. E. Knuth (1977), "The computer as Master Mind".

    Parameters
    ----------
    ties : str
        In classic Wordle at `depth` 1, what decides between guesses with equal worst
        clues: ``"information"``, the most bits, or ``"sizes"``, the numbers of answers
        that their clues leave, the largest first: the smallest in order wins.
    **options
        As for `AheadStrategy`.
    """

    ties: str = "information"

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        if self.ties not in ("information", "sizes"):
            raise InputError(f"ties {self.ties!r}", "information or sizes")
        super().prepare(setting)

    def search(self, words: Tables) -> WorstCase:
        """Return the search for the smallest worst clue."""
        return WorstCase(*words, self.depth, self.candidates, self.possible_only)

    def rate_classic(self, belief: Belief) -> Floats:
        """Return the rating of each guess in classic Wordle."""
        scores = super().rate_classic(belief)
        if self.ties == "sizes" and self.depth == 1:
            return self._rank_by_sizes(scores, belief)
        return scores

    def _rank_by_sizes(self, scores: Floats, belief: Belief) -> Floats:
        """Return ratings in which the sizes decide between equal worst clues.

        The sizes of a guess are the numbers of answers by clue, the largest first.
        """
        worst = np.ceil(
            scores
        )  # without the fraction, which is the rank by information
        eligible = self.permitted(worst)
        if self.guess_from == "possible":
            eligible = eligible[self.answer_rows[belief.possible]]

        # Rank only the guesses whose worst clue is the best there is.
        rows = np.flatnonzero(worst == eligible.max())

        # In sorted clues each change begins a bucket; its number is unique in all rows.
        clues = np.sort(self.matrix[rows][:, belief.possible])
        is_new = np.diff(clues, prepend=clues[:, :1]) != 0
        starts = clues.shape[1] * np.arange(len(rows))[:, None]
        buckets = starts + np.cumsum(is_new, axis=1)
        sizes = np.bincount(buckets.ravel(), minlength=clues.size)
        largest_first = -np.sort(-sizes.reshape(clues.shape))

        # Rows are now in the order of their sizes. Ranks below 1 leave the order of the
        # worst clues as it is.
        different, ranks = np.unique(largest_first, axis=0, return_inverse=True)
        worst[rows] -= ranks.ravel() / len(different)
        return worst

    def measure_noisy(self, belief: Belief) -> WorstClue:
        """Return the measure of the weight of the worst clue."""
        return WorstClue(belief.probabilities, self.words.length)


ENTRIES = [Minimax()]
