"""Kernels of the exact search: branch and bound for the fewest guesses.

A guess g in a state of n answers costs n plus the sum of the costs of its buckets; a
state costs the minimum over its guesses. Cheap lower bounds of the buckets refute
nearly all guesses; the others are searched, best first, against an upper limit.
"""

from __future__ import annotations

import numba
import numpy as np

from solver.optimal.state import follow, split
from solver.optimal.transposition import (
    ENOUGH,
    SCANS,
    STEPS,
    TRIED,
    WORK,
    find,
    remember,
)

NEVER = 1 << 28
"""Cost of a state that cannot be won with the guesses left."""

_MANY = 64  # answers from which counting is faster than comparing in pairs
_CHUNK = 1024  # guesses whose clues fit into the first-level cache together


@numba.njit(cache=True, nogil=True)
def solve(board, memo, state, limit, before, guess):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the fewest guesses of all games together, and the best guess.

    Where they reach the limit, a lower bound no smaller than the limit, and -1.
    """
    low, word = simple_bound(board, state.answers, state.left)
    if word >= 0 or low >= limit:
        return low, word
    low, word = stored_bound(board, memo, state)
    if word >= 0 or low >= limit:
        return low, word
    return expand(board, memo, state, limit, before, guess)


@numba.njit(cache=True, nogil=True)
def simple_bound(board, answers, left):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the bound, and the guess that reaches it if a possible answer does."""
    n = answers.size
    if left < min(n, 2):
        return NEVER, answers[0]
    if n < 3:
        return 2 * n - 1, answers[0]
    seen = np.zeros(board.green + 1, np.int32)
    near = -1
    for i in range(n):
        missing = n
        for j in range(n):
            clue = board.columns[answers[j], answers[i]]
            if seen[clue] != i + 1:
                seen[clue] = i + 1
                missing -= 1
        if missing == 0:
            return 2 * n - 1, answers[i]
        if missing == 1:
            near = answers[i]
    return 2 * n, near if left > 2 else -1


@numba.njit(cache=True, nogil=True)
def stored_bound(board, memo, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the bound, stored or from the largest number of buckets of a guess."""
    key, key2 = state_key(board, state)
    at = find(memo, key, key2)
    if at >= 0:
        return np.int64(memo.low[at]), np.int64(memo.word[at])
    memo.counts[SCANS] += 1
    n = state.answers.size
    memo.counts[WORK] += n * state.allowed.size
    buckets = scan(board, state)
    low, word = 3 * n - np.int64(buckets.max()), np.int64(-1)
    for j in np.flatnonzero(buckets == n):
        # `simple_bound` has tried the possible answers; they may need a third guess.
        if not (state.answers == state.allowed[j]).any():
            word = np.int64(state.allowed[j])
    if word < 0 and state.left == 2:
        low, word = NEVER, np.int64(state.answers[0])
    remember(memo, key, key2, low, word)
    return low, word


@numba.njit(cache=True, nogil=True)
def state_key(board, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the key of a state."""
    answers, guesses = board.columns.shape
    left = board.keys[guesses + answers + min(state.left, state.answers.size)]
    key, key2 = state.tag[0] ^ left[0], state.tag[1] ^ left[1]
    for a in state.answers:
        key ^= board.keys[guesses + a, 0]
        key2 ^= board.keys[guesses + a, 1]
    return key, key2


@numba.njit(cache=True, nogil=True)
def scan(board, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the buckets of every allowed guess, and one more if it may be right."""
    answers, allowed = state.answers, state.allowed
    out = np.empty(allowed.size, np.int32)
    if answers.size > _MANY:
        _count(board, answers, allowed, out)
    elif allowed.size == board.columns.shape[1]:
        _compare(board.columns, answers, out)
    else:
        block = np.empty((answers.size, allowed.size), board.columns.dtype)
        for i in range(answers.size):
            for j in range(allowed.size):
                block[i, j] = board.columns[answers[i], allowed[j]]
        _compare(block, np.arange(answers.size).astype(np.int32), out)
    j = 0
    for a in answers:
        while allowed[j] < a:
            j += 1
        out[j] += 1
    return out


@numba.njit(cache=True, nogil=True)
def _count(board, answers, allowed, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    seen = np.full(board.green + 1, -1, np.int32)
    for j in range(allowed.size):
        buckets = 0
        g = allowed[j]
        for a in answers:
            clue = board.columns[a, g]
            if seen[clue] != j:
                seen[clue] = j
                buckets += 1
        out[j] = buckets


@numba.njit(cache=True, nogil=True)
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
def expand(board, memo, state, limit, before, guess):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Try the guesses of a state, best first; returns are those of `solve`.

    It is the only recursive function: numba cannot cache mutual recursion. When the
    limit of work is reached, it stops and its results are meaningless.
    """
    step = _note(board, memo, state, before, guess)
    memo.counts[WORK] += state.answers.size * state.allowed.size
    lows = 3 * state.answers.size - scan(board, state).astype(np.int64)
    best, word, refuted = limit, np.int64(-1), np.int64(NEVER)
    for low in lows:
        if low >= limit:
            refuted = min(refuted, low)
    for j in rank(board, state, lows, limit):
        if lows[j] >= best:
            continue
        g = np.int64(state.allowed[j])
        total, answers, starts, needs, still = guess_bound(board, memo, state, g, best)
        for b in still:
            if total >= best:
                break
            after = follow(board, state, g, answers[starts[b] : starts[b + 1]])
            total -= needs[b]
            total += expand(board, memo, after, best - total, step, g)[0]
        if memo.counts[WORK] > memo.counts[ENOUGH]:
            return np.int64(0), np.int64(-1)
        if total >= best:
            refuted = min(refuted, total)
            continue
        best, word = total, g
        if best == lows.min():
            break
    if word < 0:
        best, word = refuted, np.int64(-1 if refuted < NEVER else 0)
    _conclude(board, memo, state, best, word, step)
    return best, word


@numba.njit(cache=True, nogil=True)
def _note(board, memo, state, before, guess):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    """Add a state to the trail and return its place there."""
    step = memo.counts[STEPS]
    memo.counts[STEPS] += 1
    if step < memo.trail.shape[0]:
        clue = board.columns[state.answers[0], guess] if guess >= 0 else 0
        memo.trail[step, 0], memo.trail[step, 1] = before, guess
        memo.trail[step, 2], memo.trail[step, 3] = clue, 0
    return step


@numba.njit(cache=True, nogil=True)
def _conclude(board, memo, state, low, word, step):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    key, key2 = state_key(board, state)
    remember(memo, key, key2, low, word)
    if step < memo.trail.shape[0]:
        memo.trail[step, 3] = low


@numba.njit(cache=True, nogil=True)
def rank(board, state, lows, limit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the places of the guesses below the limit, most promising first."""
    n = state.answers.size
    count = np.zeros(board.green + 1, np.int64)
    places = np.flatnonzero(lows < limit)
    keys = np.empty(places.size, np.int64)
    for i in range(places.size):
        g = state.allowed[places[i]]
        squares = 0
        for a in state.answers:
            clue = board.columns[a, g]
            squares += 2 * count[clue] + 1
            count[clue] += 1
        for a in state.answers:
            count[board.columns[a, g]] = 0
        keys[i] = ((2 * squares + n * lows[places[i]]) << 32) | places[i]
    keys.sort()
    return keys & 0xFFFFFFFF


@numba.njit(cache=True, nogil=True)
def guess_bound(board, memo, state, guess, limit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Bound the cost of a guess, itself counted, without searching.

    Returns the bound, the answers bucket by bucket, where the buckets start, a bound
    for each, and the buckets whose bounds are not exact, from small to large. Once
    the bound reaches the limit, the remaining buckets are skipped.
    """
    memo.counts[TRIED] += 1
    answers, starts = split(board, state.answers, guess)
    sizes = np.empty(starts.size - 1, np.int64)
    for b in range(sizes.size):
        sizes[b] = starts[b + 1] - starts[b]
    needs = 2 * sizes - 1
    still = np.ones(sizes.size, np.bool_)
    for b in range(sizes.size):
        if board.columns[answers[starts[b]], guess] == board.green:
            needs[b], still[b] = 0, False
        elif sizes[b] == answers.size:
            needs[b] = NEVER
    total = answers.size + needs.sum()
    # Sorted as pairs of size and place: no two are equal.
    order = np.sort((sizes << 32) | np.arange(sizes.size)) & 0xFFFFFFFF
    for closer in (False, True):
        for b in order:
            if total >= limit:
                break
            if still[b]:
                mine = answers[starts[b] : starts[b + 1]]
                if closer:
                    after = follow(board, state, guess, mine)
                    need, word = stored_bound(board, memo, after)
                else:
                    need, word = simple_bound(board, mine, state.left - 1)
                total += need - needs[b]
                needs[b], still[b] = need, word < 0
    return min(total, NEVER), answers, starts, needs, order[still[order]]
