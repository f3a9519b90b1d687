"""Kernels that refute a guess by counting the buckets that a next guess can make.

To refute a guess is to prove that its cost reaches a given limit. The kernels serve
states in which the next three guesses cost nothing, and the fourth guess costs
something. An example is the state after the first guess, if the objective is
``within-4``: a game costs 1 if it takes more than four guesses. In such states the
lower bounds of `solver.optimal.ranking_kernel.scan` are 0 and refute nothing.
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
    """Tables for counting buckets: the clues in a state, and the sets counted before.

    A set is a set of answers of the state. n is the number of answers of the state.

    Attributes
    ----------
    place : ndarray of shape (n_allowed,), int64
        For each allowed guess, the number of its row in `rows`. The array is empty if
        counting does not help.
    buckets : ndarray of shape (n_allowed,), int64
        For each row of `rows`, the number of buckets into which its guess splits all
        answers. The rows are sorted by this number, the largest first.
    rows : ndarray of shape (n_allowed, n), unsigned
        The clues of the answers, with a row for each guess.
    members : ndarray of shape (n, _SETS), uint16
        A row is an answer, and a column is a set: 1 if the answer is in the set, and 0
        otherwise.
    most : ndarray of shape (_SETS,), int64
        The largest number of buckets into which any guess splits a set.
    size : ndarray of shape (1,), int64
        The number of sets that were counted; only the last `_SETS` sets are kept.
    """

    place: Integers
    buckets: Integers
    rows: Matrix
    members: NDArray[np.uint16]
    most: Integers
    size: Integers


@inner
def count_clues(tables, state):
    """Return the `Counts` of a state, with empty arrays if counting cannot help.

    Counting helps if the third guess from here costs nothing, and the fourth guess
    costs something.
    """
    n = state.answers.size
    m = state.allowed.size
    cheap = not tables.steps[state.left - 2] and tables.steps[state.left - 3] > 0

    # `counting_bound` counts games, so all answers must have the same weight. The
    # counts have 16 bits, so there may be at most 65,535 answers.
    if tables.weights is not None or not cheap or n >> 16:
        n = m = 0
    made = np.zeros(m, np.int32)
    if m:
        split_counts(tables, state, made)

    # Sort the guesses by their number of buckets, the largest number first. Then the
    # search for the most buckets of a set can stop early.
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

    If the next guess splits a bucket of `guess` into k smaller buckets, at most k games
    of the bucket cost nothing. All further games of the bucket are late: each takes one
    guess more, and each costs the step of that guess. So the bound needs, for each
    bucket, the largest k of any next guess. To count k takes long. A set of answers
    that was counted before gives an upper bound of k at once: the largest number of
    buckets into which any guess splits this set, plus the number of answers of the
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

    # First bound the late games of each bucket by sets that were counted before. Then
    # replace these bounds by counts, one bucket after the other, until the limit is
    # reached.
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

    `row` has the clue of each answer. ``starts[clue]`` is the position in the result at
    which the group of this clue begins.
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

    If the next guess splits `bucket` into k smaller buckets, one game of each smaller
    bucket costs nothing, and all other games are late. The bound is derived from the
    sets of answers that were counted before; `counts` has these sets.
    """
    sets = min(counts.size[0], _SETS)
    shared = np.zeros(sets, np.uint16)
    for i in bucket:
        member = counts.members[i]
        for s in range(sets):
            shared[s] += member[s]

    # Let `most` be the largest number of buckets into which a guess splits a set. Then
    # a guess splits the bucket into at most ``most + |bucket - set|`` buckets. So at
    # least ``|bucket & set| - most`` games of the bucket are late.
    low = np.int64(0)
    for s in range(sets):
        low = max(low, shared[s] - counts.most[s])
    return low


@inner
def _late_games(tables, counts, bucket):
    """Return the least number of late games in a bucket, and remember the bucket.

    If a guess splits `bucket` into k smaller buckets, one game of each smaller bucket
    costs nothing, and all other games are late. So the least number of late games is
    the size of the bucket minus the largest k of any allowed guess. The bucket and the
    largest k are written to `counts`.
    """
    most = np.int64(0)
    seen = np.full(tables.green + 1, -1, np.int32)
    for j in range(counts.buckets.size):
        # A guess splits the bucket into at most as many buckets as it splits all
        # answers of the state. Later rows have no more buckets than this row, so no
        # later guess can exceed `most`.
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
