"""Kernel of `two_clues`: values of second guesses, by integer distances of clues.

The opening gets the first clue y, and the second guess gets the second clue z. Clues
are numbered from 0. The *pattern* of an answer (a word that can be the secret) is the
true clue to the opening if this answer is the secret. The *distance* of an answer from
y and z is a sum over the marks of y and z that differ from the true clues of the
answer: each such mark of y has the same cost, and each such mark of z has the same
cost. Distances are at most 255, so that one vector instruction processes 64 first
clues.

The table `a` has a distance for each pair of clues: the element
``a[z * CLUE_LANES + y]`` belongs to second clue z and first clue y.

The *weight* of a distance is a number that decreases with the distance. The *steps* are
some distances, and the *height* of a step is the weight of the step minus the weight of
the next larger step. (`two_clues` has the formulas.)
"""

from __future__ import annotations

import numba
import numpy as np

from solver.numeric.decorators import kernel

CLUE_LANES = 256  # clues of five letters, and 13 unused lanes
BATCH = 3  # number of distances for which clues are counted in one pass
_TOGETHER = 3  # number of second clues in one pass

_byte = numba.uint8
_word = numba.int32
_index = numba.uintp


@kernel
def _nearest(a, table, seconds, row, order):
    """Write to `a`, for each second clue z and first clue y, the least distance.

    This is the distance between y and the nearest answer, among the answers with the
    true clue z to the second guess; 255 if there is no such answer. `seconds` has the
    true clue of each answer to the second guess. `row` has the pattern of each answer:
    the true clue to the opening. `table` has the distance between each pattern and each
    y. `order` has the indices of the answers, sorted by pattern, so that an answer is
    skipped if an earlier answer has the same pattern and the same second clue.
    """
    a[:] = 255
    last = np.full(CLUE_LANES, -1, np.int32)
    for s in order:
        z = seconds[s]
        pattern = row[s]
        if last[z] != pattern:
            last[z] = pattern
            at = _index(z) * _index(CLUE_LANES)
            first = _index(pattern) * _index(CLUE_LANES)
            for y in range(_index(CLUE_LANES)):
                # Not min(): numba widens its result, which prevents vectorisation.
                b = a[at + y]
                c = table[first + y]
                a[at + y] = b if b < c else c


@kernel
def _spread(a, cost):
    """Allow wrong marks in the second clue: each of them adds `cost` to the distance.

    `a` has a distance for each second clue z and first clue y. The new element of z and
    y is the smallest sum, over all second clues z', of the old element of z' and y, and
    of `cost` times the number of marks in which z' differs from z. Sums of more than
    255 become 255.
    """
    most = _byte(255 - cost)
    run = CLUE_LANES
    while run < a.size:
        for base in range(0, a.size, 3 * run):
            absent = a[base : base + run]
            present = a[base + run : base + 2 * run]
            correct = a[base + 2 * run : base + 3 * run]
            for i in range(run):
                b = absent[i]
                c = present[i]
                d = correct[i]
                least = b if b < c else c
                least = least if least < d else d
                # The sum is at most 255.
                other = _byte((least if least < most else most) + cost)
                absent[i] = b if b < other else other
                present[i] = c if c < other else other
                correct[i] = d if d < other else other
        run *= 3


@kernel
def raise_values(best, matrix, row, order, table, cost, steps, heights):
    """Raise ``best[y]``, for every first clue y, to the value of the best second guess.

    The value of a second guess is the sum, over all second clues z, of the weight of
    the smallest distance of an answer from y and z. The weight of a distance is the sum
    of the `heights` of all `steps` that are no smaller than the distance. The number of
    steps is a multiple of `BATCH`. A row of `matrix` belongs to a second guess, and has
    the true clue of each answer to this guess. `row` has the true clue of each answer
    to the opening, `order` has the answers sorted by this clue, and `table` has the
    distance between each true clue and each y (see `_nearest`). `cost` is the distance
    for a wrong mark of the second clue. The module's text explains distances.
    """
    a = np.empty(best.size * CLUE_LANES, np.uint8)
    values = np.empty(CLUE_LANES, np.int32)
    for w in range(matrix.shape[0]):
        _nearest(a, table, matrix[w], row, order)
        _spread(a, cost)
        values[:] = 0
        for k in range(0, steps.size, BATCH):
            _add(values, a, steps[k : k + BATCH], heights[k : k + BATCH])
        for y in range(best.size):
            best[y] = max(best[y], values[y])


@kernel
def _add(values, a, steps, heights):
    """Add to ``values[y]``, for each of three steps, the height times a count.

    `a` has a distance for each second clue and first clue y. `steps` has three
    distances, and `heights` has the height of each step: the difference of two weights
    (see the module's text). The count is the number of second clues for which the
    distance in `a` is no larger than the step.
    """
    one = np.zeros(CLUE_LANES, np.uint8)  # every count is at most 243
    two = np.zeros_like(one)
    three = np.zeros_like(one)
    near, middle, far = steps
    run = _TOGETHER * CLUE_LANES
    for base in range(0, a.size, run):
        lines = a[base : base + run]
        for y in range(_index(CLUE_LANES)):
            b = one[y]
            c = two[y]
            d = three[y]
            for z in range(_TOGETHER):
                distance = lines[_index(z * CLUE_LANES) + y]
                b = _byte(b + _byte(distance <= near))
                c = _byte(c + _byte(distance <= middle))
                d = _byte(d + _byte(distance <= far))
            one[y] = b
            two[y] = c
            three[y] = d
    for y in range(CLUE_LANES):
        values[y] += _word(one[y]) * heights[0]
        values[y] += _word(two[y]) * heights[1] + _word(three[y]) * heights[2]


@kernel
def levels(row, length):
    """Return a table that counts the answers at each distance k from each clue.

    The table has a row for each clue, and a column for each k. The element is the
    number of answers with a true clue that differs from the clue in exactly k marks.
    The argument `row` has the true clue of each answer to one guess, and words have
    `length` letters.
    """
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
