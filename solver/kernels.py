"""Calls that compile every kernel."""

from __future__ import annotations

import numpy as np

from game.clues import Rule
from game.words import Vocabulary
from solver.advice.adversary import Adversary
from solver.belief.noisy_clues import best_last_guess, information
from solver.belief.two_step import best_replies
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import WorstCase
from solver.matrix.kernel import build_matrix
from solver.matrix.partitions import partitions


def compile_kernels(word: str, rule: Rule) -> None:
    """Compile the kernels of a rule's game for words as long as this one.

    Those that the cache has are loaded. Noise is in WORDPL alone, and only classic
    strategies look several guesses ahead.
    """
    tiny = Vocabulary((word,), (word,))
    matrix = build_matrix(tiny, rule)
    belief = np.ones(1)
    partitions(matrix, belief)
    partitions(np.tile(matrix, 2), np.arange(1.0, 3.0))  # weights that differ
    if rule is Rule.CLASSIC:
        WorstCase(*tables(tiny, rule), 2).rate(np.arange(1))
        pair = tuple(letter * tiny.length for letter in "ab")
        Adversary(Vocabulary(pair, pair)).shortest_line()
        return
    for order in (1.0, 2.0):
        information(matrix, belief, 1.0, tiny.length, order)
    best_last_guess(matrix, belief, 1.0, tiny.length)
    best_replies(matrix, belief, 0, 1.0, 1.0, tiny.length)
