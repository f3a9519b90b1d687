"""Kernels that bound the costs of guesses by their buckets, and rank the guesses.

`tables` are the `SearchTables` of `solver.optimal.word_tables`, and `state` is a
`State` of `solver.optimal.state_kernel`. The answers of a bucket get the same clue; the
first of them is the heaviest.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel
from solver.trees.objective import NEVER

INDEX = (1 << 32) - 1
"""Bits of a key of `rank` that are an index."""

_MANY = 48  # answers from which counting is faster than comparing in pairs
_CHUNK = 1024  # guesses whose clues fit into the first-level cache together
_LANES = 32  # guesses whose tables of clues do


@inner
def weigh(tables, answers):
    """Return the weight of some answers together."""
    weight = np.int64(0)
    for a in answers:
        weight += weight_of(tables.weights, a)
    return weight


@inner
def weight_of(weights, answer):
    """Return the weight of an answer."""
    return np.int64(1) if weights is None else weights[answer]


@kernel
def survey(tables, state):
    """Return the bounds of `scan`, and the keys of `rank` for all guesses."""
    lows = scan(tables, state)
    return lows, rank(tables, state, lows, NEVER + 1)


@inner
def scan(tables, state):
    """Return a lower bound of the cost of every allowed guess.

    The next guess after it wins a game of each bucket, the heaviest, and the one after
    that all others. Without a further guess after two, the bound is exact.
    """
    steps = tables.steps
    left = state.left
    first = steps[left]
    second = steps[left - 1]
    third = steps[left - 2]
    weight = weigh(tables, state.answers)
    both = (first + second) * weight

    out = np.zeros(state.allowed.size, np.int32)

    # Without a cost of the third guess, it does not matter how many games need it.
    if third:
        split_counts(tables, state, out)

    # Of each bucket, one game is won by the second guess, the others need a third.
    if third < NEVER:
        every = both + third * weight
        for j in range(out.size):
            out[j] = every - third * out[j]
    else:
        for j in range(out.size):
            out[j] = both if out[j] == weight else NEVER

    # An answer wins its own game without a second guess. Both lists ascend.
    j = 0
    for a in state.answers:
        while state.allowed[j] < a:
            j += 1
        if out[j] < NEVER:
            out[j] -= second * weight_of(tables.weights, a)
    return out


@inner
def split_counts(tables, state, out):
    """Write the weight of the buckets of every allowed guess to `out`.

    A bucket counts by the weight of its first answer; where all weights are 1, the
    weight is the number of buckets. `out` has the shape (n_allowed,), int32, and only
    zeros before.
    """
    answers = state.answers
    allowed = state.allowed
    columns = tables.columns
    rows = answers

    # Side by side, the clues are read by vector instructions: of the allowed guesses
    # they are copied, if not all guesses are allowed.
    if allowed.size < columns.shape[1]:
        columns = np.empty((answers.size, allowed.size), tables.columns.dtype)
        rows = np.arange(answers.size).astype(np.int32)
        for i in range(answers.size):
            for j in range(allowed.size):
                columns[i, j] = tables.columns[answers[i], allowed[j]]
    weights = _weights_of(tables.weights, answers)
    if answers.size > _MANY:
        _count(columns, rows, tables.green + 1, weights, out)
    else:
        _compare(columns, rows, weights, out)


@inner
def _weights_of(weights, answers):
    """Return the weights of some answers, as numbers of the same type as costs."""
    if weights is None:
        return None
    out = np.empty(answers.size, np.int32)
    for i in range(out.size):
        out[i] = weights[answers[i]]
    return out


@inner
def _count(columns, answers, clues, weights, out):
    """Do as `split_counts` by noting which clues each guess has made.

    ``columns[answers]`` are the clues; row j of `seen` has 1 for the clues that the
    guess with index j among `_LANES` guesses has made so far.
    """
    seen = np.zeros((_LANES, clues), np.uint8)
    for start in range(0, out.size, _LANES):
        size = min(_LANES, out.size - start)
        part = out[start : start + size]
        for i in range(answers.size):
            row = columns[answers[i], start : start + size]
            if weights is not None:
                # Only the first answer of a bucket counts, its heaviest.
                for j in range(size):
                    part[j] += weights[i] * (1 - seen[j, row[j]])
            for j in range(size):
                seen[j, row[j]] = 1
        for j in range(size):
            buckets = 0
            for clue in range(clues):
                buckets += seen[j, clue]
                seen[j, clue] = 0
            if weights is None:
                part[j] = buckets


@inner
def _compare(columns, answers, weights, out):
    """Do as `split_counts` by comparing the clues of each answer with all before it.

    An answer opens a bucket if its clue differs from all of these. Each comparison runs
    over a chunk of guesses, in vector instructions.
    """
    opens = np.empty(_CHUNK, np.uint8)
    buckets = np.empty(_CHUNK, np.uint8)
    for start in range(0, out.size, _CHUNK):
        stop = min(start + _CHUNK, out.size)
        size = stop - start
        new = opens[:size]
        total = buckets[:size]
        for g in range(size):
            total[g] = 1
        # Index by index, but of a slice: faster than the same indices with an offset,
        # and than assigning the slice, which takes seconds to compile.
        part = out[start:stop]
        if weights is not None:
            for g in range(size):
                part[g] = weights[0]
        for i in range(1, answers.size):
            row = columns[answers[i], start:stop]
            for g in range(size):
                new[g] = 1
            for j in range(i):
                earlier = columns[answers[j], start:stop]
                for g in range(size):
                    new[g] &= np.uint8(row[g] != earlier[g])
            if weights is not None:
                for g in range(size):
                    part[g] += weights[i] * new[g]
            else:
                for g in range(size):
                    total[g] += new[g]
        if weights is None:
            for g in range(size):
                part[g] = total[g]


@inner
def rank(tables, state, lows, limit):
    """Return keys of the guesses below the limit, the smallest the most promising.

    The lowest 32 bits are the index of the guess among those that are allowed.
    """
    n = state.answers.size

    # For one guess more or less, as long as only guesses are counted.
    scale = max(1, weigh(tables, state.answers) * tables.steps[state.left - 2] // n)
    count = np.zeros(tables.green + 1, np.int64)
    keys = np.empty(lows.size, np.int64)
    m = 0
    for j in range(lows.size):
        if lows[j] >= limit:
            continue
        g = state.allowed[j]

        # Sum of the squares of the bucket sizes: k**2 is 1 + 3 + ... + (2 k - 1).
        squares = 0
        for a in state.answers:
            clue = tables.columns[a, g]
            squares += 2 * count[clue] + 1
            count[clue] += 1
        for a in state.answers:
            count[tables.columns[a, g]] = 0

        low = n * lows[j] if scale == 1 else n * lows[j] // scale

        # Keys differ by the index, so equal guesses come in the same order everywhere.
        keys[m] = (min(2 * squares + low, INDEX >> 1) << 32) | j
        m += 1
    return keys[:m]


@inner
def make_heap(keys):
    """Put keys into the order of a heap, whose smallest key comes first.

    Few guesses are tried, and sorting takes two seconds to compile.
    """
    for at in range(keys.size // 2 - 1, -1, -1):
        _sift(keys, at, keys.size)


@inner
def pop_smallest(keys, size):
    """Remove the smallest key from a heap of some size, and return it."""
    key = keys[0]
    keys[0] = keys[size - 1]
    _sift(keys, 0, size - 1)
    return key


@inner
def _sift(keys, at, size):
    """Move a key down to its place in a heap."""
    key = keys[at]
    child = 2 * at + 1
    while child < size:
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[at] = keys[child]
        at = child
        child = 2 * child + 1
    keys[at] = key
