"""Kernel of `two_clues`: values of second guesses, by integer distances of clues.

Distances are at most 255, so that one vector instruction processes 64 first clues. A
table ``a[z * LANES + y]`` belongs to second clue z and first clue y.
"""

from __future__ import annotations

import numba
import numpy as np

LANES = 256  # clues of five letters, and 13 unused lanes
_TOGETHER = 4  # answers per pass; the answers of a clue are padded to a multiple

_byte, _word, _place = numba.uint8, numba.int32, numba.uintp


@numba.njit(cache=True, nogil=True)
def answers_by_clue(matrix, clues, starts, order):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Write the answers of every clue of every guess, and where each clue's begin.

    The first answer of a clue is repeated until their number is a multiple of 4.
    """
    for w in range(matrix.shape[0]):
        counts = np.zeros(clues, np.int64)
        for s in range(matrix.shape[1]):
            counts[matrix[w, s]] += 1
        place = 0
        for z in range(clues):
            starts[w, z] = place
            place += -(-counts[z] // _TOGETHER) * _TOGETHER
        starts[w, clues] = place
        ends = starts[w].copy()
        for s in range(matrix.shape[1]):
            z = matrix[w, s]
            order[w, ends[z]] = s
            ends[z] += 1
        for z in range(clues):
            for k in range(ends[z], starts[w, z + 1]):
                order[w, k] = order[w, starts[w, z]]


@numba.njit(cache=True, nogil=True)
def _nearest(a, table, starts, order, row):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Write the first clue's distance from the nearest answer of every second clue."""
    for z in range(starts.size - 1):
        at = _place(z * LANES)
        for y in range(_place(LANES)):
            a[at + y] = 255
        for k in range(starts[z], starts[z + 1], _TOGETHER):
            first = _place(row[order[k]]) * _place(LANES)
            second = _place(row[order[k + 1]]) * _place(LANES)
            third = _place(row[order[k + 2]]) * _place(LANES)
            fourth = _place(row[order[k + 3]]) * _place(LANES)
            for y in range(_place(LANES)):
                # Not min(): numba widens its result, which prevents vectorisation.
                b, c = table[first + y], table[second + y]
                b = b if b < c else c
                c, d = table[third + y], table[fourth + y]
                c = c if c < d else d
                b = b if b < c else c
                c = a[at + y]
                a[at + y] = b if b < c else c


@numba.njit(cache=True, nogil=True)
def _spread(a, cost):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Add the second clue's distance, mark by mark, and keep the smallest sums."""
    most = _byte(255 - cost)
    run = LANES
    while run < a.size:
        for base in range(0, a.size, 3 * run):
            absent = a[base : base + run]
            present = a[base + run : base + 2 * run]
            correct = a[base + 2 * run : base + 3 * run]
            for i in range(run):
                b, c, d = absent[i], present[i], correct[i]
                least = b if b < c else c
                least = least if least < d else d
                # At most 255 in all.
                other = _byte((least if least < most else most) + cost)
                absent[i] = b if b < other else other
                present[i] = c if c < other else other
                correct[i] = d if d < other else other
        run *= 3


@numba.njit(cache=True, nogil=True)
def raise_values(best, row, guesses, starts, order, table, cost, steps, heights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Raise the value of every first clue to that of the best of some second guesses.

    The value is the sum over second clues of the weight of the smallest distance; a
    weight is the sum of the `heights` of all `steps` that are no smaller than it.
    """
    a = np.empty((starts.shape[1] - 1) * LANES, np.uint8)
    counts = np.empty(LANES, np.uint8)  # at most 243
    values = np.empty(LANES, np.int32)
    for w in guesses:
        _nearest(a, table, starts[w], order[w], row)
        _spread(a, cost)
        values[:] = 0
        for k in range(steps.size):
            step, height = steps[k], heights[k]
            counts[:] = 0
            for base in range(0, a.size, LANES):
                line = a[base : base + LANES]
                for y in range(LANES):
                    counts[y] += _byte(line[y] <= step)
            for y in range(LANES):
                values[y] += _word(counts[y]) * height
        for y in range(best.size):
            best[y] = max(best[y], values[y])


@numba.njit(cache=True, nogil=True)
def levels(row, length):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return how many answers differ from every clue in how many marks."""
    counts = np.zeros((3**length, length + 1), np.int64)
    for s in range(row.size):
        counts[row[s], 0] += 1
    stride = 1
    for _ in range(length):
        new = np.zeros_like(counts)
        for y in range(counts.shape[0]):
            mark = y // stride % 3
            for other in range(3):
                away = int(other != mark)
                source = y + (other - mark) * stride
                for k in range(length + 1 - away):
                    new[y, k + away] += counts[source, k]
        counts = new
        stride *= 3
    return counts
