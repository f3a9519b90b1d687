"""Kernel of `solver.bounds.lies`: the largest sums over choices of few clues."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.numeric.compile import inner, kernel


def largest_sums(
    changes: NDArray[np.int64], values: NDArray[np.float64], length: int, most: int
) -> NDArray[np.float64]:
    """Return the largest sum of values by the number of clues, from 0 to `most`.

    ``changes[a, y]`` is 1 where the true clue a can become y. A choice of clues makes
    ``counts[y]`` of them become y, and its sum is that of ``values[counts]``; larger
    counts than `values` has do not occur in it.
    """
    padded = np.full(most + 1, values[-1])
    padded[: len(values)] = values[: most + 1]
    second = np.array([(3**k - 1) // 2 for k in range(length + 1)])
    best = np.zeros(most + 1)
    _search(changes, padded, second, best)
    return best


@kernel
def _search(changes, values, second, best):
    most, size = best.size - 1, changes.shape[0]
    counts = np.zeros((most + 1, size), np.int64)
    chosen = np.zeros(most + 1, np.int64)  # the clue at each depth, as a position
    _add(changes, values, counts, 1, 0, best)
    if most < 2:
        return
    for clue in second:
        _add(changes, values, counts, 2, clue, best)
        depth, chosen[3 : most + 1] = 3, 0
        # All further clues in ascending order, depth first.
        while depth >= 3 and most >= 3:
            if chosen[depth] == size:
                depth -= 1
                chosen[depth] += 1
                continue
            _add(changes, values, counts, depth, chosen[depth], best)
            if depth < most:
                chosen[depth + 1] = chosen[depth]
                depth += 1
            else:
                chosen[depth] += 1


@inner
def _add(changes, values, counts, depth, clue, best):
    """Add a clue to those before it, and keep the sum if it is larger."""
    total = 0.0
    for y in range(changes.shape[1]):
        count = counts[depth - 1, y] + changes[clue, y]
        counts[depth, y] = count
        total += values[count]
    best[depth] = max(best[depth], total)
