"""A function that compiles the kernels that strategies call, by one call of each."""

from __future__ import annotations

import numpy as np

from game.clues import Rule
from game.words import Vocabulary
from solver.advice.adversary import Adversary
from solver.belief.lying_clues import random_values, sums_by_size
from solver.belief.measures import Clues, Information
from solver.belief.two_step import best_replies
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import WorstCase
from solver.matrix.clue_kernel import build_matrix
from solver.matrix.partitions import partitions


def compile_kernels(word: str, rule: Rule) -> None:
    """Compile the kernels that strategies call, for words as long as `word`.

    `rule` is the clue rule of the games. The kernels are the same for every channel and
    every strategy. If the cache has a compiled kernel, the kernel is loaded from there.
    """
    tiny = Vocabulary((word,), (word,))
    matrix = build_matrix(tiny, rule)
    blank = np.zeros_like(matrix)  # for words of one letter, with small tables
    partitions(matrix, np.ones(1))
    partitions(np.tile(matrix, 2), np.arange(1.0, 3.0))  # two different weights
    for order in (1.0, 2.0, np.inf):
        measure = Information(np.ones(1), 1, 1.0, order)
        measure.exact(blank)
        measure.bound_scores(Clues(blank, np.zeros(1, np.intp)), np.ones(1))
    best_replies(blank, np.ones(1), 0, 1.0, 1.0, 1)
    if rule is Rule.LETTERWISE:
        return

    # Games without prices also need the kernels for lies, for the lookahead and for the
    # search against Absurdle.
    values = random_values(1, 1, 2.0, 2)
    sums_by_size(blank, np.arange(1), 1, 1, values.guesses)
    WorstCase(*tables(tiny, rule), 2).rate(np.arange(1))
    pair = tuple(letter * tiny.length for letter in "ab")
    Adversary(Vocabulary(pair, pair)).shortest_line()
