"""Kernels of the checker: lower bounds from how many buckets guesses make.

A bucket holds the answers that get the same clue from a guess. Let s1, s2 and s3 be the
steps: what the next guess, the one after it and the third add to the cost of a game
that goes on to it. If a guess makes k buckets of n answers, then after it one game of
each bucket takes at least one guess more, and the other n - k at least two:

    cost  >=  (s1 + s2 + s3) n  -  s3 k,

and s2 less if the guess may be right itself. Where guesses are counted, all steps are
1, and the bound is 3 n - k, or 3 n - k - 1. With weights of answers, n is the sum of
all weights, and k the sum over the buckets of the weight of the heaviest answer.

All bounds, costs and weights are int64, answers and guesses indices in the lists. The
arguments `rules`, `sets` and `state` are the `Rules`, `Sets` and `CheckState` of
`solver.checking.state_tables`; `left` is the number of guesses left, so that s1 is
``rules.steps[left]``, s2 ``rules.steps[left - 1]`` and s3 ``rules.steps[left - 2]``.

They follow `solver.checking.checker` step by step and share no code with the search.
"""

from __future__ import annotations

import numpy as np

from solver.checking.state_tables import UNWINNABLE
from solver.numeric.decorators import kernel

LANES = 32
"""Guesses whose buckets are counted together: their tables fit into the cache."""


@kernel
def weight(rules, answers):
    """Return the sum of the weights of some answers."""
    if rules.even:
        return np.int64(answers.size)
    total = np.int64(0)
    for a in answers:
        total += rules.weights[a]
    return total


@kernel
def two_guess_cost(rules, answers, left):
    """Return the cost if the heaviest game takes one guess and all others two."""
    heaviest = np.int64(0)
    for a in answers:
        heaviest = max(heaviest, rules.weights[a])
    total = weight(rules, answers)
    return rules.steps[left] * total + rules.steps[left - 1] * (total - heaviest)


@kernel
def by_answers(rules, answers, left):
    """Return a lower bound for answers, from these alone as guesses.

    It is the least cost if an answer tells all others apart, that is, leaves each of
    them alone in a bucket: then its own game takes one guess and each other game two.
    """
    n = answers.size
    if left < min(n, 2):
        return np.int64(UNWINNABLE)
    low = two_guess_cost(rules, answers, left)

    # If no answer does so, the cost rises by `more` at least: either a guess that is no
    # answer tells all apart, so that every game takes a second guess; or two answers
    # share a bucket, so that one game takes a third, where a third guess is left.
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    more = second if left == 2 else min(second, third)
    if n < 3 or more == 0 or not rules.even:
        return low

    # Try each answer. `seen` has 1 + i for the clues that answer i has made: as i
    # rises, the marks of earlier answers are smaller, and need not be cleared.
    seen = np.zeros(rules.right + 1, np.int64)
    for i in range(n):
        guess = rules.itself[answers[i]]
        apart = True
        for a in answers:
            clue = rules.columns[a, guess]
            if seen[clue] > i:
                apart = False
                break
            seen[clue] = i + 1
        if apart:
            return low
    return low + more


@kernel
def by_guesses(rules, sets, state):
    """Return a lower bound of a state: the least of the bounds of its guesses.

    The bound of a guess is `guess_cost`, from the number of its buckets.
    """
    low = by_answers(rules, state.answers, state.left)

    # With equal steps and weights, `by_answers` returns this cost only if some answer
    # tells all others apart. No guess costs less.
    exact = low == two_guess_cost(rules, state.answers, state.left)
    exact &= rules.uniform and rules.even
    if state.answers.size < 3 or low >= UNWINNABLE or exact:
        return low
    low = _least(rules, state, low)

    # The bound serves other states, as `by_sets`, only if the same guesses are allowed
    # in these, and not with two guesses left, where most guesses are left out.
    if not rules.hard and state.left > 2 and low < UNWINNABLE:
        _remember(rules, sets, state, low)
    return low


@kernel
def _least(rules, state, enough):
    """Return the least lower bound of all guesses; none is below `enough`.

    It is `UNWINNABLE` where no guess can win all games.
    """
    low = UNWINNABLE
    total = weight(rules, state.answers)
    heaviest = np.int64(0)
    for a in state.answers:
        heaviest = max(heaviest, rules.weights[a])
    for start in range(0, state.guesses.size, LANES):
        # Even a guess that made the most buckets of all guesses from here on, and was
        # the heaviest answer, would cost no less than `low`: `most` never rises.
        most = rules.most[start]
        if low <= max(enough, guess_cost(rules, state.left, total, most, heaviest)):
            break
        counts, rights = count_buckets(rules, state, start)
        for j in range(counts.size):
            # With two guesses left, a guess must tell all answers apart.
            if state.left > 2 or counts[j] == total:
                cost = guess_cost(rules, state.left, total, counts[j], rights[j])
                low = min(low, cost)
    return low


@kernel
def _remember(rules, sets, state, low):
    """Write answers and their lower bound to `sets`, in the place of the oldest set.

    The bound is written as its surplus above three guesses in each game, which is at
    most 0: where all steps are 1, -3 for a bound of 9 for four answers.
    """
    steps = rules.steps
    left = _comparable_left(rules, state.left)

    # With another number of guesses left, steps differ: the sets so far are forgotten.
    if sets.left[0] != left:
        sets.left[0] = left
        sets.size[0] = 0

    # `size` counts all sets that were ever written since; the places are used in turn.
    s = sets.size[0] % sets.surplus.size
    sets.size[0] += 1
    sets.members[:, s] = 0
    for a in state.answers:
        sets.members[a, s] = rules.weights[a]
        low -= rules.weights[a] * (steps[left] + steps[left - 1] + steps[left - 2])
    sets.surplus[s] = low


@kernel
def _comparable_left(rules, left):
    """Return the least number of guesses left with the same next three steps.

    Sets that were counted with as many left bound each other. Where all steps are
    equal, three guesses and more count as three.
    """
    return np.int64(min(left, 3) if rules.uniform else left)


@kernel
def by_sets(rules, sets, answers, left):
    """Return a lower bound of `by_guesses`, without counting, from sets counted before.

    Let A be the answers, S a set that was counted, and |A| the sum of their weights.
    How many buckets a guess makes of A is at most how many it makes of S, plus one for
    each answer of A that S lacks. Let `surplus` be the bound of S less
    ``(s1 + s2 + s3) |S|``. Then every guess costs at least

        surplus  +  s1 |A|  +  (s2 + s3) |A and S|,

    where an answer that S lacks adds s1 alone, as it may be a bucket of its own and the
    right guess. The largest of these numbers over all sets is returned; 0 if the sets
    were counted with another number of guesses left, or in hard mode.

    For example, let all steps be 1. Let the best guess for S = {a, b, c, d} make three
    buckets and be none of the four. The bound of S is 3 * 4 - 3 = 9, and its surplus
    9 - 12 = -3. For A = {a, b, c, d, e} the result is -3 + 5 + 2 * 4 = 10. No guess can
    cost less: at best it makes a fourth bucket and is e, which costs 3 * 5 - 4 - 1.

    With two guesses left no set helps: a guess wins only if it tells all apart, and one
    that tells all answers of A apart may not do so with S.
    """
    steps = rules.steps
    left = _comparable_left(rules, left)
    low = np.int64(0)
    if rules.hard or sets.left[0] != left:
        return low

    # The weight of the answers in each set. The row of an answer has its weight in
    # every set, or 0, so that vector instructions add up many sets at once.
    shared = np.zeros(min(sets.size[0], sets.surplus.size), sets.members.dtype)
    for a in answers:
        members = sets.members[a]
        for s in range(shared.size):
            shared[s] += members[s]

    # The best of the bounds; the first step of each game is the same in all of them.
    for s in range(shared.size):
        later = sets.surplus[s] + (steps[left - 1] + steps[left - 2]) * shared[s]
        low = max(low, later)
    return low + steps[left] * weight(rules, answers)


@kernel
def by_buckets(rules, state):
    """Return a lower bound of each guess, and the weight of its buckets.

    Both have shape (n_guesses,). The bound is `UNWINNABLE` for a guess that cannot win
    all games, as two guesses are left and it does not tell all answers apart.
    """
    total = weight(rules, state.answers)
    counts = np.empty(state.guesses.size, np.int64)
    lows = np.full(counts.size, UNWINNABLE)
    for start in range(0, counts.size, LANES):
        some, rights = count_buckets(rules, state, start)
        for j in range(some.size):
            counts[start + j] = some[j]
            if state.left > 2 or some[j] == total:
                low = guess_cost(rules, state.left, total, some[j], rights[j])
                lows[start + j] = low
    return lows, counts


@kernel
def guess_cost(rules, left, total, count, right):
    """Return a lower bound of the cost of a guess, as the module derives it.

    `total` is the weight of all answers, `count` the sum over the buckets of the weight
    of the heaviest answer, and `right` the weight of the guess itself, 0 if it is no
    answer. Of four answers with equal steps, a guess that is one of them and makes
    three buckets costs at least 3 * 4 - 3 - 1 = 8.
    """
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    return (rules.steps[left] + second + third) * total - third * count - second * right


@kernel
def count_buckets(rules, state, start):
    """Return `count` and `right` of `guess_cost` for `LANES` guesses from `start` on.

    The last ones may be fewer. Both have the shape (number of guesses,).
    """
    if rules.even:
        return _count_buckets(rules, state, start)
    some = state.guesses[start : start + LANES]
    counts = np.empty(some.size, np.int64)
    rights = np.empty(some.size, np.int64)

    # `heaviest` has the largest weight by clue.
    for j in range(some.size):
        heaviest = np.zeros(rules.right + 1, np.int64)
        for a in state.answers:
            clue = rules.columns[a, some[j]]
            heaviest[clue] = max(heaviest[clue], rules.weights[a])
        counts[j] = heaviest.sum()
        rights[j] = heaviest[rules.right]
    return counts, rights


@kernel
def _count_buckets(rules, state, start):
    """Return what `count_buckets` does if all weights are 1.

    `seen` has a row for each guess: 1 for the clues that some answer gets, else 0.
    """
    guesses = state.guesses
    size = min(LANES, guesses.size - start)

    # Answer by answer, so that clues of neighbouring guesses are read together. If all
    # guesses are allowed, they stand side by side already.
    seen = np.zeros((size, rules.right + 1), np.uint8)
    clues = np.empty(size, rules.columns.dtype)
    for a in state.answers:
        some = clues
        if guesses.size == rules.columns.shape[1]:
            some = rules.columns[a, start : start + size]
        else:
            for j in range(size):
                some[j] = rules.columns[a, guesses[start + j]]
        for j in range(size):
            seen[j, some[j]] = 1

    # Each clue that was seen is a bucket.
    counts = np.empty(size, np.int64)
    rights = np.empty(size, np.int64)
    for j in range(size):
        row = seen[j]
        count = np.uint32(0)  # more bits take twice the time
        for clue in range(row.size):
            count = np.uint32(count + row[clue])
        counts[j] = count
        rights[j] = row[rules.right]
    return counts, rights
