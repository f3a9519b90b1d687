"""Kernels of the checker: lower bounds from the number of buckets that guesses make.

A bucket is a set of answers that give the same clue to a guess. A guess adds its step
to the cost of every game that reaches this guess. Let s1, s2 and s3 be the steps of the
next guess, of the second guess and of the third guess. If the next guess splits n
answers into k buckets, then one game of each bucket takes at least one guess more. The
other n - k games take at least two guesses more:

    cost  >=  (s1 + s2 + s3) n  -  s3 k.

The bound is lower by s2 if the next guess is one of the answers. If the cost of a game
is its number of guesses, all steps are 1, and the bound is 3 n - k, or 3 n - k - 1 if
the next guess is one of the answers. If answers have weights, n is the sum of all
weights, and k is the sum, over the buckets, of the weight of the heaviest answer.

All bounds, costs and weights are int64. Answers and guesses are indices in the word
lists. The arguments `rules`, `sets` and `state` are the `Rules`, `Sets` and
`CheckState` of `solver.checking.state_tables`. `left` is the number of guesses left. So
s1 is ``rules.steps[left]``, s2 is ``rules.steps[left - 1]``, and s3 is
``rules.steps[left - 2]``.

The kernels follow the steps that `solver.checking.checker` describes. They share no
code with the search.
"""

from __future__ import annotations

import numpy as np

from solver.checking.state_tables import UNWINNABLE
from solver.numeric.decorators import kernel

LANES = 32
"""Number of guesses whose buckets are counted together.

The tables of 32 guesses fit into the processor's cache.
"""


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
    """Return the cost if the heaviest game takes one guess and other games take two.

    There is one game for each answer. The cost of a game is multiplied by the weight of
    its answer. No guesses can win all these games at a lower cost.
    """
    heaviest = np.int64(0)
    for a in answers:
        heaviest = max(heaviest, rules.weights[a])
    total = weight(rules, answers)
    return rules.steps[left] * total + rules.steps[left - 1] * (total - heaviest)


@kernel
def by_answers(rules, answers, left):
    """Return a lower bound of the cost of a set of answers, by trying them as guesses.

    If one of the answers, played as a guess, puts every answer into a bucket of its
    own, the bound is the exact cost of this guess: the game of this answer takes one
    guess, and each other game takes two guesses. `left` is the number of guesses left.
    """
    n = answers.size
    if left < min(n, 2):
        return np.int64(UNWINNABLE)
    low = two_guess_cost(rules, answers, left)

    # If no answer puts every answer into a bucket of its own, the cost exceeds
    # `two_guess_cost` by at least `more`. Either the next guess is no answer, and every
    # game takes a second guess. Or two answers share a bucket, and one game takes a
    # third guess; this is impossible if only two guesses are left.
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    more = second if left == 2 else min(second, third)
    if n < 3 or more == 0 or not rules.even:
        return low

    # Try each answer as the next guess. If the guess is answer i, 1 + i is written to
    # `seen` for each clue that occurs. Earlier answers wrote smaller numbers, so `seen`
    # need not be cleared.
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
    """Return a lower bound of the cost of a state.

    It is the least of the lower bounds of its allowed guesses. `guess_cost` computes
    the lower bound of a guess from the number of its buckets.
    """
    low = by_answers(rules, state.answers, state.left)

    # If all steps and all weights are equal, `by_answers` returns `two_guess_cost` only
    # if some answer, played as a guess, puts every answer into a bucket of its own. No
    # guess costs less than that.
    exact = low == two_guess_cost(rules, state.answers, state.left)
    exact &= rules.uniform and rules.even
    if state.answers.size < 3 or low >= UNWINNABLE or exact:
        return low
    low = _least(rules, state, low)

    # Keep this bound: `by_sets` derives bounds of other states from it. The derivation
    # is valid only if the same guesses are allowed in all states, and if more than two
    # guesses are left. With two guesses left, `_least` skips most guesses.
    if not rules.hard and state.left > 2 and low < UNWINNABLE:
        _remember(rules, sets, state, low)
    return low


@kernel
def _least(rules, state, enough):
    """Return the least of the lower bounds of all guesses, or `UNWINNABLE`.

    `enough` is a known lower bound of the cost of every guess. So the search stops once
    a guess has a bound of at most `enough`. `UNWINNABLE` means that no guess can win
    all games.
    """
    low = UNWINNABLE
    total = weight(rules, state.answers)
    heaviest = np.int64(0)
    for a in state.answers:
        heaviest = max(heaviest, rules.weights[a])
    for start in range(0, state.guesses.size, LANES):
        # No guess from index `start` on makes more than `most` buckets. Suppose that a
        # guess makes `most` buckets and is the heaviest answer. If even the bound of
        # this guess is at least `low`, no later guess can lower the bound.
        most = rules.most[start]
        if low <= max(enough, guess_cost(rules, state.left, total, most, heaviest)):
            break
        counts, rights = count_buckets(rules, state, start)
        for j in range(counts.size):
            # If only two guesses are left, skip each guess that does not put every
            # answer into a bucket of its own: it cannot win all games.
            if state.left > 2 or counts[j] == total:
                cost = guess_cost(rules, state.left, total, counts[j], rights[j])
                low = min(low, cost)
    return low


@kernel
def _remember(rules, sets, state, low):
    """Write the answers of a state and their lower bound `low` to `sets`.

    If `sets` is full, the new set replaces the oldest set. The bound is written as a
    surplus, which is at most 0: the bound minus the cost of three guesses in each game.
    For example, let all steps be 1. If the bound for four answers is 9, the surplus is
    9 - 12 = -3.
    """
    steps = rules.steps
    left = _comparable_left(rules, state.left)

    # Sets with different steps cannot be compared. So if the steps of the next three
    # guesses have changed, forget all sets.
    if sets.left[0] != left:
        sets.left[0] = left
        sets.size[0] = 0

    # `size` is the number of sets that were written since all sets were forgotten. The
    # sets are written to the columns of `members` in turn.
    s = sets.size[0] % sets.surplus.size
    sets.size[0] += 1
    sets.members[:, s] = 0
    for a in state.answers:
        sets.members[a, s] = rules.weights[a]
        low -= rules.weights[a] * (steps[left] + steps[left - 1] + steps[left - 2])
    sets.surplus[s] = low


@kernel
def _comparable_left(rules, left):
    """Return a key of the number of guesses left.

    Equal keys mean that the next three guesses have equal steps. Only then does a bound
    of one set of answers give a bound of another set. If all steps are equal and at
    least three guesses are left, the key is 3. Otherwise the key is `left` itself.
    """
    return np.int64(min(left, 3) if rules.uniform else left)


@kernel
def by_sets(rules, sets, answers, left):
    """Return a lower bound of the cost of a state, from sets counted before.

    The state has the answers `answers` and `left` guesses left. No buckets are counted.
    Let A be the answers, S a set that was counted before, and |A| the sum of the
    weights of A. A guess splits A into at most as many buckets as S, plus one bucket
    for each answer of A that is not in S. Let s1, s2 and s3 be the steps of the next
    three guesses. Let `surplus` be the bound of S minus ``(s1 + s2 + s3) |S|``. Then
    every guess costs at least

        surplus  +  s1 |A|  +  (s2 + s3) |A and S|.

    An answer that is not in S adds s1 alone: it may be in a bucket of its own, and it
    may be the guess. The result is the largest of these numbers over all sets S. The
    result is 0 in hard mode, and if the next three guesses had other steps for the
    sets.

    For example, let all steps be 1. Let the best guess for S = {a, b, c, d} make three
    buckets and be none of these four answers. The bound of S is 3 * 4 - 3 = 9, and its
    surplus is 9 - 12 = -3. For A = {a, b, c, d, e} the result is -3 + 5 + 2 * 4 = 10.
    No guess can cost less: at best, the guess is e and makes four buckets, and costs
    3 * 5 - 4 - 1 = 10.

    If only two guesses are left, the sets are not used. A guess then wins all games
    only if it puts every answer into a bucket of its own. There may be a guess that
    does this for A, even if there is none for S.
    """
    steps = rules.steps
    left = _comparable_left(rules, left)
    low = np.int64(0)
    if rules.hard or sets.left[0] != left:
        return low

    # Compute |A and S| for each set S. A row of `members` has, for each set, the weight
    # of an answer if it is in the set, and 0 otherwise. So vector instructions add up
    # many sets at once.
    shared = np.zeros(min(sets.size[0], sets.surplus.size), sets.members.dtype)
    for a in answers:
        members = sets.members[a]
        for s in range(shared.size):
            shared[s] += members[s]

    # Take the largest bound. The term ``s1 |A|`` is the same for all sets, so it is
    # added at the end.
    for s in range(shared.size):
        later = sets.surplus[s] + (steps[left - 1] + steps[left - 2]) * shared[s]
        low = max(low, later)
    return low + steps[left] * weight(rules, answers)


@kernel
def by_buckets(rules, state):
    """Return a lower bound of the cost of each guess, and its number of buckets.

    Both arrays have an element for each guess that is allowed in `state`. If answers
    have weights, a bucket counts as the weight of its heaviest answer instead of 1. The
    lower bound is `UNWINNABLE` if only two guesses are left and the guess does not put
    every answer into a bucket of its own, because it cannot win all games then.
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
    """Return a lower bound of the cost of a guess.

    The docstring of this module derives the bound. `left` is the number of guesses
    left. `total` is the weight of all answers. `count` is the sum, over the buckets, of
    the weight of the heaviest answer. `right` is the weight of the guess as an answer,
    or 0 if the guess is no answer. For example, let all steps be 1. If a guess splits
    four answers into three buckets and is one of the four answers, it costs at least
    3 * 4 - 3 - 1 = 8.
    """
    second = rules.steps[left - 1]
    third = rules.steps[left - 2]
    return (rules.steps[left] + second + third) * total - third * count - second * right


@kernel
def count_buckets(rules, state, start):
    """Return the arguments `count` and `right` of `guess_cost` for some guesses.

    These guesses are the next `LANES` allowed guesses from index `start` on, or fewer
    at the end of the list. Both arrays have one element for each of these guesses.
    """
    if rules.even:
        return _count_buckets(rules, state, start)
    some = state.guesses[start : start + LANES]
    counts = np.empty(some.size, np.int64)
    rights = np.empty(some.size, np.int64)

    # `heaviest` has the largest weight of an answer for each clue.
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
    """Do the work of `count_buckets` if all weights are 1."""
    guesses = state.guesses
    size = min(LANES, guesses.size - start)

    # `seen` has a row for each guess, with 1 for each clue that some answer gives. The
    # outer loop is over the answers, so that clues of neighbouring guesses are read
    # together. If all guesses are allowed, these clues are side by side in memory and
    # need not be copied.
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

    # Count the clues that occur: each of them is a bucket.
    counts = np.empty(size, np.int64)
    rights = np.empty(size, np.int64)
    for j in range(size):
        row = seen[j]
        count = np.uint32(0)  # with a 64-bit number, the loop takes twice the time
        for clue in range(row.size):
            count = np.uint32(count + row[clue])
        counts[j] = count
        rights[j] = row[rules.right]
    return counts, rights
