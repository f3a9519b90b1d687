"""Kernels of the bucket statistics of every guess, by weights and by counts."""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import kernel
from solver.numeric.elementary_kernel import times_log2
from solver.numeric.threads import LANES

BUCKET_LANES = 16
"""Guesses that a counting kernel processes together, one per vector lane."""


@kernel(error_model="numpy")
def weigh_rows(matrix, columns, weights, codes, total, log_total, out, start, stop):
    """Write buckets, worst bucket, entropy and expected size of rows of the matrix."""
    # m[clue * LANES + j] belongs to the guess in lane j.
    m = np.zeros(codes * LANES)
    few = columns.size < codes
    filled = np.empty(min(columns.size, codes) * LANES)
    spare = np.empty(filled.size)
    terms = np.empty(filled.size)
    ends = np.zeros(LANES + 1, np.int64)
    for lane in range(start, stop, LANES):
        g = min(lane, matrix.shape[0] - LANES)
        for k in range(columns.size):
            column = columns[k]
            weight = weights[k]
            for j in range(LANES):
                m[matrix[g + j, column] * LANES + j] += weight
        # Only the filled buckets are kept, guess after guess: an empty one is written
        # over. Visiting every bucket finds them; so does visiting the few columns
        # again, where a bucket that comes twice is empty by then.
        end = np.uintp(0)
        for j in range(LANES):
            for k in range(min(columns.size, codes)):
                clue = np.intp(matrix[g + j, columns[k]]) if few else k
                weight = m[clue * LANES + j]
                m[clue * LANES + j] = 0.0
                filled[end] = weight
                end += np.uintp(weight > 0.0)
            ends[j + 1] = end

        # Add up in the order of the clues, or of the answers: the same bits everywhere.
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
    """Write the same bits as `weigh_rows`, for answers of the same weight.

    Buckets are counted in integers; tables hold the weight of 0, 1, 2, ... answers,
    added one by one, and the terms that follow from it.
    """
    n = columns.size
    value = np.zeros(n + 1)
    spare = np.empty(n + 1)
    terms = np.empty(n + 1)
    for k in range(n):
        value[k + 1] = value[k] + weights[k]
    times_log2(value, spare, terms)
    few = n < codes or matrix.itemsize > 1
    indices = columns.view(np.uintp)  # numba tests the sign of an index that has one

    # Eight clues are read at once, as a word of 64 bits. Each of its bytes has counters
    # of its own, so that a clue that comes twice does not wait for the first.
    row = np.empty(n, matrix.dtype)
    words = row[: n - n % 8].view(np.uint64)
    m = np.zeros((1 if few else 8, codes), np.uint32)
    first = m[0]
    filled = np.empty(n + 1, np.uint32)
    for g in range(start, stop):
        end = np.uintp(0)
        # Few answers or many clues: visit the clues of the answers only.
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
    """Write the sums of values for the sizes of buckets, and the largest sizes."""
    # m[clue * BUCKET_LANES + j] belongs to the guess in lane j.
    m = np.zeros(codes * BUCKET_LANES, np.uint16)
    total = np.empty(BUCKET_LANES, values.dtype)
    largest = np.empty(BUCKET_LANES, np.uint16)
    few = possible.size < codes
    for lane in range(start, stop, BUCKET_LANES):
        g = min(lane, columns.shape[1] - BUCKET_LANES)
        for k in range(possible.size):
            answer = possible[k]
            for j in range(BUCKET_LANES):
                m[np.intp(columns[answer, g + j]) * BUCKET_LANES + j] += np.uint16(1)

        total[:] = 0
        largest[:] = 0
        # A bucket is emptied at its first visit; adding
        # the value 0 of an empty one is faster than a branch.
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
