"""Compile every kernel once, so that no game pays for it."""

from __future__ import annotations

import numpy as np

from game.clues import Rule
from game.words import Vocabulary
from solver.absurdle import Adversary
from solver.channel import best_last_guess, information
from solver.lookahead import tables
from solver.matrix import build_matrix, clue_matrix
from solver.objectives import Smallest
from solver.partitions import partitions


def warm(vocabulary: Vocabulary, rule: Rule) -> None:
    """Fill the caches that strategies read: kernels and the clue matrix.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words of the games to come.
    rule : Rule
        Their rule.
    """
    word = vocabulary.answers[0]
    tiny = Vocabulary((word,), (word,))
    matrix = build_matrix(tiny, rule)
    for by_entropy in (True, False):
        Smallest(*tables(tiny, rule), 2, by_entropy=by_entropy).rate(np.arange(1))
    if rule is Rule.CLASSIC:
        Adversary(tiny)
    belief = np.ones(1)
    partitions(matrix, belief)
    for order in (1.0, 2.0):
        information(matrix, belief, 1.0, vocabulary.length, order)
    best_last_guess(matrix, belief, 1.0, vocabulary.length)
    clue_matrix(vocabulary, rule)
