"""Kernels of the exact search: branch and bound for the cheapest games.

A guess in a state costs its step times the weight of the answers, plus the sum of the
costs of its buckets; a state costs the minimum over its guesses. Cheap lower bounds of
the buckets refute nearly all guesses; the others are searched, best first, against an
upper limit. Where the fewest guesses are sought, steps and weights are 1.

`tables` are the `SearchTables` of `solver.optimal.word_tables`, `state` is a `State` of
`solver.optimal.state_kernel` and `memo` a `Memo` of
`solver.optimal.transposition_kernel`. Answers and guesses are indices in the tables,
the answers of a state the heaviest first. `left` is the number of guesses left, and
``tables.steps[left]`` the step of the next one. Costs are int64, and `NEVER` where a
game cannot be won.

A function that returns a bound and a word has solved the state if the word is not -1:
then the bound is the cost, and the word a best guess, or any word where no guess can
win all games.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Integers, Numbers
from solver.numeric.decorators import inner, kernel
from solver.optimal.counting_kernel import count_clues, counting_bound
from solver.optimal.ranking_kernel import (
    INDEX,
    make_heap,
    pop_smallest,
    rank,
    scan,
    weigh,
    weight_of,
)
from solver.optimal.state_kernel import follow, part, split_buckets
from solver.optimal.transposition_kernel import (
    ENOUGH,
    STEPS,
    WORK,
    look_up,
    store,
)
from solver.trees.objective import NEVER


class Buckets(NamedTuple):
    """The buckets of a guess, with what is known of their costs.

    The answers of bucket b are ``answers[starts[b] : starts[b + 1]]``, and ``needs[b]``
    is a lower bound of its cost. `unsolved` are the buckets whose bounds are not exact,
    in the order in which they are searched.
    """

    answers: Numbers
    starts: Integers
    needs: Integers
    unsolved: Integers


@inner
def least(tables, answers, left):
    """Return the cost if the next guess wins the heaviest game, and the one after all.

    No state costs less.
    """
    weight = weigh(tables, answers)
    others = weight - weight_of(tables.weights, answers[0])
    return min(tables.steps[left] * weight + tables.steps[left - 1] * others, NEVER)


@inner
def simple_bound(tables, answers, left):
    """Return a lower bound of a state, and a possible answer that costs it, or -1.

    It reads the clues of the answers against each other and of no other guess.
    """
    lowest = least(tables, answers, left)

    # One or two answers are solved, and so is a state that cannot be won.
    if lowest >= NEVER or answers.size < 3:
        return lowest, np.int64(answers[0])

    # A word that is no answer costs at least `every`: each game takes a second guess.
    # Answers are tried as guesses, each of which saves the second guess of its game,
    # and costs a third guess for each game that is `hidden`.
    weight = weigh(tables, answers)
    weights = tables.weights
    second = tables.steps[left - 1]
    third = tables.steps[left - 2]
    low = every = lowest + second * weight_of(weights, answers[0])
    seen = np.zeros(tables.green + 1, np.int32)
    near = np.int64(-1)
    for i in range(answers.size):
        missing, hidden = _hide(tables, answers, i, weight, seen)
        saved = weight_of(weights, answers[i])
        cost = every - second * saved + third * hidden

        # A cost if all buckets have one answer, or one has two, guessed in turn.
        exact = missing == 0 or (missing == 1 and left > 2)
        if exact and cost == lowest:
            return lowest, np.int64(answers[i])
        if cost < low or (exact and cost == low):
            low = cost
            near = np.int64(answers[i] if exact else -1)
    return low, near


@inner
def _hide(tables, answers, i, weight, seen):
    """Return how many answers are not the first with their clue, and their weight.

    The guess is ``answers[i]``; `weight` is the weight of all answers. The first answer
    with a clue, the heaviest, may be the next guess; those behind it take one more. Of
    three answers with the clues 5, 7 and 5, one is hidden, the last.
    """
    missing = answers.size
    hidden = weight
    for a in answers:
        clue = tables.columns[a, answers[i]]
        # The marks of each guess differ, so `seen` is not cleared between guesses.
        if seen[clue] != i + 1:
            seen[clue] = i + 1
            missing -= 1
            hidden -= weight_of(tables.weights, a)
    return missing, hidden


@inner
def stored_bound(tables, memo, state):
    """Return the bound of a state that `memo` has, else the lowest of its guesses.

    Also return the best guess, or -1. What is computed here is stored.
    """
    key, key2 = state_key(tables, state)
    at = look_up(memo, key, key2)
    if at >= 0:
        return np.int64(memo.low[at]), np.int64(memo.word[at])
    n = state.answers.size

    memo.counts[WORK] += n * state.allowed.size
    lows = scan(tables, state)
    steps = tables.steps
    left = state.left
    low = np.int64(NEVER)
    word = np.int64(-1)
    i = 0
    for j in range(lows.size):
        low = min(low, lows[j])

    # What a guess costs that tells all answers apart and is none of them.
    parted = (steps[left] + steps[left - 1]) * weigh(tables, state.answers)

    # The bound of a guess is its cost if two guesses are left, or if it tells all
    # answers apart. If the lowest bound is such a cost, the state is solved. Where no
    # guess wins all games, any word marks that in the table.
    if left == 2 and low == NEVER:
        word = np.int64(state.answers[0])
    elif left == 2 or (low == parted and steps[left - 2]):
        # Both lists ascend: `i` finds whether the guess is an answer.
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
    """Return the two halves of the key of a state, 128 bits, in the hash table."""
    answers, guesses = tables.columns.shape

    # No game needs more guesses than answers: with equal steps, states share a key.
    left = min(state.left, state.answers.size) if tables.uniform else state.left
    left = tables.keys[guesses + answers + left]
    key = state.tag[0] ^ left[0]
    key2 = state.tag[1] ^ left[1]
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
        low, word = _bound_state(tables, memo, state, limit)
        if word >= 0 or low >= limit:
            return low, word

    # A state that is searched becomes a claim, behind that of the state before it.
    step = _note(tables, memo, state, before, guess)
    memo.counts[WORK] += state.answers.size * state.allowed.size
    lows = scan(tables, state)

    # `refuted` is the lowest bound that reaches the limit: what is proved if all do.
    best = limit
    word = np.int64(-1)
    refuted = np.int64(NEVER)
    lowest = np.int64(NEVER)
    for j in range(lows.size):
        lowest = min(lowest, lows[j])
        if lows[j] >= limit:
            refuted = min(refuted, lows[j])

    counts = count_clues(tables, state)

    # The most promising guesses come first, because a low cost refutes many others.
    keys = rank(tables, state, lows, limit)
    make_heap(keys)
    for size in range(keys.size, 0, -1):
        j = pop_smallest(keys, size) & INDEX
        if lows[j] >= best:
            continue
        # Where `scan` says too little, how many buckets come next refutes guesses.
        if counts.place.size:
            low = counting_bound(tables, counts, state, j, best)
            if low >= best:
                refuted = min(refuted, low)
                continue
        g = np.int64(state.allowed[j])
        total, buckets = guess_bound(tables, memo, state, g, best)

        for b in buckets.unsolved:
            if total >= best:
                break
            after = follow(tables, state, g, part(buckets.answers, buckets.starts, b))
            total -= buckets.needs[b]
            total += solve_state(tables, memo, after, best - total, step, g)[0]

        # Buckets that were cut short have no valid number: store nothing.
        if memo.counts[WORK] > memo.counts[ENOUGH]:
            return np.int64(0), np.int64(-1)
        if total >= best:
            refuted = min(refuted, total)
            continue
        best = total
        word = g
        # No bound of a guess is lower, so none can be better.
        if best == lowest:
            break

    # All guesses were refuted. If none can win all games, the cost is known exactly,
    # which any word marks in the table.
    if word < 0:
        best = refuted
        word = np.int64(-1 if refuted < NEVER else 0)
    _conclude(tables, memo, state, best, word, step)
    return best, word


@inner
def _bound_state(tables, memo, state, limit):
    """Return a simple bound of a state, or if that is below the limit a stored one."""
    low, word = simple_bound(tables, state.answers, state.left)
    if word < 0 and low < limit:
        low, word = stored_bound(tables, memo, state)
    return np.int64(low), np.int64(word)


@inner
def _note(tables, memo, state, before, guess):
    """Add a state to the trail and return its index there.

    The trail is the list of searched states of which a certificate is made; a state for
    which there is no room is counted, but not written.
    """
    step = memo.counts[STEPS]
    memo.counts[STEPS] += 1
    if step < memo.trail.shape[0]:
        clue = tables.columns[state.answers[0], guess] if guess >= 0 else 0
        memo.trail[step, 0] = before
        memo.trail[step, 1] = guess
        memo.trail[step, 2] = clue
        memo.trail[step, 3] = 0
    return step


@inner
def _conclude(tables, memo, state, low, word, step):
    """Store the bound of a searched state, also in its line of the trail."""
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
    total, buckets = guess_bound(tables, memo, state, guess, limit)
    return total, -1, buckets.answers, buckets.starts, buckets.needs, buckets.unsolved


@inner
def guess_bound(tables, memo, state, guess, limit):
    """Bound the cost of a guess, itself counted, and of its buckets, without searching.

    Once the bound reaches the limit, the remaining buckets are skipped.
    """
    # Bounds in the order of what they take. First those that read one clue per bucket.
    answers, starts = split_buckets(tables, state.answers, guess)
    needs, is_open = _least_needs(tables, state, guess, answers, starts)
    order = _smallest_first(starts)
    total = tables.steps[state.left] * weigh(tables, answers)
    for need in needs:
        total += need

    # Next those of the answers as guesses, in a time quadratic in the bucket.
    for b in order:
        if total >= limit:
            break
        if is_open[b]:
            need, word = simple_bound(tables, part(answers, starts, b), state.left - 1)
            total += need - needs[b]
            needs[b] = need
            is_open[b] = word < 0

    # Last those over all allowed guesses, perhaps stored. While much is missing to the
    # limit, large buckets are the best chance to reach it.
    first = 0
    last = order.size - 1
    while first <= last and total < limit:
        b = order[last]
        # A quarter of its answers is about what it adds: if that does not reach the
        # limit, take the largest bucket, else the smallest, which is cheaper.
        if (starts[b + 1] - starts[b]) // 4 < limit - total:
            last -= 1
        else:
            b = order[first]
            first += 1
        if is_open[b]:
            after = follow(tables, state, guess, part(answers, starts, b))
            need, word = stored_bound(tables, memo, after)
            total += need - needs[b]
            needs[b] = need
            is_open[b] = word < 0

    # Search small buckets first; with unequal steps large ones, as small ones often
    # cost nothing.
    m = 0
    for b in order:
        if is_open[b]:
            order[m] = b
            m += 1
    unsolved = order[:m] if tables.uniform else order[:m][::-1].copy()
    return min(total, NEVER), Buckets(answers, starts, needs, unsolved)


@inner
def _least_needs(tables, state, guess, answers, starts):
    """Return the least cost of each bucket, and whether it may cost more."""
    needs = np.empty(starts.size - 1, np.int64)
    is_open = np.ones(needs.size, np.bool_)
    for b in range(needs.size):
        bucket = part(answers, starts, b)
        needs[b] = least(tables, bucket, state.left - 1)
        if tables.columns[bucket[0], guess] == tables.green:
            needs[b] = 0
            is_open[b] = False
        elif bucket.size == answers.size:
            # A guess that leaves all answers is part of no cheapest tree.
            needs[b] = NEVER
    return needs, is_open


@inner
def _smallest_first(starts):
    """Return the buckets from small to large."""
    # Insertion sort: buckets are few, and those of equal size keep their order.
    order = np.empty(starts.size - 1, np.int64)
    for b in range(order.size):
        size = starts[b + 1] - starts[b]
        at = b
        while at > 0 and starts[order[at - 1] + 1] - starts[order[at - 1]] > size:
            order[at] = order[at - 1]
            at -= 1
        order[at] = b
    return order
