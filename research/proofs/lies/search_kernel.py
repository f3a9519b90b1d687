"""Kernels of families that no guess splits, and of sets that need many guesses."""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import kernel


@kernel
def keeps_all(masks, near, clues, answer, itself):
    """Return whether every guess has a clue that keeps an answer and the family.

    ``masks[g]`` has a bit for each shown clue: 1 if the clue keeps the whole family
    after the guess g. `itself` is the index of the answer among the guesses.
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
    """Add an answer to the family: clear the bits of clues that do not keep it."""
    for g in range(len(clues)):
        if g != itself:
            for w in range(masks.shape[1]):
                masks[g, w] &= near[clues[g, answer], w]


@kernel
def largest_sizes(clues, near, itself, answers, guesses):
    """Return the sizes of the largest buckets of some guesses."""
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

    ``near[t]`` has a bit for each shown clue: 1 if the true clue t can become it.
    """
    keeps = np.zeros(len(clues), np.bool_)
    for g in range(len(clues)):
        for w in range(near.shape[1]):
            bits = ~np.uint64(0)
            for a in answers:
                bits &= near[clues[g, a], w] if itself[a] != g else np.uint64(0)
            keeps[g] |= bits != 0
    return keeps
