"""Kernel of `solver.bounds.free_letters`: a table of values U and W.

`solver.bounds.free_letters` defines U and W. U(i, k) is the largest expected value of a
game if k steps of the budget are left and the logarithm of the likelihood ratio is at
point i of the grid.
"""

from __future__ import annotations

import numpy as np

from game.arrays import Floats, Integers
from solver.numeric.decorators import inner, kernel

_index = np.uintp


def best_values(
    end: Floats,
    small_offsets: Integers,
    small_weights: Floats,
    offsets: Integers,
    weights: Floats,
    steps: int,
) -> Floats:
    """Return U for every budget and log-likelihood ratio.

    The result has the shape (steps + 1, n_ratios). U is the largest expected value of a
    game. `end` has, for each ratio, the value of a game that ends at this ratio. A
    guess changes the ratio at random: by an offset, in points of the grid, with a
    probability, its weight. Row j of `offsets` and `weights` is for a guess whose clue
    has a price of j steps of the budget; the guess pays only j - 1 steps, because its
    price was rounded up. The number of columns must be even. `small_offsets` and
    `small_weights` are for the change by a group of cheap guesses (see `small_step` in
    `solver.bounds.free_letters`). Such a change comes before every guess and before the
    end of the game, and costs nothing.
    """
    size = len(end)
    margin = max(int(abs(offsets).max()), int(abs(small_offsets).max()))
    values = np.empty((steps + 1, size + 2 * margin))
    _fill(end, small_offsets, small_weights, offsets, weights, margin, values)
    return values[:, margin : margin + size].copy()


@inner
def _spread(values, offsets, weights, margin, out):
    """Write, for each log-likelihood ratio, the expected value after a random step.

    `values` has the value of each ratio. The step moves the ratio by ``offsets[a]``
    points of the grid with the probability ``weights[a]``. The expected values are
    written to `out`, which has `margin` more points at each end than the grid.
    """
    size = values.size
    for i in range(size):
        total = 0.0
        for a in range(offsets.size):
            target = i + offsets[a]
            if target >= size:
                total += weights[a]
            else:
                total += weights[a] * values[max(target, 0)]
        out[margin + i] = total

    # Below the grid, write the value at the lower end of the grid. Above the grid,
    # write 1. Neither value is smaller than the true value.
    for i in range(margin):
        out[i] = out[margin]
        out[margin + size + i] = 1.0


@kernel
def _fill(end, small_offsets, small_weights, offsets, weights, margin, out):
    """Write U for every budget and log-likelihood ratio to `out`.

    `out` has the shape (steps + 1, margin + n_ratios + margin). It has `margin` more
    points at each end than the grid, so that no step leaves the array. All other
    arguments are arguments of `best_values`.
    """
    size = end.size
    best = np.empty(size)
    total = np.empty(size)
    for k in range(out.shape[0]):
        # `best` becomes W: the best value if the game ends here or goes on with a guess
        # of price j.
        for i in range(size):
            best[i] = end[i]
        for j in range(2, k + 1):
            # A guess with the clue of price j pays only j - 1 steps, because its price
            # was rounded up.
            row = out[k - j + 1]
            for i in range(size):
                total[i] = 0.0
            # Two terms are added at a time, which halves the reads and writes of
            # `total`.
            for a in range(0, offsets.shape[1], 2):
                first_index = _index(margin + offsets[j, a])
                second_index = _index(margin + offsets[j, a + 1])
                first = weights[j, a]
                second = weights[j, a + 1]
                for i in range(_index(size)):
                    total[i] += (
                        first * row[first_index + i] + second * row[second_index + i]
                    )
            for i in range(size):
                # Do not use max(): it handles NaN, so the compiler would not use vector
                # instructions.
                if total[i] > best[i]:
                    best[i] = total[i]
        _spread(best, small_offsets, small_weights, margin, out[k])
