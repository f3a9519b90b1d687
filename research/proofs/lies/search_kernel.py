"""Kernels of families that no guess splits, and of sets that need many guesses.

Every shown clue has a fixed number of lies: marks that differ from the true clue. After
a guess, a shown clue *keeps* the answers with a true clue that can be shown as this
clue, except the guess itself. A *family* is a set of answers. No guess splits a family
if, after every guess, some shown clue keeps the whole family except the guess itself.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import kernel


@kernel
def keeps_all(masks, near, clues, answer, itself):
    """Return whether, after every guess, some clue keeps `answer` and the whole family.

    A shown clue keeps the answers with a true clue that can be shown as this clue; the
    guess itself need not be kept. ``masks[g]`` has a bit for each shown clue: 1 if the
    clue keeps the whole family after the guess g. ``near[t]`` has a bit for each shown
    clue: 1 if the true clue t can be shown as this clue. `clues` is the clue matrix.
    `itself` is the index of the answer among the guesses.
    """
    for g in range(len(clues)):
        bits = np.uint64(g == itself)
        for w in range(masks.shape[1]):
            bits |= masks[g, w] & near[clues[g, answer], w]
        if not bits:
            return False
    return True


@kernel
def add_to_family(masks, near, clues, answer, itself):
    """Add `answer` to the family: clear bits in `masks`.

    A bit stands for a guess and a shown clue, and says that the clue keeps the whole
    family after the guess. The bit is cleared if the clue does not keep `answer`. The
    arguments are the arguments of `keeps_all`.
    """
    for g in range(len(clues)):
        if g != itself:
            for w in range(masks.shape[1]):
                masks[g, w] &= near[clues[g, answer], w]


@kernel
def largest_sizes(clues, near, itself, answers, guesses):
    """Return, for each of the `guesses`, the number of answers in its largest bucket.

    A bucket is the part of `answers` that a shown clue keeps after the guess, without
    the guess itself. ``near[t, c]`` is 1 if the true clue t can be shown as c. `itself`
    has the index of each answer among the guesses, and `clues` is the clue matrix.
    """
    counts = np.empty(len(near), near.dtype)
    sizes = np.empty(guesses.size, np.int64)
    for i in range(guesses.size):
        counts[:] = 0
        for a in answers:
            if itself[a] != guesses[i]:
                row = near[clues[guesses[i], a]]
                for clue in range(counts.size):
                    counts[clue] += row[clue]
        sizes[i] = counts.max()
    return sizes


@kernel
def guesses_that_keep(clues, near, itself, answers):
    """Return, for each guess, whether some shown clue keeps all `answers`.

    A shown clue keeps an answer if the true clue of the answer can be shown as this
    clue. But no clue keeps an answer that is the guess, because a right guess ends the
    game. So the result for a guess is False if this guess is one of the `answers`.

    ``near[t]`` has a bit for each shown clue: 1 if the true clue t can be shown as this
    clue. `itself` has the index of each answer among the guesses, and `clues` is the
    clue matrix.
    """
    keeps = np.zeros(len(clues), np.bool_)
    for g in range(len(clues)):
        for w in range(near.shape[1]):
            bits = ~np.uint64(0)
            for a in answers:
                bits &= near[clues[g, a], w] if itself[a] != g else np.uint64(0)
            keeps[g] |= bits != 0
    return keeps
