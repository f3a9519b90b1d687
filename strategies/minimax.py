"""Play the guess that leaves the fewest answers after its worst clue."""

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

    The worst clue of a guess is the clue that leaves the most answers. With `depth`
    above 1, the strategy minimises the number of answers after the worst clues of
    `depth` guesses. In WORDPL and Fibble, it treats the next clue as exact, and
    minimises the probability of the most probable clue, under the posterior. If guesses
    are equal in this and in `ties`, a possible answer is preferred.

    Source: D. E. Knuth (1977), "The computer as Master Mind".

    Parameters
    ----------
    ties : str
        The rule that decides, in classic Wordle with `depth` 1, between guesses whose
        worst clues leave equally many answers. ``"information"`` prefers the guess with
        the most information. ``"sizes"`` lists the numbers of answers that the clues of
        each guess leave, the largest number first. Of two guesses, it prefers the guess
        with the smaller number where the lists first differ.
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
        """Return the lookahead that minimises the answers left after the worst clue."""
        return WorstCase(*words, self.depth, self.candidates, self.possible_only)

    def rate_classic(self, belief: Belief) -> Floats:
        """Return the rating of each guess in classic Wordle: the higher, the better."""
        scores = super().rate_classic(belief)
        if self.ties == "sizes" and self.depth == 1:
            return self._rank_by_sizes(scores, belief)
        return scores

    def _rank_by_sizes(self, scores: Floats, belief: Belief) -> Floats:
        """Return ratings of guesses that follow the rule ``ties="sizes"``.

        `scores` has the ratings by the worst clue. Where two of these ratings are
        equal, the sizes decide: the numbers of answers that the clues of a guess leave,
        the largest number first.
        """
        worst = np.ceil(scores)  # remove the fraction, which ranks by information
        eligible = self.permitted(worst)
        if self.guess_from == "possible":
            eligible = eligible[self.answer_rows[belief.possible]]

        # Only guesses whose worst clue leaves the fewest answers can be chosen, so rank
        # only these guesses by their sizes.
        rows = np.flatnonzero(worst == eligible.max())

        # In a sorted row of clues, a bucket begins where the clue changes. Give each
        # bucket of each row its own number.
        clues = np.sort(self.matrix[rows][:, belief.possible])
        is_new = np.diff(clues, prepend=clues[:, :1]) != 0
        starts = clues.shape[1] * np.arange(len(rows))[:, None]
        buckets = starts + np.cumsum(is_new, axis=1)
        sizes = np.bincount(buckets.ravel(), minlength=clues.size)
        largest_first = -np.sort(-sizes.reshape(clues.shape))

        # Rank the guesses by their sizes. Subtract the rank as a fraction below 1, so
        # that guesses with different worst clues keep their order.
        different, ranks = np.unique(largest_first, axis=0, return_inverse=True)
        worst[rows] -= ranks.ravel() / len(different)
        return worst

    def measure_noisy(self, belief: Belief) -> WorstClue:
        """Return the measure that rates guesses by the most probable clue."""
        return WorstClue(belief.probabilities, self.words.length)


ENTRIES = [Minimax()]
