"""Kernels of `lying_clues`: values of random words, and passes over sizes of sets.

A set of possible words has a value by its size alone, as if the words were random.
"""

from __future__ import annotations

import numpy as np

from solver.belief.mixing_kernel import mix_lies
from solver.numeric.decorators import kernel

COUNT_LANES = 32
"""Guesses that are processed together: as many 16-bit counts as a cache line holds."""


@kernel
def fill_values(before, p, is_cost, out):
    """Write to `out`, by the size n of a set from 0 on, the value of n random words.

    After a guess that is one of the words, each of the others fits the seen clue with
    the probability p: how many fit, B, is binomial, of n - 1 words. With `before` the
    values f_(r - 1) of sets that are guessed with one guess less, f_r is written,

        f_r(n)  =  1 + E f_(r - 1)(B) / p,    but at most n,

    or with `is_cost` the guesses that all words together take without a limit,

        T(n)  =  n + E T(B) / p,

    for which `before` is `out` itself: B is below n. Both arrays have the shape
    (size of the largest set + 1,), float64.
    """
    # The distribution of B, at first of no words: 0 fit for certain.
    chances = np.zeros(out.size)
    chances[0] = 1.0
    out[0] = 0.0
    for n in range(1, out.size):
        mean = 0.0
        for size in range(n):
            mean += chances[size] * before[size]
        out[n] = n + mean / p if is_cost else min(float(n), 1.0 + mean / p)

        # The binomial distribution of one word more, in place from the top down.
        for size in range(n, 0, -1):
            chances[size] += p * (chances[size - 1] - chances[size])
        chances[0] *= 1 - p


@kernel
def add_by_size(matrix, answers, lies, length, values, out, start, stop):
    """Write the sums of `lying_clues.sums_by_size`.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix, of at least `COUNT_LANES` guesses.
    answers : ndarray of shape (n_possible,), int
        The possible words, as columns.
    lies, length : int
        Marks of each seen clue that are false; letters in a word.
    values : ndarray of shape (n,), float64
        The value of a set by its size.
    out : ndarray of shape (n_guesses,), float64
        For each guess, the sum over seen clues of the value of the words that fit.
    start, stop : int
        The guesses from `start` to before `stop` are rated, by this thread.
    """
    # ``counts[y * COUNT_LANES + j]`` is for clue y of the guess in lane j: the lane is
    # the place of a guess among those that are processed together.
    counts = np.empty(3**length * COUNT_LANES, np.uint16)
    levels = np.empty((lies + 1, counts.size), np.uint16)
    sums = np.empty(COUNT_LANES)
    for first in range(start, stop, COUNT_LANES):
        # The last lanes may repeat rows of another thread, with the same results.
        g = min(first, matrix.shape[0] - COUNT_LANES)

        # Words by true clue, without the guess itself, whose clue is the highest.
        counts[:] = 0
        for answer in answers:
            for j in range(COUNT_LANES):
                counts[matrix[g + j, answer] * COUNT_LANES + j] += 1
        counts[-COUNT_LANES:] = 0

        # Words by seen clue: all whose true clue differs from it in `lies` marks.
        if lies:
            mix_lies(counts, levels, length, lies, False)

        # The values of these sets.
        sums[:] = 0.0
        for y in range(0, counts.size, COUNT_LANES):
            for j in range(COUNT_LANES):
                sums[j] += values[counts[y + j]]
        for j in range(COUNT_LANES):
            out[g + j] = sums[j]
