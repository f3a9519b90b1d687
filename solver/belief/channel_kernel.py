"""Kernels of the channels: sums over the seen clues of every guess.

One step per letter passes the sums of true clues through the channel (`mixing_kernel`).
`LANES` guesses are processed together; the place of a guess among them is its lane. The
array m, of size ``3**length * LANES``, has one number for each clue of each of them:
``m[y * LANES + j]`` belongs to clue y of the guess in lane j. So a vector instruction
reads the same clue of all lanes at once.

A channel is a tuple: the probabilities that a mark stays and that it becomes a given
other, the number of lies, whether a right guess ends the game, the table of likelihoods
of shape (n_seen, n_true), empty where clues change letter by letter, and whether the
largest terms are wanted in place of sums.

In all kernels, `matrix` is the clue matrix, of shape (n_guesses, n_answers), `columns`
are the answers that are read and `weights`, float64, their weights; `out` has the shape
(n_guesses,), and the guesses from `start` to before `stop` are written.
"""

from __future__ import annotations

import math

import numpy as np

from solver.belief.mixing_kernel import (
    copy_numbers,
    mix,
    mix_best,
    mix_lies,
    mix_table,
)
from solver.numeric.decorators import inner, kernel
from solver.numeric.elementary_kernel import power, times_log2
from solver.numeric.threads import LANES
from solver.numeric.ties import TOLERANCE


@inner
def _fill_sums(m, matrix, columns, weights, g):
    """Write to `m` the sum of the weights by true clue, for the guesses from g on."""
    # Answers are added in their order, so that sums have the same bits everywhere.
    m[:] = 0.0
    for k in range(columns.size):
        column = columns[k]
        weight = weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] += weight


@inner
def _pass_channel(m, won, spare, length, channel):
    """Pass the sums of true clues, or their largest terms, through a channel.

    If a right guess ends the game, the weights of right guesses move to `won`, of shape
    (LANES,). `spare` is working memory, of shape (lies + 1, m.size).
    """
    keep, other, lies, ends, table, largest = channel
    won[:] = 0.0

    # The right clue is the highest, so its weights stand in the last lanes.
    if ends:
        copy_numbers(m[-LANES:], won)
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

    Seen clues have `scale` times the sums of `_pass_channel`. `noise`, if not empty,
    has the entropy of the seen clue by true clue, whose mean is subtracted.
    """
    _, _, lies, ends, _, _ = channel
    m = np.empty(3**length * LANES)
    won = np.empty(LANES)
    levels = np.empty((lies + 1, m.size))
    spare = np.empty(m.size)
    terms = np.empty(m.size)
    sums = np.empty(LANES)
    for lane in range(start, stop, LANES):
        # The last lanes may repeat rows of another thread, with the same results.
        g = min(lane, matrix.shape[0] - LANES)
        _fill_sums(m, matrix, columns, weights, g)
        sums[:] = 0.0
        # Before the channel, `m` still has the true clues, which the noise depends on.
        if noise.size:
            _subtract_noise(m, noise, ends, sums)
        _pass_channel(m, won, levels, length, channel)
        if scale != 1.0:
            for i in range(m.size):
                m[i] *= scale
        times_log2(m, spare, terms)
        for y in range(0, m.size, LANES):
            for j in range(LANES):
                sums[j] -= terms[y + j]
        if ends:
            times_log2(won, spare[:LANES], terms[:LANES])
            for j in range(LANES):
                sums[j] -= terms[j]
        for j in range(LANES):
            out[g + j] = sums[j]


@inner
def _subtract_noise(m, noise, ends, sums):
    """Subtract the mean entropy of the seen clue, which is 0 for a right guess."""
    for true in range(noise.size - ends):
        for j in range(LANES):
            sums[j] -= noise[true] * m[true * LANES + j]


@kernel
def power_sums(
    matrix, columns, weights, channel, length, scale, order, out, start, stop
):
    """Write the sums of seen clues' weights, each to the power ``1 / order``.

    All terms are multiplied by `scale`, except those for right guesses that end the
    game.
    """
    _, _, lies, ends, _, _ = channel
    m = np.empty(3**length * LANES)
    won = np.empty(LANES)
    levels = np.empty((lies + 1, m.size))
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _fill_sums(m, matrix, columns, weights, g)
        _pass_channel(m, won, levels, length, channel)
        # A square root is rounded correctly on every machine, and faster than a power.
        if order == 2.0:
            for i in range(m.size):
                m[i] = math.sqrt(m[i])
        else:
            for i in range(m.size):
                m[i] = power(m[i], 1 / order)
        if ends:
            for j in range(LANES):
                won[j] = power(won[j], 1 / order)
        _add_up(m, won, scale, out, np.arange(g, g + LANES))


@kernel
def best_sums(matrix, columns, weights, channel, length, scale, out, start, stop):
    """Write the sums over seen clues of the largest term.

    `scale` is as for `power_sums`.
    """
    lies = channel[2]
    m = np.empty(3**length * LANES)
    won = np.empty(LANES)
    levels = np.empty((lies + 1, m.size))
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        guesses = np.arange(g, g + LANES)
        _fill_largest(m, matrix, columns, weights, guesses)
        _pass_channel(m, won, levels, length, channel)
        _add_up(m, won, scale, out, guesses)


@kernel
def replies(clues, apart, joints, ascending, keep, lie, length, most, rows, out):
    """Write for each noisy clue the best last guess and its `best_sums`.

    The `clues` have a row for each answer, and `apart` says in how many letters two
    clues differ. Of each noisy clue, `joints` has the weights of the answers and
    `ascending` the same in order; `most` is the weight that may be left out.

    Guesses whose `_write_bounds` are below a sum that is reached are left out. Rounding
    is far below the tolerance of ties, twice which is the margin.
    """
    m = np.empty(3**length * LANES)
    sums = np.empty(clues.shape[1])
    bounds = np.empty(clues.shape[1])
    columns = np.empty(joints.shape[1], np.intp)
    likely = np.empty(joints.shape[1])
    least_share = 1.0
    for _ in range(length):
        least_share *= lie / keep
    for clue in range(joints.shape[0]):
        weights = ascending[clue]
        left_out = _count_left_out(weights, least_share, most)
        # All guesses are equal for a single answer, or none.
        rows[clue] = 0
        out[clue] = weights[-1]
        if weights.size - left_out < 2:
            continue
        total = 0.0
        for weight in weights[left_out:]:
            total += weight
        size = _select_answers(joints[clue], weights[left_out:], columns, likely)
        belief = columns[:size], likely[:size]

        # Of the guesses that may be best, take the first of those that count as equal.
        _write_bounds(clues, apart, *belief, keep, lie, length, bounds)
        margin = 2 * TOLERANCE * total
        best = _rate_promising(
            m, clues.T, *belief, bounds, margin, keep, lie, length, sums
        )
        # As probabilities given the clue, the scale of `TOLERANCE`.
        row = 0
        while sums[row] < best - TOLERANCE * total:
            row += 1
        rows[clue] = row
        out[clue] = sums[row]


@inner
def _count_left_out(ascending, least_share, most):
    """Return how many of the answers, the least probable ones, are left out.

    Below `least_share` of the largest weight an answer cannot become the likeliest, as
    in `noisy_clues._run_kernel`; `most` is the weight of others that may be left out.
    """
    count = 0
    left_out = 0.0
    while ascending[count] < ascending[-1] * least_share:
        count += 1
    while count < ascending.size and left_out + ascending[count] <= most:
        left_out += ascending[count]
        count += 1
    return count


@inner
def _select_answers(weights, kept, columns, likely):
    """Write the columns and weights of the answers that are kept; return their number.

    `kept` are their weights in ascending order. Of the answers whose weight is the
    least of them, those in the last columns are kept.
    """
    equal = 0
    for weight in kept:
        equal += weight == kept[0]
    size = 0
    for column in range(weights.size - 1, -1, -1):
        weight = weights[column]
        if weight < kept[0] or (weight == kept[0] and equal == 0):
            continue
        equal -= weight == kept[0]
        columns[size] = column
        likely[size] = weight
        size += 1
    return size


@inner
def _rate_promising(
    m, matrix, columns, weights, bounds, margin, keep, lie, length, sums
):
    """Write the `best_sums` of all guesses that may be best; return the largest.

    The sums of the others are 0. Guesses are rated as many at a time as there are
    lanes, after the one with the largest bound.
    """
    sums[:] = 0.0
    guesses = np.empty(LANES, np.intp)
    guesses[:] = np.argmax(bounds)
    _rate_guesses(m, matrix, columns, weights, guesses, keep, lie, length, sums)
    best = sums[guesses[0]]
    waiting = 0
    for guess in range(bounds.size):
        if bounds[guess] >= best - margin:
            # The lanes behind repeat the guess, in case that no further one comes.
            guesses[waiting:] = guess
            waiting += 1
        if waiting == LANES or (waiting and guess == bounds.size - 1):
            _rate_guesses(m, matrix, columns, weights, guesses, keep, lie, length, sums)
            for row in guesses:
                best = max(best, sums[row])
            waiting = 0
    return best


@inner
def _write_bounds(clues, apart, columns, weights, keep, lie, length, out):
    """Write upper bounds of the `best_sums` of all guesses.

    With x the terms of the answers for a noisy clue and t the answer of the largest
    weight, ``max x <= x_t + sum of max(0, x_a - x_t)`` over the others. Over all noisy
    clues, the sum of each difference depends on the number of letters in which the true
    clues of a and t differ: in ``d! / (i! j! (d - i - j)!)`` of them, i of these d
    marks agree with t and j of them agree with a.
    """
    top = np.argmax(weights)
    out[:] = weights[top]
    gains = np.empty(length + 1)
    for k in range(columns.size):
        if k == top:
            continue
        for differing in range(length + 1):
            gains[differing] = _sum_gains(
                weights[k], weights[top], keep, lie, differing
            )
        clues_a = clues[columns[k]]
        clues_t = clues[columns[top]]
        for guess in range(out.size):
            out[guess] += gains[apart[clues_a[guess], clues_t[guess]]]


@inner
def _sum_gains(weight, top, keep, lie, differing):
    """Return the sum of ``max(0, x_a - x_t)`` for clues that differ in some letters."""
    total = 0.0

    # Multinomial coefficients, each from the one before it.
    ways_top = 1.0
    for i in range(differing + 1):
        ways = ways_top
        x_top = top * keep**i * lie ** (differing - i)
        for j in range(differing - i + 1):
            x = weight * keep**j * lie ** (differing - j)
            total += ways * max(0.0, x - x_top)
            ways *= (differing - i - j) / (j + 1)
        ways_top *= (differing - i) / (i + 1)
    return total


@inner
def _rate_guesses(m, matrix, columns, weights, guesses, keep, lie, length, out):
    """Write the `best_sums` of as many guesses as there are lanes."""
    _fill_largest(m, matrix, columns, weights, guesses)
    mix_best(m, length, keep, lie)
    _add_up(m, np.zeros(LANES), 1.0, out, guesses)


@inner
def _fill_largest(m, matrix, columns, weights, guesses):
    """Write to `m` the largest weight by true clue, for as many guesses as lanes."""
    m[:] = 0.0
    for k in range(columns.size):
        column = columns[k]
        weight = weights[k]
        for j in range(LANES):
            i = matrix[guesses[j], column] * LANES + j
            m[i] = m[i] if m[i] > weight else weight


@inner
def _add_up(m, won, scale, out, guesses):
    """Write the sum of each lane over clues, scaled, and what right guesses add."""
    sums = np.zeros(LANES)
    for y in range(0, m.size, LANES):
        for j in range(LANES):
            sums[j] += m[y + j]
    for j in range(LANES):
        out[guesses[j]] = scale * sums[j] + won[j]
