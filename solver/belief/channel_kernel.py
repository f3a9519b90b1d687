"""Kernels of the privacy channel: sums over the noisy clues of every guess.

They are separable: one step per letter passes the sums of true clues through the
channel. ``m[y * LANES + j]`` belongs to clue y of the guess in lane j, so that one
vector instruction processes `LANES` guesses.
"""

from __future__ import annotations

import math

import numpy as np

from solver.numeric.compile import inner, kernel
from solver.numeric.elementary_kernel import power, times_log2
from solver.numeric.threads import LANES
from solver.numeric.ties import TOLERANCE


@inner
def _mix(m, length, keep, lie):
    """Pass the sums of true clues through the channel, in place."""
    gain = keep - lie
    run = LANES
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a, b, c = absent[i], present[i], correct[i]
                any_mark = lie * (a + b + c)
                absent[i] = any_mark + gain * a
                present[i] = any_mark + gain * b
                correct[i] = any_mark + gain * c
        run *= 3


@inner
def _mix_best(m, length, keep, lie):
    """As `_mix` with the largest term in place of the sum; needs keep >= lie."""
    run = LANES
    for _ in range(length):
        for base in range(0, m.size, 3 * run):
            absent = m[base : base + run]
            present = m[base + run : base + 2 * run]
            correct = m[base + 2 * run : base + 3 * run]
            for i in range(run):
                a, b, c = absent[i], present[i], correct[i]
                # Not max(): its handling of NaN prevents vectorisation.
                top = a if a > b else b
                any_mark = lie * (top if top > c else c)
                a, b, c = keep * a, keep * b, keep * c
                absent[i] = a if a > any_mark else any_mark
                present[i] = b if b > any_mark else any_mark
                correct[i] = c if c > any_mark else any_mark
        run *= 3


@inner
def _fill(m, matrix, columns, weights, g):
    """Sum the weights by true clue, for the guesses from g on."""
    m[:] = 0.0
    for k in range(columns.size):
        column, weight = columns[k], weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] += weight


@kernel
def entropies(matrix, columns, weights, keep, lie, length, out, start, stop):
    """Write the entropy of each guess's noisy clue, in bits."""
    m = np.empty(3**length * LANES)
    spare, terms = np.empty(m.size), np.empty(m.size)
    sums = np.empty(LANES)
    for lane in range(start, stop, LANES):
        # The last lanes may repeat rows of another thread, with the same results.
        g = min(lane, matrix.shape[0] - LANES)
        _fill(m, matrix, columns, weights, g)
        _mix(m, length, keep, lie)
        times_log2(m, spare, terms)
        sums[:] = 0.0
        for y in range(0, m.size, LANES):
            for j in range(LANES):
                sums[j] -= terms[y + j]
        for j in range(LANES):
            out[g + j] = sums[j]


@kernel
def power_sums(matrix, columns, weights, keep, lie, length, order, out, start, stop):
    """Write the sums of noisy clues' weights, each to the power ``1 / order``."""
    m = np.empty(3**length * LANES)
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _fill(m, matrix, columns, weights, g)
        _mix(m, length, keep, lie)
        if order == 2.0:
            for i in range(m.size):
                m[i] = math.sqrt(m[i])
        else:
            for i in range(m.size):
                m[i] = power(m[i], 1 / order)
        _add_up(m, out, g)


@kernel
def best_sums(matrix, columns, weights, keep, lie, length, out, start, stop):
    """Write the sums over noisy clues of the largest term; weights ascend."""
    m = np.empty(3**length * LANES)
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _best(m, matrix, columns, weights, g, keep, lie, length, out)


@kernel
def replies(matrix, order, weights, keep, lie, length, most, rows, out):
    """Write for each noisy clue the best last guess and its `best_sums`.

    Of each clue, `order` has the columns and `weights` the ascending weights; `most`
    is the weight that may be left out.
    """
    m = np.empty(3**length * LANES)
    sums = np.empty(matrix.shape[0])
    least = 1.0
    for _ in range(length):
        least *= lie / keep
    for clue in range(order.shape[0]):
        top = weights[clue, -1]
        first, left_out = 0, 0.0
        # As in `noisy_clues._run`.
        while weights[clue, first] < top * least:
            first += 1
        while first < order.shape[1] and left_out + weights[clue, first] <= most:
            left_out += weights[clue, first]
            first += 1
        # All guesses are equal for a single answer, or none.
        rows[clue], out[clue] = 0, top
        if order.shape[1] - first < 2:
            continue
        columns, mine = order[clue, first:], weights[clue, first:]
        for lane in range(0, matrix.shape[0], LANES):
            g = min(lane, matrix.shape[0] - LANES)
            _best(m, matrix, columns, mine, g, keep, lie, length, sums)
        best = total = 0.0
        for chance in sums:
            best = max(best, chance)
        for weight in mine:
            total += weight
        # As probabilities given the clue, the scale of `TOLERANCE`.
        row = 0
        while sums[row] < best - TOLERANCE * total:
            row += 1
        rows[clue], out[clue] = row, sums[row]


@inner
def _best(m, matrix, columns, weights, g, keep, lie, length, out):
    """Write the `best_sums` of the guesses from g on."""
    m[:] = 0.0
    # Weights ascend, so the last one written is the largest.
    for k in range(columns.size):
        column, weight = columns[k], weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] = weight
    _mix_best(m, length, keep, lie)
    _add_up(m, out, g)


@inner
def _add_up(m, out, g):
    sums = np.zeros(LANES)
    for y in range(0, m.size, LANES):
        for j in range(LANES):
            sums[j] += m[y + j]
    for j in range(LANES):
        out[g + j] = sums[j]
