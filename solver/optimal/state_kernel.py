"""States of the exact search, and kernels of their transitions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Numbers
from solver.numeric.decorators import inner, kernel


class State(NamedTuple):
    """A state: the remaining answers and the allowed guesses, for kernels.

    `answers` and `allowed` are in ascending order. `mask` has the allowed guesses as
    bits; the lowest bit is the first guess. `tag` is the exclusive-or of the keys of
    the allowed guesses. `left` is the number of guesses left.
    """

    answers: Numbers
    allowed: Numbers
    mask: Bits
    tag: Bits
    left: int


@inner
def split_buckets(tables, answers, guess):
    """Return the answers sorted by bucket, and the index at which each bucket starts.

    A bucket is a set of answers that give the same clue to the guess.
    """
    n = answers.size
    columns = tables.columns

    # Number the buckets in the order in which their clues first occur. Count the
    # answers of each bucket.
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

    # Counting sort keeps the order of the answers. So the heaviest answer of a bucket
    # remains its first.
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
    """Return the answers of bucket b, from the result of `split_buckets`."""
    return answers[starts[b] : starts[b + 1]]


@kernel
def after_clue(tables, state, guess, answers):
    """Return the state after a guess, as a plain tuple of its fields.

    The clue of the guess leaves the answers `answers`. Python code calls this kernel,
    and only in hard mode.
    """
    left = follow(tables, state, guess, answers)
    return left.answers, left.allowed, left.mask, left.tag, left.left


@inner
def follow(tables, state, guess, answers):
    """Return the state after a guess, if its clue leaves the answers `answers`."""
    return _follow(tables, state, guess, answers, tables.strict)


@inner
def _follow(tables, state, guess, answers, strict):
    left = state.left - 1
    # `strict` is None in normal mode. None is a type of its own, so numba does not
    # compile the rest of this function for normal mode.
    if strict is None:
        return State(answers, state.allowed, state.mask, state.tag, left)
    columns = tables.columns
    keys = tables.keys

    # All these answers give the same clue to the guess, so read it from the first.
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
            # A guess that gives the same clue for all these answers is useless, for any
            # subset of them too. So it is removed from the allowed guesses.
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
    """Clear the bits of the guesses that a clue rules out in hard mode.

    `mask` has a bit for each guess. `clue` is the clue of `guess`, which was played.
    """
    length = tables.letters.shape[1]
    letters = tables.placed.shape[0] // length
    revealed = np.zeros(letters, np.int64)
    absent = np.zeros(letters, np.bool_)

    # A clue is a number in base 3. Its lowest digit is the mark of the last letter.
    for p in range(length - 1, -1, -1):
        letter = np.int64(tables.letters[guess, p])
        mark = clue % 3
        clue //= 3

        # A correct letter must stay in its position. In strict mode, a letter that is
        # not correct must not be in the same position again.
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

    # A guess must use as many copies of a letter as were revealed. In strict mode it
    # must not use more copies if one copy was marked absent.
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
