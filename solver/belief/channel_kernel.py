"""Kernels of the channels: sums over the clues that may be seen, for every guess.

First a kernel sums, for each true clue, the weights of the answers with this clue. Then
the channel turns these numbers into one number for each seen clue. Most channels act on
each letter independently, so their effect is computed one letter at a time
(`mixing_kernel`).

`LANES` guesses are processed together, and the position of a guess among them is its
lane. The array m, of size ``3**length * LANES``, has one number for each clue of each
of these guesses: ``m[y * LANES + j]`` belongs to clue y of the guess in lane j. So a
vector instruction reads the same clue of all lanes at once.

In the kernels, a channel is a tuple of:

* the probability that a mark stays;
* the probability that a mark becomes a given other mark;
* the number of lies;
* whether a right guess ends the game;
* the table of likelihoods, of shape (n_seen, n_true), which is empty if the channel
  changes clues letter by letter;
* whether the kernel needs the largest terms in place of the sums.

In all kernels, `matrix` is the clue matrix, of shape (n_guesses, n_answers). `columns`
are the answers that are read, and `weights`, float64, are the weights of these answers.
`out` has the shape (n_guesses,). A kernel writes the results of the guesses from
`start` up to but not including `stop`.
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
    """Write to `m`, for each true clue, the sum of the weights of its answers.

    `m` is for the `LANES` guesses from row g of the matrix on.
    """
    # Answers are added in a fixed order, so that all machines compute the same bits.
    m[:] = 0.0
    for k in range(columns.size):
        column = columns[k]
        weight = weights[k]
        for j in range(LANES):
            m[matrix[g + j, column] * LANES + j] += weight


@inner
def _pass_channel(m, won, spare, length, channel):
    """Replace the numbers of the true clues in `m` by numbers of the seen clues.

    The numbers are sums of weights, or largest weights. If a right guess ends the game,
    the weights of right guesses move from `m` to `won`, of shape (LANES,). Otherwise
    `won` is 0. `spare` is working memory, of shape (lies + 1, m.size).
    """
    keep, other, lies, ends, table, largest = channel
    won[:] = 0.0

    # The clue of a right guess has the highest number, so its weights are the last
    # `LANES` elements.
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
    """Write to `out`, for each guess, the entropy of the seen clue, in bits.

    The probability of a seen clue is `scale` times the sum that `_pass_channel`
    computes. `noise` is empty, or it has the entropy of the seen clue for each true
    clue. If `noise` is not empty, the mean of these entropies over the true clues is
    subtracted, so that the information in the clue is written.
    """
    _, _, lies, ends, _, _ = channel
    m = np.empty(3**length * LANES)
    won = np.empty(LANES)
    levels = np.empty((lies + 1, m.size))
    spare = np.empty(m.size)
    terms = np.empty(m.size)
    sums = np.empty(LANES)
    for lane in range(start, stop, LANES):
        # The last group may repeat guesses of another thread. Both threads then write
        # the same results.
        g = min(lane, matrix.shape[0] - LANES)
        _fill_sums(m, matrix, columns, weights, g)
        sums[:] = 0.0
        # The numbers in `noise` are for true clues. So subtract them while `m` still
        # has the sums of the true clues.
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
    """Subtract from `sums` the mean over true clues of the entropy of the seen clue.

    `m` has the probability of each true clue of the `LANES` guesses, and `noise` has
    the entropy of the seen clue for each true clue. If a right guess ends the game
    (`ends`), the entropy after a right guess is 0.
    """
    for true in range(noise.size - ends):
        for j in range(LANES):
            sums[j] -= noise[true] * m[true * LANES + j]


@kernel
def power_sums(
    matrix, columns, weights, channel, length, scale, order, out, start, stop
):
    """Write to `out`, for each guess, the sum of ``weight ** (1 / order)``.

    The sum is over all seen clues. The weight of a seen clue is the sum that
    `_pass_channel` computes. All terms are multiplied by `scale`, except the term of a
    right guess that ends the game.
    """
    _, _, lies, ends, _, _ = channel
    m = np.empty(3**length * LANES)
    won = np.empty(LANES)
    levels = np.empty((lies + 1, m.size))
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        _fill_sums(m, matrix, columns, weights, g)
        _pass_channel(m, won, levels, length, channel)
        # A square root is rounded correctly on every machine. It is also faster than a
        # power.
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
    """Write to `out`, for each guess, the sum over seen clues of the largest term.

    A term is the weight of an answer times the likelihood of the seen clue. All terms
    are multiplied by `scale`, except the term of a right guess that ends the game.
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
    """Write, for each noisy clue, the best last guess and its sum (see `best_sums`).

    The index of the guess is written to `rows`, and its sum to `out`.

    `clues` has a row for each answer, with the true clue of every guess. ``apart[a,
    b]`` is the number of letters in which the clues a and b differ. `joints` has a row
    for each noisy clue, with the weights of the answers; `ascending` has the same
    weights in ascending order. A mark stays with the probability `keep`, and becomes
    each other mark with the probability `lie`. For each noisy clue, answers with a
    total weight of at most `most` may be left out.

    A guess is skipped if its upper bound (`_write_bounds`) is below a sum that was
    found, by more than a margin. The margin is twice the tolerance for ties. Rounding
    errors are far smaller than this margin.
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
        # If at most one answer is left, all guesses are equally good.
        rows[clue] = 0
        out[clue] = weights[-1]
        if weights.size - left_out < 2:
            continue
        total = 0.0
        for weight in weights[left_out:]:
            total += weight
        size = _select_answers(joints[clue], weights[left_out:], columns, likely)
        belief = columns[:size], likely[:size]

        # Take the first of the guesses that tie for the largest sum.
        _write_bounds(clues, apart, *belief, keep, lie, length, bounds)
        margin = 2 * TOLERANCE * total
        best = _rate_promising(
            m, clues.T, *belief, bounds, margin, keep, lie, length, sums
        )
        # `TOLERANCE` is for probabilities given the clue. The sums are joint
        # probabilities with the clue, so the tolerance is multiplied by `total`.
        row = 0
        while sums[row] < best - TOLERANCE * total:
            row += 1
        rows[clue] = row
        out[clue] = sums[row]


@inner
def _count_left_out(ascending, least_share, most):
    """Return how many of the least probable answers are left out.

    `ascending` has the weights of the answers in ascending order. The first group that
    is left out are all answers that weigh less than `least_share` times the largest
    weight, because such an answer cannot become the likeliest answer (see
    `noisy_clues._run_kernel`). The second group are the answers that follow in
    ascending order, as long as this group weighs at most `most`.
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

    The columns are written to `columns`, and the weights to `likely`. `weights` has the
    weights of all answers, and `kept` has the weights of the answers that are kept, in
    ascending order. If several answers have the least of these weights, the answers in
    the last columns are kept.
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
    """Write to `sums` the sums of the guesses that may be best; return the largest sum.

    `best_sums` describes the sums. The sum of a guess that cannot be best is set to 0.
    `bounds` has an upper bound of the sum of each guess. The guess with the largest
    bound is rated first, and then the other guesses in groups of `LANES`. A guess
    cannot be best if its bound is below the largest sum by more than `margin`.
    """
    sums[:] = 0.0
    guesses = np.empty(LANES, np.intp)
    guesses[:] = np.argmax(bounds)
    _rate_guesses(m, matrix, columns, weights, guesses, keep, lie, length, sums)
    best = sums[guesses[0]]
    waiting = 0
    for guess in range(bounds.size):
        if bounds[guess] >= best - margin:
            # Write the guess to this lane and to all later lanes, because possibly no
            # other guess follows that could fill the later lanes.
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
    """Write to `out` an upper bound of the sum of each guess (see `best_sums`).

    Let x_a be the term of answer a for a noisy clue, and t the answer of the largest
    weight. The largest of all x_a is at most x_t plus the sum of ``max(0, x_a - x_t)``
    over the other answers a.
    The sum of ``max(0, x_a - x_t)`` over all noisy clues depends only on d, the number
    of letters in which the true clues of a and t differ. At these d letters, a noisy
    clue agrees with t in i marks and with a in j marks. There are
    ``d! / (i! j! (d - i - j)!)`` ways to choose these d marks.
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
    """Return the sum of ``max(0, x_a - x_t)`` over all noisy clues.

    For two answers a and t, x_a and x_t are the weight of the answer times the
    likelihood of the noisy clue. `weight` is the weight of a, and `top` is the weight
    of t. `differing` is the number of letters in which the true clues of a and t
    differ.
    """
    total = 0.0

    # `ways` is the multinomial coefficient of i and j (see `_write_bounds`). Each
    # coefficient is computed from the coefficient before it.
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
    """Write to `out` the sums that `best_sums` describes, for the rows in `guesses`.

    `guesses` has `LANES` rows of the matrix. A mark stays with the probability `keep`,
    and becomes each other mark with the probability `lie`.
    """
    _fill_largest(m, matrix, columns, weights, guesses)
    mix_best(m, length, keep, lie)
    _add_up(m, np.zeros(LANES), 1.0, out, guesses)


@inner
def _fill_largest(m, matrix, columns, weights, guesses):
    """Write to `m`, for each true clue, the largest weight of an answer with this clue.

    `guesses` has the rows of `LANES` guesses.
    """
    m[:] = 0.0
    for k in range(columns.size):
        column = columns[k]
        weight = weights[k]
        for j in range(LANES):
            i = matrix[guesses[j], column] * LANES + j
            m[i] = m[i] if m[i] > weight else weight


@inner
def _add_up(m, won, scale, out, guesses):
    """Write to `out`, for each guess, `scale` times a sum over clues, plus `won`.

    The sum is the sum of the numbers of all clues of the guess in `m`. `guesses` has
    the rows of the `LANES` guesses of `m`, and `won` has a number for each of these
    guesses: the weight of a right guess that ends the game, or 0.
    """
    sums = np.zeros(LANES)
    for y in range(0, m.size, LANES):
        for j in range(LANES):
            sums[j] += m[y + j]
    for j in range(LANES):
        out[guesses[j]] = scale * sums[j] + won[j]
