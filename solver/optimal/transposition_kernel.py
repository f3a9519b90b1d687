"""Transposition table of the exact search, and the trail of expanded states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Integers, Numbers
from solver.numeric.decorators import inner

TABLE_CAPACITY = 1 << 22
"""Default number of states; at most 130 MB, of which only what is filled is used."""

_TRAIL = 1 << 20

STATES, STEPS, WORK, ENOUGH, SLOTS = range(5)  # indices in Memo.counts


class Memo(NamedTuple):
    """A hash table of states, and a list of those that were searched.

    Two states share a 128-bit key with a chance below 1e-20; a proof does not
    rest on it, because the checker compares the states themselves.

    Attributes
    ----------
    slots : ndarray of shape (2 * capacity,), int32
        Open addressing: indices of states in the arrays below, counted from 1. Only
        the first slots are in use, twice as many whenever half of them are filled,
        so that a short search touches little memory.
    keys : ndarray of shape (capacity, 2), uint64
        Zobrist keys of states, in the order in which they were stored.
    low : ndarray of shape (capacity,), int32
        Lower bound of the cost.
    word : ndarray of shape (capacity,), int32
        The best guess where `low` is exact, else -1.
    trail : ndarray of shape (n, 4), int32
        For each state whose guesses were tried: the one before it in its game,
        by its index in this list, the guess and the clue between, and the bound.
    counts : ndarray of shape (5,), int64
        Numbers of stored states, of steps and of clues that were read; the number of
        clues after which a search stops; and slots in use.
    """

    slots: Numbers
    keys: Bits
    low: Numbers
    word: Numbers
    trail: Numbers
    counts: Integers


def memo(capacity: int = TABLE_CAPACITY) -> Memo:
    """Return an empty table with a capacity that is a power of two."""
    counts = np.zeros(5, np.int64)
    counts[ENOUGH] = np.iinfo(np.int64).max
    counts[SLOTS] = 2
    return Memo(
        np.zeros(2 * capacity, np.int32),
        np.zeros((capacity, 2), np.uint64),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros((_TRAIL, 4), np.int32),
        counts,
    )


@inner
def look_up(memo, key, key2):
    """Return the index of a state, or -1."""
    slots = memo.slots
    keys = memo.keys
    mask = np.uint64(memo.counts[SLOTS] - 1)

    # At most half of the slots are filled, so that an empty one ends each probe soon.
    slot = key & mask
    while slots[slot]:
        at = slots[slot] - 1
        if keys[at, 0] == key and keys[at, 1] == key2:
            return at
        slot = (slot + np.uint64(1)) & mask
    return -1


@inner
def store(memo, key, key2, low, word):
    """Store a bound, or with a word the exact number; skip if the table is full."""
    slots = memo.slots
    keys = memo.keys
    lows = memo.low
    words = memo.word
    counts = memo.counts
    at = look_up(memo, key, key2)
    if at < 0:
        # A new state. It is dropped if the table is full: then it is searched again.
        at = counts[STATES]
        if at == lows.size:
            return
        counts[STATES] += 1
        keys[at, 0] = key
        keys[at, 1] = key2
        lows[at] = low
        words[at] = word

        # Only the new state needs a slot, or all of them where the slots are doubled.
        start = at
        if 2 * counts[STATES] > counts[SLOTS]:
            for slot in range(counts[SLOTS]):
                slots[slot] = 0
            counts[SLOTS] *= 2
            start = 0
        mask = np.uint64(counts[SLOTS] - 1)
        for i in range(start, counts[STATES]):
            free = keys[i, 0] & mask
            while slots[free]:
                free = (free + np.uint64(1)) & mask
            slots[free] = i + 1
    # A bound never replaces an exact cost.
    elif words[at] >= 0 and word < 0:
        return

    if word >= 0 or low > lows[at]:
        lows[at] = low
        words[at] = word
