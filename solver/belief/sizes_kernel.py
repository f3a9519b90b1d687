"""Kernels of `lying_clues`: values of random words, and passes over sizes of sets."""

from __future__ import annotations

import numpy as np

from solver.belief.mixing_kernel import mix_lies
from solver.numeric.decorators import kernel

COUNT_LANES = 32
"""Guesses that are processed together; counts have 16 bits."""


@kernel
def fill_values(before, p, is_cost, out):
    """Write the values of `random_values`: f_r from f_(r - 1), or `guesses`.

    For the latter, ``T(n) = n + E T(B) / p``, `before` is `out`.
    """
    chances = np.zeros(out.size)  # of B
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
    """Write the sums of `lying_clues.sums_by_size`."""
    counts = np.empty(3**length * COUNT_LANES, np.uint16)
    levels = np.empty((lies + 1, counts.size), np.uint16)
    sums = np.empty(COUNT_LANES)
    for lane in range(start, stop, COUNT_LANES):
        # The last lanes may repeat rows of another thread, with the same results.
        g = min(lane, matrix.shape[0] - COUNT_LANES)
        counts[:] = 0
        for answer in answers:
            for j in range(COUNT_LANES):
                counts[matrix[g + j, answer] * COUNT_LANES + j] += 1
        counts[-COUNT_LANES:] = 0  # of the right guess
        if lies:
            mix_lies(counts, levels, length, lies, False)
        sums[:] = 0.0
        for y in range(0, counts.size, COUNT_LANES):
            for j in range(COUNT_LANES):
                sums[j] += values[counts[y + j]]
        for j in range(COUNT_LANES):
            out[g + j] = sums[j]
