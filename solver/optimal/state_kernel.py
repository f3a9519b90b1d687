"""States of the exact search, and kernels that compute the state after a guess."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Numbers
from solver.numeric.decorators import inner, kernel


class State(NamedTuple):
    """A state: the answers that fit the clues, and the allowed guesses, for kernels.

    `answers` and `allowed` are indices in the tables of the search, in ascending order.
    `mask` has a bit for each guess of the game, which is 1 if the guess is allowed; the
    lowest bit is the first guess. `tag` is the exclusive-or of the Zobrist keys of the
    allowed guesses. `left` is the number of guesses left.
    """

    answers: Numbers
    allowed: Numbers
    mask: Bits
    tag: Bits
    left: int


@inner
def split_buckets(tables, answers, guess):
    """Return the answers sorted by bucket, and the index at which each bucket starts.

    A bucket is a set of answers that give the same clue to `guess`. The second array
    has one more element at its end: the number of answers.
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

    # Counting sort keeps the order of the answers in a bucket. So the heaviest answer
    # of a bucket is still its first answer.
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
    """Return the answers of bucket b.

    `answers` and `starts` are the result of `split_buckets`.
    """
    return answers[starts[b] : starts[b + 1]]


@kernel
def after_clue(tables, state, guess, answers):
    """Return the state after a guess, as a plain tuple of the fields of `State`.

    `answers` are the answers that the clue of the guess leaves. Only Python code calls
    this kernel, and only in hard mode.
    """
    left = follow(tables, state, guess, answers)
    return left.answers, left.allowed, left.mask, left.tag, left.left


@inner
def follow(tables, state, guess, answers):
    """Return the state after a guess; its clue leaves the answers `answers`."""
    return _follow(tables, state, guess, answers, tables.strict)


@inner
def _follow(tables, state, guess, answers, strict):
    left = state.left - 1
    # In normal mode `strict` is None. None has a type of its own, so for normal mode
    # numba does not compile the rest of this function.
    if strict is None:
        return State(answers, state.allowed, state.mask, state.tag, left)
    columns = tables.columns
    keys = tables.keys

    # All answers of `answers` give the same clue to the guess. So read the clue of the
    # first answer.
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
            # A guess that gets the same clue from all these answers is useless, in this
            # state and in all later states. So it is removed from the allowed guesses.
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
    """Clear the bits in `mask` of the guesses that a clue forbids in hard mode.

    `mask` has a bit for each guess. `guess` was played, and got the clue `clue`.
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

    # A guess must have at least as many copies of a letter as the clue marks correct or
    # present. In strict mode it must not have more copies if the clue also marks a copy
    # absent.
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
