"""Kernel of `two_clues`: values of second guesses, by integer distances of clues.

Distances are at most 255, so that one vector instruction processes 64 first clues. A
table ``a[z * LANES + y]`` belongs to second clue z and first clue y.
"""

from __future__ import annotations

import numba
import numpy as np

LANES = 256  # clues of five letters, and 13 unused lanes
STEPS = 3  # distances whose clues are counted in one pass
_TOGETHER = 4  # patterns compared in one pass

_byte, _word, _place = numba.uint8, numba.int32, numba.uintp


@numba.njit(cache=True, nogil=True)
def answers_by_clue(matrix, clues, starts, order):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Write the answers of every clue of every guess, and where each clue's begin."""
    for w in range(matrix.shape[0]):
        counts = np.zeros(clues, np.int64)
        for s in range(matrix.shape[1]):
            counts[matrix[w, s]] += 1
        place = 0
        for z in range(clues):
            starts[w, z] = place
            place += counts[z]
        starts[w, clues] = place
        ends = starts[w].copy()
        for s in range(matrix.shape[1]):
            z = matrix[w, s]
            order[w, ends[z]] = s
            ends[z] += 1


@numba.njit(cache=True, nogil=True)
def _nearest(a, table, starts, order, row):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Write the first clue's distance from the nearest answer of every second clue."""
    some = np.empty(LANES + _TOGETHER, np.uint8)  # the different patterns of a clue
    last = np.full(LANES, -1, np.int32)  # the clue that a pattern was last seen for
    for z in range(starts.size - 1):
        size = _place(0)
        for k in range(starts[z], starts[z + 1]):
            pattern = row[order[k]]
            some[size] = pattern
            size += _place(last[pattern] != z)  # no branch
            last[pattern] = z
        for k in range(_TOGETHER):
            some[size + _place(k)] = some[0]
        at = _place(z * LANES)
        for y in range(_place(LANES)):
            a[at + y] = 255
        for k in range(_place(0), size, _place(_TOGETHER)):
            first = _place(some[k]) * _place(LANES)
            second = _place(some[k + _place(1)]) * _place(LANES)
            third = _place(some[k + _place(2)]) * _place(LANES)
            fourth = _place(some[k + _place(3)]) * _place(LANES)
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
    weight is the sum of the `heights` of all `steps` that are no smaller than it. The
    number of steps is a multiple of `STEPS`.
    """
    a = np.empty((starts.shape[1] - 1) * LANES, np.uint8)
    values = np.empty(LANES, np.int32)
    for w in guesses:
        _nearest(a, table, starts[w], order[w], row)
        _spread(a, cost)
        values[:] = 0
        for k in range(0, steps.size, STEPS):
            _add(values, a, steps[k : k + STEPS], heights[k : k + STEPS])
        for y in range(best.size):
            best[y] = max(best[y], values[y])


@numba.njit(cache=True, nogil=True)
def _add(values, a, steps, heights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Add the heights of three steps, each times the second clues within it."""
    one = np.zeros(LANES, np.uint8)  # at most 243
    two, three = np.zeros_like(one), np.zeros_like(one)
    near, middle, far = steps
    run = 3 * LANES
    for base in range(0, a.size, run):
        line = a[base : base + run]
        for y in range(_place(LANES)):
            b, c, d = line[y], line[_place(LANES) + y], line[_place(2 * LANES) + y]
            one[y] += _byte(b <= near) + _byte(c <= near) + _byte(d <= near)
            two[y] += _byte(b <= middle) + _byte(c <= middle) + _byte(d <= middle)
            three[y] += _byte(b <= far) + _byte(c <= far) + _byte(d <= far)
    for y in range(LANES):
        values[y] += _word(one[y]) * heights[0]
        values[y] += _word(two[y]) * heights[1] + _word(three[y]) * heights[2]


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
