"""Kernels of the checker: lower bounds from how many buckets guesses make.

They follow `solver.checking.checker` step by step and share no code with the search.
"""

from __future__ import annotations

import numpy as np

from solver.checking.state_tables import UNWINNABLE
from solver.numeric.decorators import kernel

LANES = 32  # guesses whose buckets are counted together


@kernel
def weight(rules, answers):
    """Return the weight of answers together."""
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
    """Return a lower bound: the least cost unless no answer tells all others apart."""
    n = answers.size
    if left < min(n, 2):
        return np.int64(UNWINNABLE)
    low = two_guess_cost(rules, answers, left)

    # Another guess tells them apart, or one game needs a third, if there is one.
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    more = second if left == 2 else min(second, third)
    if n < 3 or more == 0 or not rules.even:
        return low

    # An answer that tells all others apart has the cost `low`, and none costs less.
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
    """Return the least of the lower bounds of the guesses from their buckets."""
    low = by_answers(rules, state.answers, state.left)

    # With equal steps and weights, some answer has this cost: no guess costs less.
    exact = low == two_guess_cost(rules, state.answers, state.left)
    exact &= rules.uniform and rules.even
    if state.answers.size < 3 or low >= UNWINNABLE or exact:
        return low
    low = _least(rules, state, low)

    # Sets say something of other states only if the same guesses may be played there.
    if not rules.hard and state.left > 2 and low < UNWINNABLE:
        _remember(rules, sets, state, low)
    return low


@kernel
def _least(rules, state, enough):
    """Return the least lower bound of all guesses; none is below `enough`."""
    low = UNWINNABLE
    total = weight(rules, state.answers)
    heaviest = np.int64(0)
    for a in state.answers:
        heaviest = max(heaviest, rules.weights[a])
    for start in range(0, state.guesses.size, LANES):
        most = rules.most[start]
        # `most` never rises from guess to guess, so no later one costs less than `low`.
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
    """Note the lower bound of a set of answers, in the place of the oldest one."""
    steps = rules.steps
    left = _left(rules, state.left)

    # A surplus is above the cost of three certain steps: other steps, other sets.
    if sets.left[0] != left:
        sets.left[0] = left
        sets.size[0] = 0
    s = sets.size[0] % sets.surplus.size
    sets.size[0] += 1
    sets.members[:, s] = 0
    for a in state.answers:
        sets.members[a, s] = rules.weights[a]
        low -= rules.weights[a] * (steps[left] + steps[left - 1] + steps[left - 2])
    sets.surplus[s] = low


@kernel
def _left(rules, left):
    """Return the least number of guesses left with the same next three steps."""
    return np.int64(min(left, 3) if rules.uniform else left)


@kernel
def by_sets(rules, sets, answers, left):
    """Return a lower bound of `by_guesses` from the sets that were counted.

    A guess makes no more buckets of answers than of a set and of what the set lacks,
    one each: an answer of the set adds its last two steps, one that it lacks the first.
    With two guesses left this fails, as only guesses that tell all apart can win.
    """
    steps = rules.steps
    left = _left(rules, left)
    low = np.int64(0)
    if rules.hard or sets.left[0] != left:
        return low
    shared = np.zeros(min(sets.size[0], sets.surplus.size), sets.members.dtype)
    for a in answers:
        members = sets.members[a]
        for s in range(shared.size):
            shared[s] += members[s]
    for s in range(shared.size):
        later = sets.surplus[s] + (steps[left - 1] + steps[left - 2]) * shared[s]
        low = max(low, later)
    return low + steps[left] * weight(rules, answers)


@kernel
def by_buckets(rules, state):
    """Return a lower bound of each guess, and the weight of its buckets."""
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
    """Return a lower bound of a guess from its buckets, of this weight.

    After the guess, the heaviest game of each bucket takes one guess more, and all
    others two, if there are as many. `right` is the weight of the guess as an answer.
    """
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    return (rules.steps[left] + second + third) * total - third * count - second * right


@kernel
def count_buckets(rules, state, start):
    """Return the weights of the buckets of guesses, and of the guesses as answers.

    They are `LANES` guesses from `start` on. Buckets are counted by the weights of
    their heaviest answers; the weight of a guess that cannot be right is 0.
    """
    if rules.even:
        return _count_buckets(rules, state, start)
    some = state.guesses[start : start + LANES]
    counts = np.empty(some.size, np.int64)
    rights = np.empty(some.size, np.int64)
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
    guesses = state.guesses
    size = min(LANES, guesses.size - start)
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
    counts = np.empty(size, np.int64)
    rights = np.empty(size, np.int64)
    for j in range(size):
        row, count = seen[j], np.uint32(0)  # more bits take twice the time
        for clue in range(row.size):
            count = np.uint32(count + row[clue])
        counts[j] = count
        rights[j] = row[rules.right]
    return counts, rights
