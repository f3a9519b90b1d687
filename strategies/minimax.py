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
    """Minimise the number of answers that remain after the worst clue.

    Names: minimax, worst bucket.

    With `depth` above 1, the worst case after that many guesses is minimised. In WORDPL
    and Fibble, the strategy treats the next clue as exact, and minimises the posterior
    probability of the most probable clue. In ties that are left, a possible answer is
    preferred.

    Source: D. E. Knuth (1977), "The computer as Master Mind".

    Parameters
    ----------
    ties : str
        In classic Wordle at `depth` 1, the rule between guesses with equal worst clues.
        ``"information"`` prefers the guess with the most bits. ``"sizes"`` compares the
        numbers of answers that the clues of a guess leave, the largest number first: of
        two guesses, it prefers the one with the smaller number at the first difference.
    **options
        As for `AheadStrategy`.
    """

    ties: str = "information"

    def prepare(self, setting: Setting) -> None:
        """Check the parameters and load the words."""
        if self.ties not in ("information", "sizes"):
            raise InputError(f"ties {self.ties!r}", "'information' or 'sizes'")
        super().prepare(setting)

    def search(self, words: Tables) -> WorstCase:
        """Return the lookahead for the fewest answers after the worst clue."""
        return WorstCase(*words, self.depth, self.candidates, self.possible_only)

    def rate_classic(self, belief: Belief) -> Floats:
        """Return the rating of each guess in classic Wordle."""
        scores = super().rate_classic(belief)
        if self.ties == "sizes" and self.depth == 1:
            return self._rank_by_sizes(scores, belief)
        return scores

    def _rank_by_sizes(self, scores: Floats, belief: Belief) -> Floats:
        """Return ratings by the worst clue, and by the sizes if worst clues are equal.

        `scores` are ratings by the worst clue. The sizes of a guess are the numbers of
        answers that its clues leave, the largest number first.
        """
        worst = np.ceil(scores)  # remove the fraction, the rank by information
        eligible = self.permitted(worst)
        if self.guess_from == "possible":
            eligible = eligible[self.answer_rows[belief.possible]]

        # Rank only the guesses whose worst clue leaves the fewest answers.
        rows = np.flatnonzero(worst == eligible.max())

        # In a sorted row of clues, a bucket begins where the clue changes. Give each
        # bucket of each row its own number.
        clues = np.sort(self.matrix[rows][:, belief.possible])
        is_new = np.diff(clues, prepend=clues[:, :1]) != 0
        starts = clues.shape[1] * np.arange(len(rows))[:, None]
        buckets = starts + np.cumsum(is_new, axis=1)
        sizes = np.bincount(buckets.ravel(), minlength=clues.size)
        largest_first = -np.sort(-sizes.reshape(clues.shape))

        # Rank the rows by their sizes. A rank becomes a fraction below 1, so the order
        # of the worst clues does not change.
        different, ranks = np.unique(largest_first, axis=0, return_inverse=True)
        worst[rows] -= ranks.ravel() / len(different)
        return worst

    def measure_noisy(self, belief: Belief) -> WorstClue:
        """Return the measure that uses the probability of the most probable clue."""
        return WorstClue(belief.probabilities, self.words.length)


ENTRIES = [Minimax()]
