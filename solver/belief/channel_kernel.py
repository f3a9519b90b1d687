"""Kernels of the channels: sums over the seen clues of every guess.

One step per letter passes the sums of true clues through the channel (`mixing_kernel`).
``m[y * LANES + j]`` belongs to clue y of the guess in lane j, so that one vector
instruction processes `LANES` guesses.

A channel is a tuple: the probabilities that a mark stays and that it becomes a given
other, the number of lies, whether a right guess ends the game, and the likelihoods of
seen clues where they are not separable, else an empty table.
"""

from __future__ import annotations

import math

import numpy as np

from solver.belief.mixing_kernel import mix, mix_best, mix_lies, mix_table
from solver.belief.rough_kernel import ROUGH_LANES, rough_best
from solver.numeric.compile import inner, kernel
from solver.numeric.elementary_kernel import power, times_log2
from solver.numeric.threads import LANES
from solver.numeric.ties import TOLERANCE

# Single precision rounds each weight, and twice for each letter, by at most 6e-8; the
# rest is for the tolerance of ties.
_ROUGH_ERROR = 1e-5


@inner
def _fill(m, matrix, columns, weights, g):
    """Sum the weights by true clue, for the guesses from g on."""
    m[:] = 0.0
    for k in range(columns.size):
        column, weight = columns[k], weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] += weight


@inner
def _spread(m, won, spare, length, channel, largest):
    """Pass the sums of true clues, or their largest terms, through a channel.

    If a right guess ends the game, the weights of right guesses move to `won`.
    """
    keep, other, lies, ends, table = channel
    won[:] = 0.0
    if ends:
        won[:] = m[-LANES:]
        m[-LANES:] = 0.0
    if table.size:
        mix_table(m, spare[0], table, largest)
    elif lies:
        mix_lies(m, spare, length, lies, largest)
    elif largest:
        mix_best(m, length, keep, other)
    else:
        mix(m, length, keep, other)


@kernel
def entropies(
    matrix, columns, weights, channel, length, scale, noise, out, start, stop
):
    """Write the entropy of each guess's seen clue, in bits.

    Seen clues have `scale` times the sums of `_spread`. `noise`, if it is not empty,
    has the entropy of the seen clue by true clue, whose mean is subtracted.
    """
    m, won = np.empty(3**length * LANES), np.empty(LANES)
    levels = np.empty((channel[2] + 1, m.size))
    spare, terms = np.empty(m.size), np.empty(m.size)
    sums = np.empty(LANES)
    for lane in range(start, stop, LANES):
        # The last lanes may repeat rows of another thread, with the same results.
        g = min(lane, matrix.shape[0] - LANES)
        _fill(m, matrix, columns, weights, g)
        sums[:] = 0.0
        if noise.size:
            _subtract_noise(m, noise, channel[3], sums)
        _spread(m, won, levels, length, channel, False)
        if scale != 1.0:
            m *= scale
        times_log2(m, spare, terms)
        for y in range(0, m.size, LANES):
            for j in range(LANES):
                sums[j] -= terms[y + j]
        if channel[3]:
            times_log2(won, spare[:LANES], terms[:LANES])
            for j in range(LANES):
                sums[j] -= terms[j]
        for j in range(LANES):
            out[g + j] = sums[j]


@inner
def _subtract_noise(m, noise, ends, sums):
    """Subtract the mean entropy of the seen clue; that of a right guess is 0."""
    for true in range(noise.size - ends):
        for j in range(LANES):
            sums[j] -= noise[true] * m[true * LANES + j]


@kernel
def power_sums(
    matrix, columns, weights, channel, length, scale, order, out, start, stop
):
    """Write the sums of seen clues' weights, each to the power ``1 / order``.

    The terms of all clues but those of right guesses that end the game are multiplied
    by `scale`.
    """
    m, won = np.empty(3**length * LANES), np.empty(LANES)
    levels = np.empty((channel[2] + 1, m.size))
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _fill(m, matrix, columns, weights, g)
        _spread(m, won, levels, length, channel, False)
        if order == 2.0:
            for i in range(m.size):
                m[i] = math.sqrt(m[i])
        else:
            for i in range(m.size):
                m[i] = power(m[i], 1 / order)
        if channel[3]:
            for j in range(LANES):
                won[j] = power(won[j], 1 / order)
        _add_up(m, won, scale, out, g)


@kernel
def best_sums(matrix, columns, weights, channel, length, scale, out, start, stop):
    """Write the sums over seen clues of the largest term; weights ascend.

    `scale` is as for `power_sums`.
    """
    m, won = np.empty(3**length * LANES), np.empty(LANES)
    levels = np.empty((channel[2] + 1, m.size))
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _largest(m, matrix, columns, weights, g)
        _spread(m, won, levels, length, channel, True)
        _add_up(m, won, scale, out, g)


@kernel
def replies(matrix, joints, ascending, keep, lie, length, most, rows, out):
    """Write for each noisy clue the best last guess and its `best_sums`.

    Of each clue, `joints` has the weights of the columns and `ascending` the same in
    order; `most` is the weight that may be left out.

    A pass in single precision, whose relative error is below `_ROUGH_ERROR`, leaves the
    guesses that the exact one compares.
    """
    m = np.empty(3**length * LANES)
    rough_m = np.empty(3**length * ROUGH_LANES, np.float32)
    sums, rough = np.empty(matrix.shape[0]), np.empty(matrix.shape[0], np.float32)
    columns = np.empty(joints.shape[1], np.intp)
    letter = np.float32(keep), np.float32(lie)
    least = 1.0
    for _ in range(length):
        least *= lie / keep
    for clue in range(joints.shape[0]):
        weights = ascending[clue]
        top = weights[-1]
        first, left_out = 0, 0.0
        # As in `noisy_clues._run`.
        while weights[first] < top * least:
            first += 1
        while first < weights.size and left_out + weights[first] <= most:
            left_out += weights[first]
            first += 1
        # All guesses are equal for a single answer, or none.
        rows[clue], out[clue] = 0, top
        if weights.size - first < 2:
            continue
        # Those of equal weight are left out from the first column on.
        equal = total = 0.0
        for weight in weights[first:]:
            total += weight
            equal += weight == weights[first]
        end = weights.size - first
        for column in range(weights.size - 1, -1, -1):
            weight = joints[clue, column]
            if weight < weights[first] or (weight == weights[first] and equal == 0):
                continue
            equal -= weight == weights[first]
            # By weight: insertion into the few that are kept.
            end -= 1
            k = end
            while k + 1 < weights.size - first and (
                joints[clue, columns[k + 1]] < weight
            ):
                columns[k] = columns[k + 1]
                k += 1
            columns[k] = column
        kept, mine = columns[: weights.size - first], weights[first:]
        rough_mine = mine.astype(np.float32)
        nearest = np.float32(0.0)
        for lane in range(0, matrix.shape[0], ROUGH_LANES):
            g = min(lane, matrix.shape[0] - ROUGH_LANES)
            rough_best(rough_m, matrix, kept, rough_mine, g, *letter, length, rough)
        for chance in rough:
            nearest = max(nearest, chance)
        near = nearest * (1 - 2 * _ROUGH_ERROR)
        best = 0.0
        sums[:] = 0.0
        for lane in range(0, matrix.shape[0], LANES):
            g = min(lane, matrix.shape[0] - LANES)
            if rough[g : g + LANES].max() >= near:
                _best(m, matrix, kept, mine, g, keep, lie, length, sums)
        for chance in sums:
            best = max(best, chance)
        # As probabilities given the clue, the scale of `TOLERANCE`.
        row = 0
        while sums[row] < best - TOLERANCE * total:
            row += 1
        rows[clue], out[clue] = row, sums[row]


@inner
def _best(m, matrix, columns, weights, g, keep, lie, length, out):
    """Write the `best_sums` of the guesses from g on."""
    _largest(m, matrix, columns, weights, g)
    mix_best(m, length, keep, lie)
    _add_up(m, np.zeros(LANES), 1.0, out, g)


@inner
def _largest(m, matrix, columns, weights, g):
    """Write the largest weight by true clue, for the guesses from g on."""
    m[:] = 0.0
    # Weights ascend, so the last one written is the largest.
    for k in range(columns.size):
        column, weight = columns[k], weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] = weight


@inner
def _add_up(m, won, scale, out, g):
    sums = np.zeros(LANES)
    for y in range(0, m.size, LANES):
        for j in range(LANES):
            sums[j] += m[y + j]
    for j in range(LANES):
        out[g + j] = scale * sums[j] + won[j]
