"""Kernel of `free_letters`: the table of values by budget and likelihood ratio.

The kernel computes U and W, which `solver.bounds.free_letters` defines. U(i, k) is the
largest expected value if k steps of the budget are left and the logarithm of the
likelihood ratio is at point i of the grid.
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
    """Return U for every budget and ratio, in the shape (steps + 1, n_ratios).

    U is the largest expected value of a game. `end` is f: for each ratio, the value of
    a game that ends at this ratio. A random step of the ratio is given by its possible
    offsets on the grid, and by the weights, which are the probabilities of the offsets.
    `small_offsets` and `small_weights` are the step that is free of charge. Row j of
    `offsets` and `weights` is the step of a guess of price j; the length of the rows is
    even.
    """
    size = len(end)
    margin = max(int(abs(offsets).max()), int(abs(small_offsets).max()))
    values = np.empty((steps + 1, size + 2 * margin))
    _fill(end, small_offsets, small_weights, offsets, weights, margin, values)
    return values[:, margin : margin + size].copy()


@inner
def _spread(values, offsets, weights, margin, out):
    """Write the expected values after a step, extended beyond both ends of the grid.

    `values` has the value of each ratio. The step moves the ratio by ``offsets[a]``
    points of the grid with the probability ``weights[a]``. In `out`, `margin` points
    are added at both ends.
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

    # Below the grid, use the value at the lower end of the grid. Above the grid, use 1.
    # Neither value is too small.
    for i in range(margin):
        out[i] = out[margin]
        out[margin + size + i] = 1.0


@kernel
def _fill(end, small_offsets, small_weights, offsets, weights, margin, out):
    """Write U for every budget and ratio to `out`.

    The other arguments, except `margin`, are the arguments of `best_values`.

    `out` has the shape (steps + 1, margin + n_ratios + margin). At both ends of the
    grid `margin` points are added, so that no step leaves the grid.
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
            # A guess of price j pays one step less, because its price was rounded up.
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
                # max() is not used: because it handles NaN, LLVM would not make vector
                # instructions.
                if total[i] > best[i]:
                    best[i] = total[i]
        _spread(best, small_offsets, small_weights, margin, out[k])
