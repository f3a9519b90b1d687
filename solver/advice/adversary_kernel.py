"""Kernels of the search against Absurdle: its replies, and separating guesses.

All of them take the clue matrix by answer: ``columns[a, g]`` is the clue of guess g
against answer a.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel


@kernel
def absurdle_replies(columns, answers, rank, right, limit, crowd):
    """Return Absurdle's clue to each guess, how many answers it keeps, most buckets.

    `columns` has the clues, of shape (n_answers, n_guesses), `answers` the indices of
    those that are left, ascending, and `rank` the order of the clues that keep equally
    many answers; the clue `right` is the last choice. Guesses that keep more than
    `limit` answers are passed over; `crowd`, from `members`, serves for a quick look at
    the limit and may have no columns.

    The number of answers is 0 for a guess that is passed over or keeps all the answers.
    The last result is the number of different clues of the guess with most of them, of
    those not passed over.
    """
    guesses = columns.shape[1]
    count = np.zeros(rank.size, np.int32)
    clues = np.zeros(guesses, np.int32)
    sizes = np.zeros(guesses, np.int32)
    row = np.empty(answers.size, np.int32)
    left = _as_bits(answers, crowd.shape[1])
    most = 0
    for g in range(guesses):
        # These answers get one clue from this guess, so it keeps no fewer.
        if limit < answers.size and count_common(crowd[g], left, limit) > limit:
            continue

        full = 0
        buckets = 0
        for i in range(answers.size):
            c = np.int32(columns[answers[i], g])
            row[i] = c
            count[c] += 1
            buckets += count[c] == 1
            full = i + 1
            if count[c] > limit:
                break
        if count[row[full - 1]] > limit:
            for c in row[:full]:
                count[c] = 0
            continue

        most = max(most, buckets)
        clues[g] = _choose_clue(row, count, rank, right)
        size = count[clues[g]]
        for c in row:
            count[c] = 0
        if size < answers.size:
            sizes[g] = size
    return clues, sizes, most


@inner
def _as_bits(answers, words):
    """Return answers as bits of a number of words, as of `members`."""
    bits = np.zeros(words, np.uint64)
    if words:
        for a in answers:
            bits[a >> 6] |= np.uint64(1) << np.uint64(a & 63)
    return bits


@inner
def _choose_clue(row, count, rank, right):
    """Return Absurdle's clue, from the answers' clues and how often each comes."""
    best = row[0]
    for c in row:
        # A right guess ends the game, so Absurdle gives any other clue that it can.
        if best == right:
            better = c != right
        elif count[c] == count[best]:
            better = rank[c] < rank[best] and c != right
        else:
            better = count[c] > count[best]
        if better:
            best = c
    return best


@kernel
def find_separating_guess(columns, answers, n_clues):
    """Return the first guess whose clues to some answers all differ, -1 if none does.

    Two answers that a guess does not separate eliminate at once all other guesses
    that do not separate them.
    """
    left = np.arange(columns.shape[1])
    holder = np.full(n_clues, -1)  # which answer has got a clue
    count = left.size
    while count:
        g = left[0]
        first = -1
        second = -1
        for i in range(answers.size):
            c = columns[answers[i], g]
            if holder[c] >= 0:
                first = holder[c]
                second = answers[i]
                break
            holder[c] = answers[i]
        if first < 0:
            return g
        holder[:] = -1
        count = _keep_different(columns[first], columns[second], left, count)
    return -1


@inner
def _keep_different(one, other, indices, count):
    """Keep, of the first indices, those where two arrays differ; return how many."""
    n_kept = 0
    for i in range(count):
        index = indices[i]
        indices[n_kept] = index
        n_kept += one[index] != other[index]
    return n_kept


@kernel
def members(columns, clues):
    """Return which answers get a certain clue, as bits, for every guess.

    `clues` has the clue of each guess. The result has shape (n_guesses, ceil(n_answers
    / 64)), and answer a is bit ``a % 64`` of word ``a // 64``.
    """
    answers, guesses = columns.shape
    bits = np.zeros((guesses, (answers + 63) // 64), np.uint64)
    for a in range(answers):
        bit = np.uint64(1) << np.uint64(a & 63)
        for g in range(guesses):
            if columns[a, g] == clues[g]:
                bits[g, a >> 6] |= bit
    return bits


@inner
def count_common(bits, others, limit):
    """Return how many bits are set in both, or any number above the limit."""
    total = np.int64(0)
    for i in range(bits.size):
        x = bits[i] & others[i]
        # Add neighbouring bits to sums of 2, 4 and 8 bits; the product adds the bytes.
        x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
        pairs = np.uint64(0x3333333333333333)
        x = (x & pairs) + ((x >> np.uint64(2)) & pairs)
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))
        if total > limit:
            break
    return total
