"""Kernels of the exact search: branch and bound for the cheapest games.

Every guess adds a step to the cost of a game. The step depends only on the number of
guesses that are left before the guess. The cost of a guess in a state is the step of
the guess times the weight of the state's answers, plus the sum of the costs of the
guess's buckets. The cost of a state is the least cost of a guess in this state. If the
objective is the fewest guesses, all steps and weights are 1.

A guess is refuted if its cost is proved to reach a limit: the least cost so far. Fast
lower bounds of the buckets refute nearly all guesses. All other guesses are searched,
with the most promising guess first.

`tables` are the `SearchTables` of `solver.optimal.word_tables`, `state` is a `State` of
`solver.optimal.state_kernel`, and `memo` is a `Memo` of
`solver.optimal.transposition_kernel`. Answers and guesses are indices in the tables.
The answers of a state are sorted, with the heaviest answer first. `left` is the number
of guesses left, and ``tables.steps[left]`` is the step of the next guess. Costs are
int64. The cost of a state is `NEVER` if one of its games cannot be won.

Some functions return a lower bound of the cost of a state, and a word. If the word is
-1, the state is not solved. Otherwise the bound is the exact cost of the state, and the
word is a best guess. If no guess can win all games, the word can be any word.
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
    """The buckets of a guess, with a lower bound of the cost of each bucket.

    The answers of bucket b are ``answers[starts[b] : starts[b + 1]]``, and ``needs[b]``
    is a lower bound of the cost of bucket b. `unsolved` has the numbers of the buckets
    whose cost may be higher than this bound, in the order in which they are searched.
    """

    answers: Numbers
    starts: Integers
    needs: Integers
    unsolved: Integers


@inner
def least(tables, answers, left):
    """Return the least possible cost of a state with the answers `answers`.

    It is the cost if the next guess wins the heaviest game, and the second guess wins
    all other games. `left` is the number of guesses left.
    """
    weight = weigh(tables, answers)
    others = weight - weight_of(tables.weights, answers[0])
    return min(tables.steps[left] * weight + tables.steps[left - 1] * others, NEVER)


@inner
def simple_bound(tables, answers, left):
    """Return a lower bound of the cost of a state, and a guess that has this cost.

    The state has the answers `answers`, and `left` guesses are left. Only the answers
    are tried as guesses. If it is not sure that one of these guesses has exactly this
    cost, -1 is returned in place of a guess.
    """
    lowest = least(tables, answers, left)

    # A state with one or two answers is solved, and so is a state that cannot be won.
    if lowest >= NEVER or answers.size < 3:
        return lowest, np.int64(answers[0])

    # A guess that is no possible answer costs at least `every`, because every game then
    # takes a second guess. If the guess is a possible answer, its own game takes no
    # second guess, but the games of hidden answers (see `_hide`) take a third guess.
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

        # `cost` is the exact cost of the guess if every bucket has one answer. It is
        # exact, too, if one bucket has two answers, every other bucket has one answer,
        # and the guesses left are enough to try both answers.
        exact = missing == 0 or (missing == 1 and left > 2)
        if exact and cost == lowest:
            return lowest, np.int64(answers[i])
        if cost < low or (exact and cost == low):
            low = cost
            near = np.int64(answers[i] if exact else -1)
    return low, near


@inner
def _hide(tables, answers, i, weight, seen):
    """Return the number of hidden answers for the guess `answers[i]`, and their weight.

    The first answer with a clue is the heaviest answer of its bucket, and it may be the
    next guess after `answers[i]`. All later answers with the same clue are hidden:
    their games take at least one guess more. If three answers have the clues 5, 7 and
    5, the third answer is hidden. `weight` is the weight of all answers, and `seen` is
    working memory.
    """
    missing = answers.size
    hidden = weight
    for a in answers:
        clue = tables.columns[a, answers[i]]
        # Each guess writes its own number, i + 1, so `seen` need not be cleared between
        # guesses.
        if seen[clue] != i + 1:
            seen[clue] = i + 1
            missing -= 1
            hidden -= weight_of(tables.weights, a)
    return missing, hidden


@inner
def stored_bound(tables, memo, state):
    """Return the lower bound that `memo` has of the cost of a state, and a word.

    If `memo` has no bound of the state, the lower bounds of all guesses are computed,
    and the lowest of them is stored. The word is a best guess if the bound is known to
    be the exact cost, and -1 otherwise.
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

    # `parted` is the cost of a guess that is no answer and gives a different clue for
    # each answer.
    parted = (steps[left] + steps[left - 1]) * weigh(tables, state.answers)

    # The bound of a guess is exact if two guesses are left, or if the guess gives a
    # different clue for each answer. If the lowest bound is exact, the state is solved,
    # and a word is stored. If no guess wins all games, the word can be any word.
    if left == 2 and low == NEVER:
        word = np.int64(state.answers[0])
    elif left == 2 or (low == parted and steps[left - 2]):
        # Allowed guesses and answers are in ascending order. So to see whether a guess
        # is an answer, `i` only has to move forward.
        for j in range(lows.size):
            g = state.allowed[j]
            while i < n and state.answers[i] < g:
                i += 1
            # With more than two guesses left, the guess must not be an answer:
            # `simple_bound` has already tried the answers.
            if lows[j] == low and (left == 2 or i == n or state.answers[i] != g):
                word = np.int64(g)
    store(memo, key, key2, low, word)
    return low, word


@inner
def state_key(tables, state):
    """Return the 128-bit key of a state in the hash table, as two 64-bit halves."""
    answers, guesses = tables.columns.shape

    # To win every game, as many guesses as answers are enough. So if all steps are
    # equal, further guesses left do not change the cost: such states share a key.
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
    """Return the least total cost of all games, and a best guess.

    If the cost is at least `limit`, a lower bound that is at least `limit` is returned,
    and -1 in place of the guess. The trail is the list of the states that were
    searched. `guess` led to `state`, and `before` is the index, in the trail, of the
    state in which `guess` was played. If `before` is -1, fast bounds of `state` are
    tried first. If the limit of clues to read is reached, the search stops, and its
    results must not be used. `solve_state` is the only recursive function, because
    numba cannot cache mutual recursion.
    """
    if before < 0:
        low, word = _bound_state(tables, memo, state, limit)
        if word >= 0 or low >= limit:
            return low, word

    # A state that is searched becomes a claim of the certificate. So add the state to
    # the trail now, before the states that follow it.
    step = _note(tables, memo, state, before, guess)
    memo.counts[WORK] += state.answers.size * state.allowed.size
    lows = scan(tables, state)

    # `refuted` is the lowest of the bounds with which guesses were refuted. If all
    # guesses are refuted, `refuted` is a lower bound of the cost of the state.
    best = limit
    word = np.int64(-1)
    refuted = np.int64(NEVER)
    lowest = np.int64(NEVER)
    for j in range(lows.size):
        lowest = min(lowest, lows[j])
        if lows[j] >= limit:
            refuted = min(refuted, lows[j])

    counts = count_clues(tables, state)

    # Try the most promising guesses first, because a low cost then refutes many other
    # guesses.
    keys = rank(tables, state, lows, limit)
    make_heap(keys)
    for size in range(keys.size, 0, -1):
        j = pop_smallest(keys, size) & INDEX
        if lows[j] >= best:
            continue
        # If the bounds of `scan` are too weak, try to refute the guess by counting.
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

        # If more clues were read than the limit allows, the costs of buckets are not
        # valid. Then stop, and store nothing.
        if memo.counts[WORK] > memo.counts[ENOUGH]:
            return np.int64(0), np.int64(-1)
        if total >= best:
            refuted = min(refuted, total)
            continue
        best = total
        word = g
        # If no guess has a lower bound below this cost, no guess can be better.
        if best == lowest:
            break

    # If all guesses were refuted, only a lower bound of the state is known. But the
    # bound `NEVER` is the exact cost: then the state is solved, and any word will do.
    if word < 0:
        best = refuted
        word = np.int64(-1 if refuted < NEVER else 0)
    _conclude(tables, memo, state, best, word, step)
    return best, word


@inner
def _bound_state(tables, memo, state, limit):
    """Return a lower bound of the cost of a state, and a best guess or -1.

    The result is the result of `simple_bound`, unless its bound is below `limit` and
    not exact. Then it is the result of `stored_bound`, which takes longer.
    """
    low, word = simple_bound(tables, state.answers, state.left)
    if word < 0 and low < limit:
        low, word = stored_bound(tables, memo, state)
    return np.int64(low), np.int64(word)


@inner
def _note(tables, memo, state, before, guess):
    """Append a state to the trail and return its index in the trail.

    The trail is the list of searched states from which a certificate is written.
    `before` is the index, in the trail, of the state in which `guess` was played. If
    the trail is full, the state is counted but not appended.
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
    """Store the bound of a searched state in the hash table and the trail of `memo`.

    The trail is the list of searched states from which a certificate is written. `low`
    is the bound. If `low` is the exact cost, `word` is a best guess; otherwise `word`
    is -1. `step` is the row of the state in the trail.
    """
    key, key2 = state_key(tables, state)
    store(memo, key, key2, low, word)
    if step < memo.trail.shape[0]:
        memo.trail[step, 3] = low


@kernel
def judge(tables, memo, state, guess, limit, searched):
    """Call `solve_state` if `searched` is true, and `guess_bound` otherwise.

    The result has six items. If `searched` is true, `state` is the state after `guess`:
    the first two items are the result of `solve_state`, and the further items have no
    meaning. If `searched` is false, `guess` is played in `state`: the first item is the
    bound, the second item is -1, and the further items are the fields of `Buckets`.

    One kernel serves both purposes, because two kernels would each contain nearly all
    other functions, which would be compiled twice.
    """
    if searched:
        cost, word = solve_state(tables, memo, state, limit, np.int64(-1), guess)
        none = np.empty(0, np.int64)
        return cost, word, state.answers, none, none, none
    total, buckets = guess_bound(tables, memo, state, guess, limit)
    return total, -1, buckets.answers, buckets.starts, buckets.needs, buckets.unsolved


@inner
def guess_bound(tables, memo, state, guess, limit):
    """Return a lower bound of the cost of a guess, and its `Buckets`, without a search.

    The cost includes the step of the guess itself. Once the bound reaches `limit`, the
    bounds of the buckets are not improved any further.
    """
    # First compute the fastest bounds of the buckets: they read one clue per bucket.
    answers, starts = split_buckets(tables, state.answers, guess)
    needs, is_open = _least_needs(tables, state, guess, answers, starts)
    order = _smallest_first(starts)
    total = tables.steps[state.left] * weigh(tables, answers)
    for need in needs:
        total += need

    # Then compute slower bounds, which try the answers of a bucket as guesses. The time
    # is quadratic in the size of the bucket, so the smallest buckets come first.
    for b in order:
        if total >= limit:
            break
        if is_open[b]:
            need, word = simple_bound(tables, part(answers, starts, b), state.left - 1)
            total += need - needs[b]
            needs[b] = need
            is_open[b] = word < 0

    # Last, use the bound of a bucket in the hash table, or compute a bound that tries
    # all allowed guesses. If the total is far below the limit, large buckets are the
    # best chance to reach the limit.
    first = 0
    last = order.size - 1
    while first <= last and total < limit:
        b = order[last]
        # The bound of the largest bucket rises by about a quarter of the number of its
        # answers. If this rise is not enough to reach the limit, take the largest
        # bucket. Otherwise take the smallest bucket, which takes less time.
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

    # Search small buckets first if all steps are equal. Otherwise search large buckets
    # first, because small buckets often cost nothing.
    m = 0
    for b in order:
        if is_open[b]:
            order[m] = b
            m += 1
    unsolved = order[:m] if tables.uniform else order[:m][::-1].copy()
    return min(total, NEVER), Buckets(answers, starts, needs, unsolved)


@inner
def _least_needs(tables, state, guess, answers, starts):
    """Return the least possible cost of each bucket, and whether it may cost more.

    The answers of bucket b are ``answers[starts[b] : starts[b + 1]]``: they give the
    same clue to `guess`. The second array is false only for the bucket of the answer
    that equals `guess`, because this bucket costs nothing.
    """
    needs = np.empty(starts.size - 1, np.int64)
    is_open = np.ones(needs.size, np.bool_)
    for b in range(needs.size):
        bucket = part(answers, starts, b)
        needs[b] = least(tables, bucket, state.left - 1)
        if tables.columns[bucket[0], guess] == tables.green:
            needs[b] = 0
            is_open[b] = False
        elif bucket.size == answers.size:
            # A guess that leaves all answers possible is not part of a cheapest tree.
            needs[b] = NEVER
    return needs, is_open


@inner
def _smallest_first(starts):
    """Return the numbers of the buckets, sorted by size, the smallest first.

    Bucket b has ``starts[b + 1] - starts[b]`` answers.
    """
    # Use insertion sort, because the number of buckets is small. Buckets of equal size
    # keep their order.
    order = np.empty(starts.size - 1, np.int64)
    for b in range(order.size):
        size = starts[b + 1] - starts[b]
        at = b
        while at > 0 and starts[order[at - 1] + 1] - starts[order[at - 1]] > size:
            order[at] = order[at - 1]
            at -= 1
        order[at] = b
    return order
