"""Kernels that refute guesses by how many buckets the guess after them makes at most.

They serve states in which this guess and the next two cost nothing and the one after
them costs, as with four guesses left of ``within-4``: the bounds of `scan` are then 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arrays import Integers, Matrix
from solver.numeric.decorators import inner
from solver.optimal.ranking_kernel import split_counts

_SETS = 512  # sets of answers that are remembered, the newest ones


class Counts(NamedTuple):
    """The clues of a state by guess, and sets of its answers that were counted.

    Attributes
    ----------
    place : ndarray of shape (n_allowed,), int64
        The row of each guess; empty where counting does not help.
    buckets : ndarray of shape (n_allowed,), int64
        How many buckets the guess of each row makes of all answers, the most first.
    rows : ndarray of shape (n_allowed, n), unsigned
        Clues of the answers.
    members : ndarray of shape (n, _SETS), uint16
        1 where an answer is in a set, else 0.
    most : ndarray of shape (_SETS,), int64
        How many buckets a guess makes of a set at most.
    size : ndarray of shape (1,), int64
        How many sets were counted.
    """

    place: Integers
    buckets: Integers
    rows: Matrix
    members: NDArray[np.uint16]
    most: Integers
    size: Integers


@inner
def count_clues(tables, state):
    """Return the counts of a state, empty where the costs of guesses are others."""
    n = state.answers.size
    m = state.allowed.size
    cheap = not tables.steps[state.left - 2] and tables.steps[state.left - 3] > 0

    # Late games are counted, so all answers must weigh the same; 16 bits hold a count.
    if tables.weights is not None or not cheap or n >> 16:
        n = m = 0
    made = np.zeros(m, np.int32)
    if m:
        split_counts(tables, state, made)

    # Most buckets first, so that counting the buckets of a set may stop early.
    starts = np.zeros(n + 1, np.int64)
    for k in made:
        starts[n - k + 1] += 1
    for k in range(1, n + 1):
        starts[k] += starts[k - 1]
    place = np.empty(m, np.int64)
    buckets = np.empty(m, np.int64)
    for j in range(m):
        place[j] = starts[n - made[j]]
        starts[n - made[j]] += 1
        buckets[place[j]] = made[j]

    rows = np.empty((m, n), tables.columns.dtype)
    for i in range(n):
        for j in range(m):
            rows[place[j], i] = tables.columns[state.answers[i], state.allowed[j]]
    members = np.zeros((n, _SETS), np.uint16)
    most = np.zeros(_SETS, np.int64)
    return Counts(place, buckets, rows, members, most, np.zeros(1, np.int64))


@inner
def counting_bound(tables, counts, state, guess, limit):
    """Return a lower bound of the cost of a guess; stop once it reaches the limit.

    Of each bucket, as many games are cheap as the next guess makes buckets of it. No
    guess makes more of a bucket than of a set and of what the set lacks, one each: so
    the sets that were counted bound the others, before these are counted as well.
    """
    step = tables.steps[state.left - 3]
    row = counts.rows[counts.place[guess]]
    starts = np.zeros(tables.green + 2, np.int64)
    for clue in row:
        starts[clue + 1] += 1
    order = np.empty(row.size, np.int64)
    k = 0
    for clue in range(tables.green + 1):
        size = starts[clue + 1]
        starts[clue + 1] += starts[clue]
        # Of one or two answers, no game is late. Others are kept, the largest first.
        if size > 2:
            at = k
            while at > 0 and size > starts[order[at - 1] + 1] - starts[order[at - 1]]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = clue
            k += 1
    grouped = _group_answers(row, starts)

    # First bounds by sets, then counts in their place, until the limit is reached.
    enough = (limit + step - 1) // step
    late = np.int64(0)
    lows = np.zeros(k, np.int64)
    for b in range(2 * k):
        if late >= enough:
            break
        clue = order[b % k]
        bucket = grouped[starts[clue] : starts[clue + 1]]
        if b < k:
            lows[b] = _late_by_sets(counts, bucket)
            late += lows[b]
        else:
            late += _late_games(tables, counts, bucket) - lows[b - k]
    return late * step


@inner
def _group_answers(row, starts):
    """Return the indices of answers by clue, of which each group has its start."""
    ends = starts.copy()
    grouped = np.empty(row.size, np.uintp)
    for i in range(row.size):
        grouped[ends[row[i]]] = i
        ends[row[i]] += 1
    return grouped


@inner
def _late_by_sets(counts, bucket):
    """Return a lower bound of `_late_games`."""
    sets = min(counts.size[0], _SETS)
    shared = np.zeros(sets, np.uint16)
    for i in bucket:
        member = counts.members[i]
        for s in range(sets):
            shared[s] += member[s]

    # A guess makes at most ``most + |bucket - set|`` buckets of a bucket, so of its
    # games at least ``|bucket & set| - most`` are late.
    low = np.int64(0)
    for s in range(sets):
        low = max(low, shared[s] - counts.most[s])
    return low


@inner
def _late_games(tables, counts, bucket):
    """Return how many games no next guess leaves alone, and remember the set."""
    most = np.int64(0)
    seen = np.full(tables.green + 1, -1, np.int32)
    for j in range(counts.buckets.size):
        # It makes no more buckets of some answers than of all, nor do later guesses.
        if counts.buckets[j] <= most:
            break
        row = counts.rows[j]
        buckets = bucket.size
        for i in bucket:
            clue = row[i]
            buckets -= np.int64(seen[clue] == j)
            seen[clue] = j
            if buckets <= most:
                break
        most = max(most, buckets)

    s = counts.size[0] % _SETS
    counts.size[0] += 1
    counts.members[:, s] = 0
    for i in bucket:
        counts.members[i, s] = 1
    counts.most[s] = most
    return bucket.size - most
