"""States of the exact search, and kernels of their transitions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Numbers
from solver.numeric.decorators import inner, kernel


class State(NamedTuple):
    """A state: the remaining answers and the allowed guesses, for kernels.

    Both are in ascending order, and the answers are among the guesses. `mask` has the
    guesses as bits, the first guess lowest; `tag` is the exclusive-or of the
    keys of `allowed`; `left` counts the guesses left.
    """

    answers: Numbers
    allowed: Numbers
    mask: Bits
    tag: Bits
    left: int


@inner
def split_buckets(tables, answers, guess):
    """Return the answers bucket by bucket, and where the buckets start."""
    n = answers.size
    columns = tables.columns

    # Number the buckets in the order in which their clues come, and count answers.
    bucket = np.zeros(tables.green + 1, np.int32)
    size = np.zeros(n + 1, np.int64)
    k = 0
    clues = np.empty(n, np.int64)
    for i in range(n):
        clue = np.int64(columns[answers[i], guess])
        if bucket[clue] == 0:
            k += 1
            bucket[clue] = k
        clues[i] = clue
        size[bucket[clue]] += 1

    # Counting sort: answers keep their order, so the heaviest of a bucket is its first.
    starts = np.zeros(k + 1, np.int64)
    end = np.zeros(k + 1, np.int64)
    for b in range(1, k + 1):
        starts[b] = end[b] = starts[b - 1] + size[b]
    out = np.empty(n, answers.dtype)
    for i in range(n):
        b = bucket[clues[i]] - 1
        out[end[b]] = answers[i]
        end[b] += 1
    return out, starts


@inner
def part(answers, starts, b):
    """Return the answers of a bucket of `split_buckets`."""
    return answers[starts[b] : starts[b + 1]]


@kernel
def after_clue(tables, state, guess, answers):
    """Return the fields of what `follow` does, for Python, in hard mode alone."""
    left = follow(tables, state, guess, answers)
    return left.answers, left.allowed, left.mask, left.tag, left.left


@inner
def follow(tables, state, guess, answers):
    """Return the state after a guess whose clue leaves these answers."""
    return _follow(tables, state, guess, answers, tables.strict)


@inner
def _follow(tables, state, guess, answers, strict):
    left = state.left - 1
    if strict is None:  # a type of its own: then the rest is not compiled
        return State(answers, state.allowed, state.mask, state.tag, left)
    columns = tables.columns
    keys = tables.keys

    # All these answers give the same clue, so the first one tells which it was.
    mask = state.mask.copy()
    restrict(tables, mask, guess, np.int64(columns[answers[0], guess]))
    allowed = np.empty(state.allowed.size, np.int32)
    tag = np.zeros(2, np.uint64)
    m = 0

    for w in range(mask.size):
        bits = mask[w]
        bit = np.uint64(1)
        g = 64 * w
        while bits:
            while not bits & np.uint64(1):
                bits >>= np.uint64(1)
                bit <<= np.uint64(1)
                g += 1
            # A guess that separates no two of these answers separates no subset.
            clue = columns[answers[0], g]
            splits = answers.size == 1
            for i in range(1, answers.size):
                if columns[answers[i], g] != clue:
                    splits = True
                    break
            if splits:
                allowed[m] = g
                m += 1
                tag[0] ^= keys[g, 0]
                tag[1] ^= keys[g, 1]
            else:
                mask[w] ^= bit
            bits >>= np.uint64(1)
            bit <<= np.uint64(1)
            g += 1
    return State(answers, allowed[:m].copy(), mask, tag, left)


@inner
def restrict(tables, mask, guess, clue):
    """Clear the bits of the guesses that a clue rules out in hard mode."""
    length = tables.letters.shape[1]
    letters = tables.placed.shape[0] // length
    revealed = np.zeros(letters, np.int64)
    absent = np.zeros(letters, np.bool_)

    # A clue is a number in base 3, whose lowest digit is the mark of the last letter.
    for p in range(length - 1, -1, -1):
        letter = np.int64(tables.letters[guess, p])
        mark = clue % 3
        clue //= 3

        # Correct letters stay; in strict mode, others may not stand there again.
        in_place = tables.placed[p * letters + letter]
        if mark == 2:
            for w in range(mask.size):
                mask[w] &= in_place[w]
        elif tables.strict:
            for w in range(mask.size):
                mask[w] &= ~in_place[w]

        if mark == 0:
            absent[letter] = True
        else:
            revealed[letter] += 1

    # Revealed copies are used again; in strict mode no more, after an absent mark.
    for p in range(length):
        letter = np.int64(tables.letters[guess, p])
        if revealed[letter]:
            enough = tables.counted[(revealed[letter] - 1) * letters + letter]
            for w in range(mask.size):
                mask[w] &= enough[w]
        if tables.strict and absent[letter] and revealed[letter] < length:
            more = tables.counted[revealed[letter] * letters + letter]
            for w in range(mask.size):
                mask[w] &= ~more[w]
