"""Kernels that compute statistics of the buckets of every guess.

A bucket is a set of answers that give the same clue to a guess. The statistics are
computed from the weights of the answers, or from counts of answers.

Several guesses are processed together, and the position of a guess among them is its
lane. The buckets of `lanes` guesses are in one array m: ``m[clue * lanes + j]`` belongs
to the guess in lane j. So a vector instruction reads the same clue of all lanes at
once. All clues are below the number `codes`.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import kernel
from solver.numeric.elementary_kernel import times_log2
from solver.numeric.threads import LANES

BUCKET_LANES = 16
"""Number of guesses that `sum_buckets` processes together, one per vector lane."""


@kernel(error_model="numpy")
def weigh_rows(matrix, columns, weights, codes, total, log_total, out, start, stop):
    """Write four statistics of the buckets of each guess (see `out`).

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_all_answers), unsigned
        The clue matrix, of at least `LANES` guesses.
    columns, weights : ndarray of shape (n_answers,), int and float64
        The remaining answers, as columns of the matrix, and their weights. All weights
        are above 0.
    codes : int
        A number above all clues.
    total, log_total : float
        The sum of the weights, and the base-2 logarithm of this sum.
    out : ndarray of shape (4, n_guesses), float64
        The number of buckets, the weight of the heaviest bucket, the entropy in bits,
        and the expected weight of the bucket that has the secret.
    start, stop : int
        The guesses from `start` up to but not including `stop` are processed.
    """
    m = np.zeros(codes * LANES)
    few = columns.size < codes
    filled = np.empty(min(columns.size, codes) * LANES)
    spare = np.empty(filled.size)
    terms = np.empty(filled.size)
    ends = np.zeros(LANES + 1, np.int64)
    for lane in range(start, stop, LANES):
        # The last group may repeat guesses of another thread, with the same results.
        g = min(lane, matrix.shape[0] - LANES)
        for k in range(columns.size):
            column = columns[k]
            weight = weights[k]
            for j in range(LANES):
                m[matrix[g + j, column] * LANES + j] += weight

        # Write the weights of the buckets that are not empty to `filled`, guess after
        # guess: the guess in lane j has ``filled[ends[j] : ends[j + 1]]``. To avoid a
        # branch, empty buckets are also written, but then `end` does not move, so the
        # next bucket overwrites the empty bucket. If there are fewer answers than
        # clues, visit only the buckets of the answers. Each bucket is emptied at its
        # first visit, so further visits find an empty bucket.
        end = np.uintp(0)
        for j in range(LANES):
            for k in range(min(columns.size, codes)):
                clue = np.intp(matrix[g + j, columns[k]]) if few else k
                weight = m[clue * LANES + j]
                m[clue * LANES + j] = 0.0
                filled[end] = weight
                end += np.uintp(weight > 0.0)
            ends[j + 1] = end

        # Add the terms in a fixed order, so that all machines compute the same bits. It
        # is the order of the clues or of the answers.
        times_log2(filled[:end], spare, terms)
        for j in range(LANES):
            worst = entropy = squares = 0.0
            for k in range(ends[j], ends[j + 1]):
                worst = max(worst, filled[k])
                entropy += terms[k]
                squares += filled[k] * filled[k]
            out[0, g + j] = ends[j + 1] - ends[j]
            out[1, g + j] = worst
            out[2, g + j] = log_total - entropy / total
            out[3, g + j] = squares / total


@kernel(error_model="numpy")
def count_rows(matrix, columns, weights, codes, total, log_total, out, start, stop):
    """Write the same statistics as `weigh_rows`, if all answers have the same weight.

    The arguments are the arguments of `weigh_rows`. The answers of each bucket are
    counted in integers. The weight of n answers is computed by adding n weights one by
    one, as `weigh_rows` does. So the results are equal to the last digit. Guesses are
    processed one at a time, without lanes.
    """
    n = columns.size
    value = np.zeros(n + 1)
    spare = np.empty(n + 1)
    terms = np.empty(n + 1)
    for k in range(n):
        value[k + 1] = value[k] + weights[k]
    times_log2(value, spare, terms)
    few = n < codes or matrix.itemsize > 1
    indices = columns.view(np.uintp)  # numba would test the sign of a signed index

    # Eight clues are read at once, as an integer of 64 bits. Each byte of the integer
    # has its own counters. So if two of the eight clues are equal, the processor can
    # count both at the same time.
    row = np.empty(n, matrix.dtype)
    words = row[: n - n % 8].view(np.uint64)
    m = np.zeros((1 if few else 8, codes), np.uint32)
    first = m[0]
    filled = np.empty(n + 1, np.uint32)
    for g in range(start, stop):
        end = np.uintp(0)
        # If there are few answers or many clues, visit only the clues of the answers.
        if few:
            for k in range(n):
                row[k] = matrix[g, indices[k]]
                first[row[k]] += np.uint32(1)
            for k in range(n):
                size = first[row[k]]
                first[row[k]] = 0
                filled[end] = size
                end += np.uintp(size > 0)
        else:
            read = 0
            if n == matrix.shape[1]:
                for k in range(n):
                    row[k] = matrix[g, k]
                for k in range(words.size):
                    word = words[k]
                    for j in range(8):
                        m[np.uintp(j), word & np.uint64(255)] += np.uint32(1)
                        word >>= np.uint64(8)
                read = 8 * words.size
            for k in range(read, n):
                m[np.uintp(k & 7), matrix[g, indices[k]]] += np.uint32(1)
            for j in range(1, 8):
                other = m[j]
                for clue in range(codes):
                    first[clue] += other[clue]
                    other[clue] = 0
            for clue in range(codes):
                size = first[clue]
                first[clue] = 0
                filled[end] = size
                end += np.uintp(size > 0)

        # Compute the statistics from the sizes of the buckets in ``filled[:end]``.
        worst = np.uint32(0)
        entropy = squares = 0.0
        for k in range(end):
            size = filled[k]
            worst = max(worst, size)
            entropy += terms[size]
            squares += value[size] * value[size]
        out[0, g] = end
        out[1, g] = value[worst]
        out[2, g] = log_total - entropy / total
        out[3, g] = squares / total


@kernel
def sum_buckets(columns, possible, values, codes, sums, worst, start, stop):
    """Write, for each guess, a sum over its buckets and the size of the largest bucket.

    Parameters
    ----------
    columns : ndarray of shape (n_answers, n_guesses), unsigned
        The clue matrix with a row for each answer, of at least `BUCKET_LANES` guesses.
    possible : ndarray of shape (n_possible,), int
        The remaining answers, fewer than 65,536.
    values : ndarray of shape (n,)
        ``values[n]`` is the value of a bucket of n answers; ``values[0]`` is 0.
    codes : int
        A number above all clues.
    sums, worst : ndarray of shape (n_guesses,)
        For each guess, the sum of the values of its buckets, and the size of its
        largest bucket.
    start, stop : int
        The guesses from `start` up to but not including `stop` are processed.
    """
    m = np.zeros(codes * BUCKET_LANES, np.uint16)
    total = np.empty(BUCKET_LANES, values.dtype)
    largest = np.empty(BUCKET_LANES, np.uint16)
    few = possible.size < codes
    for lane in range(start, stop, BUCKET_LANES):
        # The last group may repeat guesses of another thread, with the same results.
        # All lanes are always filled.
        g = min(lane, columns.shape[1] - BUCKET_LANES)
        for k in range(possible.size):
            answer = possible[k]
            for j in range(BUCKET_LANES):
                m[np.intp(columns[answer, g + j]) * BUCKET_LANES + j] += np.uint16(1)

        total[:] = 0
        largest[:] = 0

        # If there are fewer answers than clues, visit only the buckets of the answers.
        # A bucket is emptied at its first visit. So further visits add its value 0,
        # which is faster than a branch.
        for k in range(min(possible.size, codes)):
            for j in range(BUCKET_LANES):
                clue = np.intp(columns[possible[k], g + j]) if few else k
                size = m[clue * BUCKET_LANES + j]
                total[j] += values[size]
                largest[j] = max(largest[j], size)
                m[clue * BUCKET_LANES + j] = 0
        for j in range(BUCKET_LANES):
            sums[g + j] = total[j]
            worst[g + j] = largest[j]
