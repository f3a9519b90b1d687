"""Transposition table of the exact search, and the trail of expanded states."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

CAPACITY = 1 << 22
"""Default number of states; 100 MB."""

_TRAIL = 1 << 20

STATES, SCANS, TRIED, STEPS, WORK, ENOUGH = range(6)  # places in Memo.counts


class Memo(NamedTuple):
    """A hash table of states, and a list of those that were searched.

    Two states share a 128-bit key with a chance below 1e-20; a proof does not
    rest on it, because the checker compares the states themselves.

    Attributes
    ----------
    keys : ndarray of shape (capacity, 2), uint64
        Zobrist keys of states; open addressing.
    low : ndarray of shape (capacity,), int32
        Lower bound of the guesses; 0 in an empty place.
    word : ndarray of shape (capacity,), int32
        The best guess where `low` is exact, else -1.
    trail : ndarray of shape (n, 4), int32
        For each state whose guesses were tried: the one before it in its game,
        by its place in this list, the guess and the clue between, and the bound.
    counts : ndarray of shape (6,), int64
        Numbers of stored states, scanned states, tried guesses, steps and clues
        that were read; and the number of clues after which a search stops.
    """

    keys: NDArray[np.uint64]
    low: NDArray[np.int32]
    word: NDArray[np.int32]
    trail: NDArray[np.int32]
    counts: NDArray[np.int64]


def memo(capacity: int = CAPACITY, trail: int = _TRAIL) -> Memo:
    """Return an empty table with a capacity that is a power of two.

    Examples
    --------
    >>> memo(4).low
    array([0, 0, 0, 0], dtype=int32)
    """
    counts = np.zeros(6, np.int64)
    counts[ENOUGH] = np.iinfo(np.int64).max
    return Memo(
        np.zeros((capacity, 2), np.uint64),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros((trail, 4), np.int32),
        counts,
    )


@numba.njit(cache=True, nogil=True)
def place(memo, key, key2):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the place of a state, or the empty place for it."""
    mask = memo.low.size - 1
    at = np.int64(key & np.uint64(mask))
    while memo.low[at] and (memo.keys[at, 0] != key or memo.keys[at, 1] != key2):
        at = (at + 1) & mask
    return at


@numba.njit(cache=True, nogil=True)
def remember(memo, key, key2, low, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Store a bound, or with a word the exact number; skip if the table is full."""
    at = place(memo, key, key2)
    if memo.low[at] == 0:
        if 4 * memo.counts[STATES] >= 3 * memo.low.size:
            return
        memo.counts[STATES] += 1
        memo.keys[at, 0], memo.keys[at, 1] = key, key2
    if memo.word[at] >= 0 and memo.low[at] > 0 and word < 0:
        return
    if word >= 0 or low > memo.low[at]:
        memo.low[at], memo.word[at] = low, word
