"""Kernels of `lying_clues`: values of sets of words, and sums of these values.

The value of a set of words is computed as if the words were random. So it depends only
on the number of the words.
"""

from __future__ import annotations

import numpy as np

from solver.belief.mixing_kernel import mix_lies
from solver.numeric.decorators import kernel

COUNT_LANES = 32
"""Number of guesses that are processed together.

A cache line has room for this number of 16-bit counts.
"""


@kernel
def fill_values(before, p, is_cost, out):
    """Write to ``out[n]`` the value of a set of n random words.

    The guess is one of the n words. Each of the other n - 1 words fits the seen clue
    with the probability p. So B, the number of the words that fit, is binomial.

    If `is_cost` is false, the value f_r(n) is n times the chance to win within r
    guesses. `before` has the values f_(r - 1), and f_r is written:

        f_r(n)  =  1 + E f_(r - 1)(B) / p,    but at most n.

    If `is_cost` is true, the total number of guesses over all words is written, without
    a limit on guesses:

        T(n)  =  n + E T(B) / p.

    In this case `before` must be `out` itself: T(B) is already written, because B is
    below n. E is the mean over B. Both arrays are float64 and have the shape (size of
    the largest set + 1,).
    """
    # Begin with the distribution of B for a set of one word. There are no other words,
    # so B is certainly 0.
    chances = np.zeros(out.size)
    chances[0] = 1.0
    out[0] = 0.0
    for n in range(1, out.size):
        mean = 0.0
        for size in range(n):
            mean += chances[size] * before[size]
        out[n] = n + mean / p if is_cost else min(float(n), 1.0 + mean / p)

        # Update the distribution of B for one more word, in place. The loop goes from
        # high to low sizes, because a size needs the old chance of the next lower size.
        for size in range(n, 0, -1):
            chances[size] += p * (chances[size - 1] - chances[size])
        chances[0] *= 1 - p


@kernel
def add_by_size(matrix, answers, lies, length, values, out, start, stop):
    """Write for each guess the sum that `lying_clues.sums_by_size` returns.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix, of at least `COUNT_LANES` guesses.
    answers : ndarray of shape (n_possible,), int
        The possible words, as columns.
    lies, length : int
        The number of false marks in each seen clue, and the number of letters in a
        word.
    values : ndarray of shape (n,), float64
        ``values[n]`` is the value of a set of n words.
    out : ndarray of shape (n_guesses,), float64
        For each guess, the sum over seen clues of the value of the words that fit.
    start, stop : int
        This thread rates the guesses from `start` up to but not including `stop`.
    """
    # ``counts[y * COUNT_LANES + j]`` belongs to clue y of the guess in lane j. The lane
    # is the position of a guess among the guesses that are processed together.
    counts = np.empty(3**length * COUNT_LANES, np.uint16)
    levels = np.empty((lies + 1, counts.size), np.uint16)
    sums = np.empty(COUNT_LANES)
    for first in range(start, stop, COUNT_LANES):
        # The last group may repeat guesses of another thread, with the same results.
        g = min(first, matrix.shape[0] - COUNT_LANES)

        # For each true clue, count the words. The guess itself must not be counted. Its
        # clue has the highest number, so the last `COUNT_LANES` counts are set to 0.
        counts[:] = 0
        for answer in answers:
            for j in range(COUNT_LANES):
                counts[matrix[g + j, answer] * COUNT_LANES + j] += 1
        counts[-COUNT_LANES:] = 0

        # For each seen clue, count the words that fit. A word fits if its true clue
        # differs from the seen clue in exactly `lies` marks.
        if lies:
            mix_lies(counts, levels, length, lies, False)

        # Add the values of the sets of words that fit.
        sums[:] = 0.0
        for y in range(0, counts.size, COUNT_LANES):
            for j in range(COUNT_LANES):
                sums[j] += values[counts[y + j]]
        for j in range(COUNT_LANES):
            out[g + j] = sums[j]
