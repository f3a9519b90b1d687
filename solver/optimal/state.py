"""States of the exact search, and kernels of their transitions."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray


class State(NamedTuple):
    """A state: the remaining answers and the allowed guesses, for kernels.

    Attributes
    ----------
    answers : ndarray, int32
        Remaining answers, ascending.
    allowed : ndarray, int32
        Guesses that may be played, ascending; the answers are among them.
    tag : ndarray of shape (2,), uint64
        Exclusive-or of the keys of `allowed`.
    left : int
        Guesses left.
    """

    answers: NDArray[np.int32]
    allowed: NDArray[np.int32]
    tag: NDArray[np.uint64]
    left: int


@numba.njit(cache=True, nogil=True)
def split(board, answers, guess):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the answers bucket by bucket, and where the buckets start."""
    n = answers.size
    row = board.rows[guess]
    bucket = np.zeros(board.green + 1, np.int32)
    size = np.zeros(n + 1, np.int64)
    k = 0
    for a in answers:
        if bucket[row[a]] == 0:
            k += 1
            bucket[row[a]] = k
        size[bucket[row[a]]] += 1
    starts = np.cumsum(size[: k + 1])
    end = starts.copy()
    out = np.empty(n, answers.dtype)
    for a in answers:
        b = bucket[row[a]] - 1
        out[end[b]] = a
        end[b] += 1
    return out, starts


@numba.njit(cache=True, nogil=True)
def follow(board, state, guess, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the state after a guess whose clue leaves these answers."""
    left = state.left - 1
    if board.hard == 0:
        return State(answers, state.allowed, state.tag, left)
    clue = np.int64(board.rows[guess, answers[0]])
    least, most, right = _demands(board, guess, clue)
    allowed = np.empty(state.allowed.size, np.int32)
    tag = np.zeros(2, np.uint64)
    m = 0
    for g in state.allowed:
        if _meets(board, g, guess, least, most, right) and _splits(board, g, answers):
            allowed[m] = g
            m += 1
            tag ^= board.keys[g]
    return State(answers, allowed[:m].copy(), tag, left)


@numba.njit(cache=True, nogil=True)
def _demands(board, guess, clue):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Return how often each letter must and may occur, and which places are right."""
    length = board.places.shape[1]
    least = np.zeros(26, np.uint8)
    most = np.full(26, length, np.uint8)
    right = np.zeros(length, np.bool_)
    absent = np.zeros(26, np.bool_)
    for p in range(length - 1, -1, -1):
        letter, mark = board.places[guess, p], clue % 3
        clue //= 3
        right[p] = mark == 2
        if mark == 0:
            absent[letter] = True
        else:
            least[letter] += 1
    for letter in range(26):
        if absent[letter]:
            most[letter] = least[letter]
    return least, most, right


@numba.njit(cache=True, nogil=True)
def _meets(board, word, guess, least, most, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    strict = board.hard == 2
    for p in range(right.size):
        same = board.places[word, p] == board.places[guess, p]
        if (right[p] and not same) or (strict and same and not right[p]):
            return False
    for p in range(right.size):
        letter = board.places[guess, p]
        count = board.counts[word, letter]
        if count < least[letter] or (strict and count > most[letter]):
            return False
    return True


@numba.njit(cache=True, nogil=True)
def _splits(board, guess, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    # A guess that separates no two of these answers separates no subset of them.
    clue = board.columns[answers[0], guess]
    for a in answers[1:]:
        if board.columns[a, guess] != clue:
            return True
    return answers.size == 1
