"""Kernels of the heuristic search: estimates, nested beams, and lower bounds.

A position (`state`) has the remaining answers and the guesses that are left. The cost
of a position is the number of guesses in all games from this position on, one game for
each answer. A bucket of a guess is the answers that give the same clue. `tables` are
the tables of the search: among them the clue matrix, as `tables.columns`, and the clue
of a right guess, as `tables.green`.
"""

from __future__ import annotations

import numpy as np

from solver.numeric.decorators import kernel
from solver.optimal.ranking_kernel import INDEX, make_heap, pop_smallest, scan
from solver.optimal.search_kernel import (
    guess_bound,
    simple_bound,
    state_key,
    stored_bound,
)
from solver.optimal.state_kernel import follow, part, split_buckets
from solver.optimal.transposition_kernel import look_up, store
from solver.trees.objective import NEVER

_LANES = 16  # number of guesses that are estimated together, one in each vector lane
# A number in `plans` has the guess in its lowest `_LEVEL` bits, and the level of the
# search in the higher bits.
_LEVEL = 20
# While no tried guess wins every game, more guesses are tried: up to `_PATIENCE` times
# the usual number of guesses.
_PATIENCE = 50


@kernel
def estimate_guesses(tables, state, guide):
    """Return a key for each guess that is allowed in the position `state`.

    A small key means a small estimated cost. The lowest 32 bits of a key are the index
    of the guess. ``guide[n]`` is the estimated cost of a bucket of n answers (answers
    with the same clue). `tables` has the tables of the search (see the module's text).
    """
    columns = tables.columns
    answers = state.answers
    clues = tables.green + 1
    count = np.zeros((_LANES, clues), np.int32)
    sums = np.zeros(columns.shape[1], np.int64)
    few = min(answers.size, clues)
    for start in range(0, sums.size, _LANES):
        size = min(_LANES, sums.size - start)
        for a in answers:
            row = columns[a, start : start + size]
            for j in range(size):
                count[j, row[j]] += 1
        count[:, tables.green] = 0
        # Loop over all clues, or over all answers if there are fewer answers.
        for i in range(few):
            row = columns[answers[i], start : start + size]
            for j in range(size):
                clue = np.intp(row[j]) if few < clues else i
                sums[start + j] += guide[count[j, clue]]
                count[j, clue] = 0
    keys = np.empty(state.allowed.size, np.int64)
    for j in range(keys.size):
        g = state.allowed[j]
        keys[j] = (sums[g] << 32) | g
    return keys


@kernel
def plan(tables, memo, plans, guide, state, level, width):
    """Return the cost and the first guess of the best tree found for a position.

    `state` is the position. The cost is the number of guesses in all games, or `NEVER`
    if no tree that wins every game is found. At level 0 the guess with the least
    estimated cost is played. At level k, up to `width` guesses are compared; for the
    comparison, their buckets are searched at level k - 1. Then the buckets of the best
    guess are searched at level k. `plans` keeps the cost and the guess of each searched
    position. `memo` has proved bounds of positions. ``guide[n]`` is the estimated cost
    of a bucket of n answers. `tables` has the tables of the search (see the module's
    text).
    """
    low, word = simple_bound(tables, state.answers, state.left)
    if word >= 0:
        return np.int64(low), np.int64(word)
    low, word = stored_bound(tables, memo, state)
    if word >= 0:
        return np.int64(low), np.int64(word)
    key, key2 = state_key(tables, state)
    best = np.int64(NEVER)
    word = np.int64(state.answers[0])
    at = look_up(plans, key, key2)
    if at >= 0:
        best = np.int64(plans.low[at])
        word = np.int64(plans.word[at] & ((1 << _LEVEL) - 1))
        if best == low or plans.word[at] >> _LEVEL >= level:
            return best, word
    keys = estimate_guesses(tables, state, guide)
    make_heap(keys)
    beam = width if level else 1
    lower = max(level - 1, 0)
    for tried in range(min(_PATIENCE * beam, keys.size)):
        if best == low or (tried >= beam and best < NEVER):
            break
        g = np.int64(pop_smallest(keys, keys.size - tried) & INDEX)
        total, buckets = guess_bound(tables, memo, state, g, best)
        for b in buckets.unsolved:
            if total >= best:
                break
            after = follow(tables, state, g, part(buckets.answers, buckets.starts, b))
            total -= buckets.needs[b]
            total += plan(tables, memo, plans, guide, after, lower, width)[0]
        if total < best:
            best = np.int64(total)
            word = g
    if level and low < best < NEVER:
        total, buckets = guess_bound(tables, memo, state, word, NEVER)
        for b in buckets.unsolved:
            bucket = part(buckets.answers, buckets.starts, b)
            after = follow(tables, state, word, bucket)
            total -= buckets.needs[b]
            total += plan(tables, memo, plans, guide, after, level, width)[0]
        best = np.int64(total)
    store(plans, key, key2, best, word | (level << _LEVEL))
    return best, word


@kernel
def lower_bound(tables, state, guess, most, enough):
    """Return a lower bound of the cost of `guess` in the position `state`.

    The cost is the number of guesses in all games, and counts `guess`, too. A bucket is
    the answers with the same clue to `guess`. A bucket of n answers costs at least
    3 n - k if no next guess divides the bucket into more than k buckets; a next guess
    that is in the bucket counts as one bucket more. At first, `most` replaces k for
    every bucket, because no guess divides all answers into more than `most` buckets.
    Then k is counted for one bucket after the other, until the bound reaches `enough`.
    Buckets that may raise the bound most for their size come first. `tables` has the
    tables of the search (see the module's text).
    """
    answers, starts = split_buckets(tables, state.answers, guess)
    needs = np.zeros(starts.size - 1, np.int64)
    order = np.zeros(needs.size, np.int64)
    total = np.int64(answers.size)
    for b in range(needs.size):
        n = starts[b + 1] - starts[b]
        if tables.columns[answers[starts[b]], guess] != tables.green:
            needs[b] = max(2 * n - 1, 3 * n - most - 1)
            total += needs[b]
            promise = n if n <= most else most**3 // n**2
            order[b] = (promise << 32) | b
    order.sort()
    for key in order[::-1]:
        b = key & INDEX
        if total >= enough or starts[b + 1] - starts[b] < 3 or needs[b] == 0:
            break
        after = follow(tables, state, guess, answers[starts[b] : starts[b + 1]])
        if after.left > 1:
            total += max(np.int64(scan(tables, after).min()) - needs[b], 0)
    return min(total, NEVER)
