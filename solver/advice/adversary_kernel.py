"""Kernels of the search for sequences of guesses that win against Absurdle.

One kernel computes the clue that Absurdle gives to each guess. Another kernel finds a
guess that gets a different clue from each remaining answer.

The kernels take a clue matrix with a row for each answer: ``columns[a, g]`` is the clue
of guess g if answer a is the secret.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel


@kernel
def absurdle_replies(columns, answers, rank, right, limit, crowd):
    """Return Absurdle's clue to each guess, and how many answers the clue keeps.

    `columns` has the clues, of shape (n_answers, n_guesses). `answers` has the indices
    of the remaining answers in ascending order. If several clues keep the most answers,
    Absurdle gives the clue with the lowest `rank`. Absurdle gives the clue `right` only
    if there is no other clue. A guess is skipped if some clue to it keeps more than
    `limit` answers. `crowd` is a result of `members`, for a quick test of this limit:
    ``crowd[g]`` has answers that all get the same clue from guess g. `crowd` may have
    no columns.

    The first result is Absurdle's clue to each guess. The second result is the number
    of answers that the clue keeps; it is 0 if the guess is skipped, and if the clue
    keeps all answers. The third result is the largest number of different clues
    that a guess can get, over all guesses that are not skipped.
    """
    guesses = columns.shape[1]
    count = np.zeros(rank.size, np.int32)
    clues = np.zeros(guesses, np.int32)
    sizes = np.zeros(guesses, np.int32)
    row = np.empty(answers.size, np.int32)
    left = _as_bits(answers, crowd.shape[1])
    most = 0
    for g in range(guesses):
        # All answers of ``crowd[g]`` give the same clue to guess g. So this clue keeps
        # at least the answers of ``crowd[g]`` that remain.
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
    """Return the indices `answers` as bits of an array of `words` 64-bit integers.

    Answer a is bit ``a % 64`` of integer ``a // 64``, as in `members`.
    """
    bits = np.zeros(words, np.uint64)
    if words:
        for a in answers:
            bits[a >> 6] |= np.uint64(1) << np.uint64(a & 63)
    return bits


@inner
def _choose_clue(row, count, rank, right):
    """Return the clue that Absurdle gives to a guess: the clue with the most answers.

    `row` has the clue of each remaining answer, and `count` has the number of answers
    of each clue. If several clues have equally many answers, Absurdle gives the clue
    with the lowest `rank`. Absurdle gives the clue of a right guess, `right`, only if
    there is no other clue.
    """
    best = row[0]
    for c in row:
        # A right guess would end the game. So Absurdle prefers every other clue.
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
    """Return the first guess that gets a different clue from each answer, or -1.

    The result is -1 if there is no such guess. `answers` are indices of answers, and
    all clues are numbers below `n_clues`. If a guess gets the same clue from two
    answers, every other guess that gets the same clue from these two answers is
    skipped, too.
    """
    left = np.arange(columns.shape[1])
    holder = np.full(n_clues, -1)  # the answer that got each clue, or -1
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
    """Move the indices at which two arrays differ to the front; return their number.

    `one` and `other` are the two arrays. Only the first `count` elements of `indices`
    are read, and the indices are moved within `indices`.
    """
    n_kept = 0
    for i in range(count):
        index = indices[i]
        indices[n_kept] = index
        n_kept += one[index] != other[index]
    return n_kept


@kernel
def members(columns, clues):
    """Return, as bits, the answers that give each guess its clue in `clues`.

    `clues` has one clue for each guess. The result has a row for each guess, and the
    shape (n_guesses, ceil(n_answers / 64)). In a row, answer a is bit ``a % 64`` of the
    64-bit integer ``a // 64``.
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
    """Return how many bits are set both in `bits` and in `others`.

    If this number is above `limit`, any number above `limit` may be returned.
    """
    total = np.int64(0)
    for i in range(bits.size):
        x = bits[i] & others[i]
        # Count the bits of x that are set: first in each group of 2, 4 and 8 bits. Then
        # the multiplication adds the counts of all bytes in the highest byte.
        x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
        pairs = np.uint64(0x3333333333333333)
        x = (x & pairs) + ((x >> np.uint64(2)) & pairs)
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))
        if total > limit:
            break
    return total
