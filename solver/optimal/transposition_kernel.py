"""Hash table of the states of the exact search, and the list of searched states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Integers, Numbers
from solver.numeric.decorators import inner

TABLE_CAPACITY = 1 << 22
"""Default limit of the number of states in a table. A full table takes 130 MB."""

_TRAIL = 1 << 20

STATES, STEPS, WORK, ENOUGH, SLOTS = range(5)  # indices in Memo.counts


class Memo(NamedTuple):
    """A hash table of states, and a list of the states that were searched.

    The probability that two states share a 128-bit key is below 1e-20. A proof does not
    depend on this, because the checker compares the states themselves.

    Attributes
    ----------
    slots : ndarray of shape (2 * capacity,), int32
        Slots of a hash table with open addressing. A slot has the index of a state in
        `keys`, `low` and `word`, counted from 1, or 0 if the slot is empty. Only the
        first slots are in use. The number of slots in use doubles whenever half of them
        are filled, so that a short search touches little memory.
    keys : ndarray of shape (capacity, 2), uint64
        Zobrist keys of the states, in the order in which the states were stored.
    low : ndarray of shape (capacity,), int32
        Lower bound of the cost of each state.
    word : ndarray of shape (capacity,), int32
        For each state, a best guess if `low` is the exact cost, and -1 otherwise.
    trail : ndarray of shape (n, 4), int32
        A row for each state whose guesses were tried. The four columns are the row of
        the state before this state, the guess that was played in that earlier state,
        the clue that led to this state, and the lower bound of the cost of this state.
    counts : ndarray of shape (5,), int64
        The number of stored states, the number of rows of the trail, the number of
        clues that were read, the number of clues after which a search stops, and the
        number of slots in use.
    """

    slots: Numbers
    keys: Bits
    low: Numbers
    word: Numbers
    trail: Numbers
    counts: Integers


def memo(capacity: int = TABLE_CAPACITY) -> Memo:
    """Return an empty table for up to `capacity` states; `capacity` is a power of 2."""
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
    """Return the index of a state in the table, or -1 if the state is not stored.

    `key` and `key2` are the two halves of the 128-bit key of the state.
    """
    slots = memo.slots
    keys = memo.keys
    mask = np.uint64(memo.counts[SLOTS] - 1)

    # At most half of the slots are filled, so the loop soon meets an empty slot.
    slot = key & mask
    while slots[slot]:
        at = slots[slot] - 1
        if keys[at, 0] == key and keys[at, 1] == key2:
            return at
        slot = (slot + np.uint64(1)) & mask
    return -1


@inner
def store(memo, key, key2, low, word):
    """Store the lower bound `low` of the cost of a state, or its exact cost.

    `low` is the exact cost if `word`, the best guess, is not -1. `key` and `key2` are
    the two halves of the 128-bit key of the state.

    A new state is not stored if the table is full.
    """
    slots = memo.slots
    keys = memo.keys
    lows = memo.low
    words = memo.word
    counts = memo.counts
    at = look_up(memo, key, key2)
    if at < 0:
        # The state is new. If the table is full, the state is not stored, and the state
        # may have to be searched again.
        at = counts[STATES]
        if at == lows.size:
            return
        counts[STATES] += 1
        keys[at, 0] = key
        keys[at, 1] = key2
        lows[at] = low
        words[at] = word

        # Give the new state a slot. If the number of slots doubles, give all states new
        # slots.
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
