"""Kernels that bound the costs of guesses from their buckets, and rank the guesses.

The argument `tables` is a `SearchTables` of `solver.optimal.word_tables`, and `state`
is a `State` of `solver.optimal.state_kernel`. A bucket is a set of answers that give
the same clue to a guess. The first answer of a bucket has the largest weight.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import inner, kernel
from solver.trees.objective import NEVER

INDEX = (1 << 32) - 1
"""Mask of the lowest 32 bits: in a key of `rank`, they are the index of the guess."""

_MANY = 48  # if there are more answers than this, `_count` is faster than `_compare`
_CHUNK = 1024  # guesses per pass of `_compare`: their clues fit into the L1 cache
_LANES = 32  # guesses per pass of `_count`: their tables `seen` fit into the L1 cache


@inner
def weigh(tables, answers):
    """Return the total weight of some answers."""
    weight = np.int64(0)
    for a in answers:
        weight += weight_of(tables.weights, a)
    return weight


@inner
def weight_of(weights, answer):
    """Return the weight of an answer, which is 1 if `weights` is None."""
    return np.int64(1) if weights is None else weights[answer]


@kernel
def survey(tables, state):
    """Return, for every allowed guess, a lower bound of its cost and a sort key.

    `scan` describes the bounds. `rank` describes the keys: the guess with the smallest
    key is the most promising.
    """
    lows = scan(tables, state)
    return lows, rank(tables, state, lows, NEVER + 1)


@inner
def scan(tables, state):
    """Return a lower bound of the cost of every allowed guess.

    The bound assumes that the second guess wins the heaviest game of each bucket, and
    that the third guess wins all other games. If only two guesses are left, the bound
    is the exact cost. The array has an element for each allowed guess, in their order.
    """
    steps = tables.steps
    left = state.left
    first = steps[left]
    second = steps[left - 1]
    third = steps[left - 2]
    weight = weigh(tables, state.answers)
    both = (first + second) * weight

    out = np.zeros(state.allowed.size, np.int32)

    # If the third guess costs nothing, it does not matter how many games need it.
    if third:
        split_counts(tables, state, out)

    # The second guess wins one game of each bucket. All other games need a third guess;
    # if there is none, a guess cannot win all games unless each bucket has one answer.
    if third < NEVER:
        every = both + third * weight
        for j in range(out.size):
            out[j] = every - third * out[j]
    else:
        for j in range(out.size):
            out[j] = both if out[j] == weight else NEVER

    # If the guess is an answer of the state, it wins its own game, which then needs no
    # second guess. `j` only moves forward, because answers and allowed guesses are in
    # ascending order.
    j = 0
    for a in state.answers:
        while state.allowed[j] < a:
            j += 1
        if out[j] < NEVER:
            out[j] -= second * weight_of(tables.weights, a)
    return out


@inner
def split_counts(tables, state, out):
    """Write to `out`, for every allowed guess, the sum of the weights of its buckets.

    The weight of a bucket is the weight of its first answer. So if all weights are 1,
    the sum is the number of buckets. `out` has the shape (n_allowed,), int32, and it
    must be filled with zeros before the call.
    """
    answers = state.answers
    allowed = state.allowed
    columns = tables.columns
    rows = answers

    # Vector instructions need the clues side by side in memory. So if not all guesses
    # are allowed, the clues of the allowed guesses are copied.
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
    """Return the weights of some answers as int32, or None if all weights are 1."""
    if weights is None:
        return None
    out = np.empty(answers.size, np.int32)
    for i in range(out.size):
        out[i] = weights[answers[i]]
    return out


@inner
def _count(columns, answers, clues, weights, out):
    """Do the work of `split_counts` with a table of the clues that occurred so far.

    ``columns[answers]`` has the clues, with a row for each answer and a column for each
    guess. `clues` is the number of possible clues. `_LANES` guesses are processed
    together. In the table, ``seen[j, clue]`` is 1 if an earlier answer gives this clue
    to guess j of these guesses; otherwise it is 0.
    """
    seen = np.zeros((_LANES, clues), np.uint8)
    for start in range(0, out.size, _LANES):
        size = min(_LANES, out.size - start)
        part = out[start : start + size]
        for i in range(answers.size):
            row = columns[answers[i], start : start + size]
            if weights is not None:
                # Add the weight of an answer only if it is the first of its bucket.
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
    """Do the work of `split_counts` by comparing the clues of answers in pairs.

    An answer opens a new bucket if its clue differs from the clues of all answers
    before it. The clues of two answers are compared for `_CHUNK` guesses at once, with
    vector instructions.
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
        # `part` is a slice of `out`: a loop over it is faster than a loop over `out`
        # with an offset. The loops write one element at a time, because an assignment
        # to the whole slice would take seconds to compile.
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
    """Return the keys of the guesses whose lower bound is below `limit`.

    A key is a number by which guesses are sorted: the guess with the smallest key is
    the most promising. The lowest 32 bits of a key are the index of the guess among the
    allowed guesses. `lows` has the lower bound of each allowed guess, from `scan`.
    """
    n = state.answers.size

    # `scale` is the mean, over the answers, of the cost of a third guess, and at least
    # 1. If the objective is the number of guesses, `scale` is 1.
    scale = max(1, weigh(tables, state.answers) * tables.steps[state.left - 2] // n)
    count = np.zeros(tables.green + 1, np.int64)
    keys = np.empty(lows.size, np.int64)
    m = 0
    for j in range(lows.size):
        if lows[j] >= limit:
            continue
        g = state.allowed[j]

        # Compute the sum of the squares of the bucket sizes: k**2 is the sum
        # 1 + 3 + ... + (2 k - 1).
        squares = 0
        for a in state.answers:
            clue = tables.columns[a, g]
            squares += 2 * count[clue] + 1
            count[clue] += 1
        for a in state.answers:
            count[tables.columns[a, g]] = 0

        low = n * lows[j] if scale == 1 else n * lows[j] // scale

        # The index of the guess makes all keys different. So guesses that are equally
        # promising have the same order on every machine.
        keys[m] = (min(2 * squares + low, INDEX >> 1) << 32) | j
        m += 1
    return keys[:m]


@inner
def make_heap(keys):
    """Put keys into the order of a heap, in place, with the smallest key first.

    A heap is enough, because the search takes only a few keys. A sort would take two
    seconds to compile.
    """
    for at in range(keys.size // 2 - 1, -1, -1):
        _sift(keys, at, keys.size)


@inner
def pop_smallest(keys, size):
    """Remove the smallest key from a heap of `size` keys, and return this key."""
    key = keys[0]
    keys[0] = keys[size - 1]
    _sift(keys, 0, size - 1)
    return key


@inner
def _sift(keys, at, size):
    """Move the key at index `at` down to its position in a heap of `size` keys."""
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
