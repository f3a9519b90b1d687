"""Kernels that refute a guess by counting the buckets that a next guess can make.

The kernels serve states in which the next three guesses cost nothing, but the fourth
does. An example is the objective ``within-4`` with four guesses left. In such states
the bounds of `scan` are 0 and refute nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arrays import Integers, Matrix
from solver.numeric.decorators import inner
from solver.optimal.ranking_kernel import split_counts

_SETS = 512  # number of sets of answers that are kept: a new set replaces the oldest


class Counts(NamedTuple):
    """Tables for counting: the clues of a state, and the sets counted before.

    Attributes
    ----------
    place : ndarray of shape (n_allowed,), int64
        The row of each allowed guess in `rows`. It is empty if counting does not help.
    buckets : ndarray of shape (n_allowed,), int64
        The number of buckets into which the guess of each row splits all answers. The
        rows are sorted by this number, the largest first.
    rows : ndarray of shape (n_allowed, n), unsigned
        The clues of the answers, with a row for each guess.
    members : ndarray of shape (n, _SETS), uint16
        1 if an answer is in a set, and 0 otherwise.
    most : ndarray of shape (_SETS,), int64
        The largest number of buckets into which any guess splits a set.
    size : ndarray of shape (1,), int64
        The number of sets that were counted.
    """

    place: Integers
    buckets: Integers
    rows: Matrix
    members: NDArray[np.uint16]
    most: Integers
    size: Integers


@inner
def count_clues(tables, state):
    """Return the counts of a state, or empty counts if counting cannot help.

    Counting helps if the third guess from here costs nothing, but the fourth does.
    """
    n = state.answers.size
    m = state.allowed.size
    cheap = not tables.steps[state.left - 2] and tables.steps[state.left - 3] > 0

    # The number of late games is a cost only if all answers have the same weight. The
    # counts have 16 bits, so there may be at most 65,535 answers.
    if tables.weights is not None or not cheap or n >> 16:
        n = m = 0
    made = np.zeros(m, np.int32)
    if m:
        split_counts(tables, state, made)

    # Guesses with many buckets come first, so that counting for a set can stop early.
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

    If the next guess splits a bucket into k buckets, at most k games of the bucket cost
    nothing. The other games are late: they take one guess more, and each costs the step
    of this guess. So the bound needs, for each bucket, the largest k of any guess.
    Counting k takes long. A set that was counted before gives a faster bound: k is at
    most the largest number of buckets of this set, plus the number of answers of the
    bucket that are not in the set.
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
        # A bucket of one or two answers has no late games. Larger buckets are kept and
        # sorted, with the largest bucket first.
        if size > 2:
            at = k
            while at > 0 and size > starts[order[at - 1] + 1] - starts[order[at - 1]]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = clue
            k += 1
    grouped = _group_answers(row, starts)

    # First bound each bucket by known sets. Then replace these bounds by counts, one by
    # one, until the limit is reached.
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
    """Return the indices of the answers, grouped by clue.

    `row` has the clue of each answer. ``starts[clue]`` is the position at which the
    group of a clue begins.
    """
    ends = starts.copy()
    grouped = np.empty(row.size, np.uintp)
    for i in range(row.size):
        grouped[ends[row[i]]] = i
        ends[row[i]] += 1
    return grouped


@inner
def _late_by_sets(counts, bucket):
    """Return a lower bound of the number of late games in a bucket, without counting.

    If the next guess splits the bucket into k smaller buckets, one game of each smaller
    bucket is in time, and all other games are late. The bound comes from sets of
    answers that were counted before.
    """
    sets = min(counts.size[0], _SETS)
    shared = np.zeros(sets, np.uint16)
    for i in bucket:
        member = counts.members[i]
        for s in range(sets):
            shared[s] += member[s]

    # A guess splits the bucket into at most ``most + |bucket - set|`` buckets. So at
    # least ``|bucket & set| - most`` of its games are late.
    low = np.int64(0)
    for s in range(sets):
        low = max(low, shared[s] - counts.most[s])
    return low


@inner
def _late_games(tables, counts, bucket):
    """Return the least number of late games in a bucket, and remember the bucket.

    If a guess splits the bucket into k smaller buckets, one game of each smaller bucket
    is in time, and all other games are late. So the number is the size of the bucket
    minus the largest k of any allowed guess. `counts` remembers the bucket and this k.
    """
    most = np.int64(0)
    seen = np.full(tables.green + 1, -1, np.int32)
    for j in range(counts.buckets.size):
        # A guess splits some answers into no more buckets than all answers. Later rows
        # have fewer buckets, so no later guess can exceed `most`.
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
