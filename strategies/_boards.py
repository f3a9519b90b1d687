"""Several boards at once, for what rates guesses; itself not a strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.matrix.clue_matrix import answer_rows
from solver.numeric.ties import best_of, first_best

Rating = Callable[[Belief], NDArray[np.float64]]


def choose_for_boards(
    words: Vocabulary,
    rate: Rating,
    beliefs: Sequence[Belief],
    *,
    possible_only: bool = False,
) -> int:
    """Return the row of the guess that is best for all boards together.

    A secret that is known must be played some time, and tells the other boards
    something now; so it comes first. Else ratings are added over the boards, and
    of equals the guess that solves most boards on average is taken.

    Parameters
    ----------
    words : Vocabulary
        The words.
    rate : callable
        Rates every guess for one board: the higher, the better.
    beliefs : sequence of Belief
        One per board that is not solved yet.
    possible_only : bool
        Whether to choose among the answers that are possible on some board.
    """
    rows = answer_rows(words)
    for belief in beliefs:
        if len(belief.possible) == 1:
            return int(rows[belief.best])
    # Boards that are known equally well, as all are at first, are rated once.
    kinds = {belief.log_weights.tobytes(): belief for belief in beliefs}
    counts = Counter(belief.log_weights.tobytes() for belief in beliefs)
    scores = np.sum([rate(kinds[kind]) * counts[kind] for kind in kinds], axis=0)
    solved = np.zeros(len(words.guesses))
    solved[rows] = np.sum([belief.probabilities for belief in beliefs], axis=0)
    if possible_only:
        scores = np.where(solved > 0, scores, -np.inf)
    ties = best_of(scores)
    return int(ties[first_best(solved[ties])])
