"""Kernels that count the buckets of guesses and rank the guesses by them."""

from __future__ import annotations

import numba
import numpy as np

from solver.optimal.state import inner

PLACE = (1 << 32) - 1
"""Bits of a key of `rank` that are a place."""

_MANY = 48  # answers from which counting is faster than comparing in pairs
_CHUNK = 1024  # guesses whose clues fit into the first-level cache together
_LANES = 32  # guesses whose tables of clues do


@numba.njit(cache=True, nogil=True)
def scan(board, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the buckets of every allowed guess, and one more if it may be right."""
    answers, allowed = state.answers, state.allowed
    out = np.empty(allowed.size, np.int32)
    columns, rows = board.columns, answers
    if allowed.size < columns.shape[1]:
        columns = np.empty((answers.size, allowed.size), board.columns.dtype)
        rows = np.arange(answers.size).astype(np.int32)
        for i in range(answers.size):
            for j in range(allowed.size):
                columns[i, j] = board.columns[answers[i], allowed[j]]
    if answers.size > _MANY:
        _count(columns, rows, board.green + 1, out)
    else:
        _compare(columns, rows, out)
    j = 0
    for a in answers:
        while allowed[j] < a:
            j += 1
        out[j] += 1
    return out


@inner
def _count(columns, answers, clues, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    seen = np.zeros((_LANES, clues), np.uint8)
    for start in range(0, out.size, _LANES):
        size = min(_LANES, out.size - start)
        for a in answers:
            mine = columns[a, start : start + size]
            for j in range(size):
                seen[j, mine[j]] = 1
        for j in range(size):
            buckets = 0
            for clue in range(clues):
                buckets += seen[j, clue]
                seen[j, clue] = 0
            out[start + j] = buckets


@inner
def _compare(columns, answers, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    # An answer opens a bucket if its clue differs from those of all before it; each
    # comparison runs over a chunk of guesses, in vector instructions.
    opens = np.empty(_CHUNK, np.uint8)
    buckets = np.empty(_CHUNK, np.uint8)
    for start in range(0, out.size, _CHUNK):
        stop = min(start + _CHUNK, out.size)
        size = stop - start
        new, total = opens[:size], buckets[:size]
        total[:] = 1
        for i in range(1, answers.size):
            mine = columns[answers[i], start:stop]
            new[:] = 1
            for j in range(i):
                other = columns[answers[j], start:stop]
                for g in range(size):
                    new[g] &= np.uint8(mine[g] != other[g])
            for g in range(size):
                total[g] += new[g]
        # Index by index, but of a slice: faster than the same indices with an offset,
        # and than assigning the slice, which takes seconds to compile.
        part = out[start:stop]
        for g in range(size):
            part[g] = total[g]


@numba.njit(cache=True, nogil=True)
def rank(board, state, lows, limit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return keys of the guesses below the limit, the smallest the most promising.

    The lowest 32 bits are the place of the guess among those that are allowed.
    """
    n = state.answers.size
    count = np.zeros(board.green + 1, np.int64)
    keys = np.empty(lows.size, np.int64)
    m = 0
    for j in range(lows.size):
        if lows[j] >= limit:
            continue
        g = state.allowed[j]
        squares = 0
        for a in state.answers:
            clue = board.columns[a, g]
            squares += 2 * count[clue] + 1
            count[clue] += 1
        for a in state.answers:
            count[board.columns[a, g]] = 0
        keys[m] = ((2 * squares + n * lows[j]) << 32) | j
        m += 1
    return keys[:m]


@inner
def sift(keys, at, size):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Let the key of a place sink in a heap whose smallest key comes first.

    Few guesses are tried, and sorting takes two seconds to compile.
    """
    key, child = keys[at], 2 * at + 1
    while child < size:
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[at] = keys[child]
        at, child = child, 2 * child + 1
    keys[at] = key
