"""Kernels of the exact search: branch and bound for the cheapest games.

A guess in a state costs its step times the weight of the answers, plus the sum of the
costs of its buckets; a state costs the minimum over its guesses. Cheap lower bounds of
the buckets refute nearly all guesses; the others are searched, best first, against an
upper limit. Where the fewest guesses are sought, steps and weights are 1.
"""

from __future__ import annotations

import numpy as np

from solver.compile.decorators import inner, kernel
from solver.optimal.counting_kernel import count_clues, counting_bound
from solver.optimal.ranking_kernel import INDEX, rank, scan, sift, weigh, weight_of
from solver.optimal.state_kernel import follow, part, split_buckets
from solver.optimal.transposition_kernel import (
    ENOUGH,
    STEPS,
    WORK,
    look_up,
    store,
)
from solver.trees.objective import NEVER


@inner
def least(tables, answers, left):
    """Return the cost if the next guess wins the heaviest game, and one more all."""
    weight = weigh(tables, answers)
    others = weight - weight_of(tables.weights, answers[0])
    return min(tables.steps[left] * weight + tables.steps[left - 1] * others, NEVER)


@inner
def simple_bound(tables, answers, left):
    """Return a lower bound of a state, and a possible answer that costs it, or -1."""
    n = answers.size
    lowest = least(tables, answers, left)
    if lowest >= NEVER or n < 3:
        return lowest, np.int64(answers[0])
    weight, weights = weigh(tables, answers), tables.weights
    second, third = tables.steps[left - 1], tables.steps[left - 2]
    low = every = lowest + second * weight_of(weights, answers[0])
    seen = np.zeros(tables.green + 1, np.int32)
    near = np.int64(-1)
    for i in range(n):
        missing, hidden = n, weight
        for j in range(n):
            clue = tables.columns[answers[j], answers[i]]
            if seen[clue] != i + 1:
                seen[clue] = i + 1
                missing -= 1
                hidden -= weight_of(weights, answers[j])
        saved = weight_of(weights, answers[i])
        cost = every - second * saved + third * hidden
        exact = missing == 0 or (missing == 1 and left > 2)
        if exact and cost == lowest:
            return lowest, np.int64(answers[i])
        if cost < low or (exact and cost == low):
            low, near = cost, np.int64(answers[i] if exact else -1)
    return low, near


@inner
def stored_bound(tables, memo, state):
    """Return the bound, stored or the lowest of the bounds of the guesses."""
    key, key2 = state_key(tables, state)
    at = look_up(memo, key, key2)
    if at >= 0:
        return np.int64(memo.low[at]), np.int64(memo.word[at])
    n = state.answers.size
    memo.counts[WORK] += n * state.allowed.size
    lows = scan(tables, state)
    steps, left = tables.steps, state.left
    low, word, i = np.int64(NEVER), np.int64(-1), 0
    for j in range(lows.size):
        low = min(low, lows[j])
    # What a guess costs that separates all answers and is none of them.
    parted = (steps[left] + steps[left - 1]) * weigh(tables, state.answers)
    if left == 2 and low == NEVER:
        word = np.int64(state.answers[0])
    elif left == 2 or (low == parted and steps[left - 2]):
        for j in range(lows.size):
            g = state.allowed[j]
            while i < n and state.answers[i] < g:
                i += 1
            # `simple_bound` has tried the possible answers.
            if lows[j] == low and (left == 2 or i == n or state.answers[i] != g):
                word = np.int64(g)
    store(memo, key, key2, low, word)
    return low, word


@inner
def state_key(tables, state):
    """Return the key of a state."""
    answers, guesses = tables.columns.shape
    left = min(state.left, state.answers.size) if tables.uniform else state.left
    left = tables.keys[guesses + answers + left]
    key, key2 = state.tag[0] ^ left[0], state.tag[1] ^ left[1]
    for a in state.answers:
        key ^= tables.keys[guesses + a, 0]
        key2 ^= tables.keys[guesses + a, 1]
    return key, key2


@inner
def solve_state(tables, memo, state, limit, before, guess):
    """Return the least cost of all games together, and the best guess.

    Where it reaches the limit, a lower bound no smaller than the limit, and -1.
    `before` is the index of the state before in the trail, or -1: then no bound has
    been tried yet. When the limit of work is reached, the search stops and returns
    nothing useful. It is the only recursive function: numba cannot cache mutual
    recursion.
    """
    if before < 0:
        low, word = simple_bound(tables, state.answers, state.left)
        if word >= 0 or low >= limit:
            return np.int64(low), np.int64(word)
        low, word = stored_bound(tables, memo, state)
        if word >= 0 or low >= limit:
            return np.int64(low), np.int64(word)
    step = _note(tables, memo, state, before, guess)
    memo.counts[WORK] += state.answers.size * state.allowed.size
    lows = scan(tables, state)
    best, word, refuted, lowest = limit, np.int64(-1), np.int64(NEVER), np.int64(NEVER)
    for j in range(lows.size):
        lowest = min(lowest, lows[j])
        if lows[j] >= limit:
            refuted = min(refuted, lows[j])
    counts = count_clues(tables, state)
    keys = rank(tables, state, lows, limit)
    for at in range(keys.size // 2 - 1, -1, -1):
        sift(keys, at, keys.size)
    for size in range(keys.size - 1, -1, -1):
        j = keys[0] & INDEX
        keys[0] = keys[size]
        sift(keys, 0, size)
        if lows[j] >= best:
            continue
        if counts.place.size:
            low = counting_bound(tables, counts, state, j, best)
            if low >= best:
                refuted = min(refuted, low)
                continue
        g = np.int64(state.allowed[j])
        total, answers, starts, needs, still = guess_bound(tables, memo, state, g, best)
        for b in still:
            if total >= best:
                break
            after = follow(tables, state, g, part(answers, starts, b))
            total -= needs[b]
            total += solve_state(tables, memo, after, best - total, step, g)[0]
        if memo.counts[WORK] > memo.counts[ENOUGH]:
            return np.int64(0), np.int64(-1)
        if total >= best:
            refuted = min(refuted, total)
            continue
        best, word = total, g
        if best == lowest:
            break
    if word < 0:
        best, word = refuted, np.int64(-1 if refuted < NEVER else 0)
    _conclude(tables, memo, state, best, word, step)
    return best, word


@inner
def _note(tables, memo, state, before, guess):
    """Add a state to the trail and return its index there."""
    step = memo.counts[STEPS]
    memo.counts[STEPS] += 1
    if step < memo.trail.shape[0]:
        clue = tables.columns[state.answers[0], guess] if guess >= 0 else 0
        memo.trail[step, 0], memo.trail[step, 1] = before, guess
        memo.trail[step, 2], memo.trail[step, 3] = clue, 0
    return step


@inner
def _conclude(tables, memo, state, low, word, step):
    key, key2 = state_key(tables, state)
    store(memo, key, key2, low, word)
    if step < memo.trail.shape[0]:
        memo.trail[step, 3] = low


@kernel
def judge(tables, memo, state, guess, limit, searched):
    """Return the `guess_bound` of a guess, or, if `searched`, `solve_state`.

    If `searched`, `state` is the one after the guess, and the second item the best
    guess in it, else -1. Python calls one kernel for both: two would each contain
    nearly all the other functions, compiled twice.
    """
    if searched:
        cost, word = solve_state(tables, memo, state, limit, np.int64(-1), guess)
        none = np.empty(0, np.int64)
        return cost, word, state.answers, none, none, none
    total, answers, starts, needs, still = guess_bound(
        tables, memo, state, guess, limit
    )
    return total, -1, answers, starts, needs, still


@inner
def guess_bound(tables, memo, state, guess, limit):
    """Bound the cost of a guess, itself counted, without searching.

    Returns the bound, the answers bucket by bucket, where the buckets start, a bound
    for each, and the buckets whose bounds are not exact, from small to large. Once
    the bound reaches the limit, the remaining buckets are skipped.
    """
    answers, starts = split_buckets(tables, state.answers, guess)
    k = starts.size - 1
    needs, order = np.empty(k, np.int64), np.empty(k, np.int64)
    still = np.ones(k, np.bool_)
    left = state.left - 1
    total = tables.steps[state.left] * weigh(tables, answers)
    for b in range(k):
        size = starts[b + 1] - starts[b]
        needs[b] = least(tables, part(answers, starts, b), left)
        if tables.columns[answers[starts[b]], guess] == tables.green:
            needs[b], still[b] = 0, False
        elif size == answers.size:
            needs[b] = NEVER
        total += needs[b]
        at = b
        while at > 0 and starts[order[at - 1] + 1] - starts[order[at - 1]] > size:
            order[at] = order[at - 1]
            at -= 1
        order[at] = b
    for b in order:
        if total >= limit:
            break
        if still[b]:
            bucket = part(answers, starts, b)
            need, word = simple_bound(tables, bucket, state.left - 1)
            total += need - needs[b]
            needs[b], still[b] = need, word < 0
    first, last = 0, k - 1
    while first <= last and total < limit:
        b = order[last]
        # About what it adds: a small one is cheaper where little is missing.
        if (starts[b + 1] - starts[b]) // 4 < limit - total:
            last -= 1
        else:
            b = order[first]
            first += 1
        if still[b]:
            bucket = part(answers, starts, b)
            after = follow(tables, state, guess, bucket)
            need, word = stored_bound(tables, memo, after)
            total += need - needs[b]
            needs[b], still[b] = need, word < 0
    m = 0
    for b in order:
        if still[b]:
            order[m] = b
            m += 1
    still_open = order[:m] if tables.uniform else order[:m][::-1].copy()
    return min(total, NEVER), answers, starts, needs, still_open


@kernel
def joint_clues(rows):
    """Return how many different pairs of clues the answers get from each two words."""
    count, n = rows.shape
    width = rows.max() + 1
    out = np.zeros(count * (count - 1) // 2, np.int64)
    seen = np.zeros(width * width, np.int32)
    pair = 0
    for i in range(count):
        for j in range(i + 1, count):
            pair += 1
            for s in range(n):
                clue = rows[i, s] * width + rows[j, s]
                if seen[clue] != pair:
                    seen[clue] = pair
                    out[pair - 1] += 1
    return out
