"""Kernels of the checker: states after clues, claims, and lower bounds of guesses.

The kernels follow the steps that `solver.checking.checker` describes. They share no
code with the search.
"""

from __future__ import annotations

import numpy as np

from game.words import MOST_LETTERS
from solver.checking.counting_kernel import (
    by_answers,
    by_guesses,
    by_sets,
    two_guess_cost,
    weight,
)
from solver.checking.state_tables import UNWINNABLE, CheckState
from solver.numeric.decorators import kernel


@kernel
def state_after(rules, state, guess, clue):
    """Return the state after a guess and its clue, as a plain tuple of its fields."""
    answers = np.empty_like(state.answers)
    n = 0
    for a in state.answers:
        if rules.columns[a, guess] == clue:
            answers[n] = a
            n += 1

    # Return the fields, not the named tuple: to pass the named tuple to Python, numba
    # would call Python code, and Ctrl-C might interrupt this call.
    left = after(rules, state, guess, clue, answers[:n].copy())
    return left.answers, left.guesses, left.left


@kernel
def after(rules, state, guess, clue, answers):
    """Return the state after a guess and its clue.

    `answers` are the answers that fit the clue.
    """
    if not rules.hard:
        return CheckState(answers, state.guesses, state.left - 1)

    # Find the marks of the clue, and how many copies of each letter they reveal.
    word = rules.words[guess]
    marks = np.empty(word.size, np.int64)  # 0 absent, 1 present, 2 correct
    revealed = np.zeros(MOST_LETTERS, np.int64)
    absent = np.zeros(MOST_LETTERS, np.bool_)
    for p in range(word.size - 1, -1, -1):
        marks[p] = clue % 3
        clue //= 3
        revealed[word[p]] += marks[p] > 0
        absent[word[p]] |= marks[p] == 0
    guesses = np.empty_like(state.guesses)
    n = 0
    for g in state.guesses:
        letters = rules.words[g]
        permitted = True
        # A correct letter must stay in its position. In strict hard mode, a letter that
        # is not correct must not be in the same position again.
        for p in range(word.size):
            same = letters[p] == word[p]
            if (marks[p] == 2 and not same) or (rules.strict and marks[p] < 2 and same):
                permitted = False
                break

        # A guess must have at least as many copies of a letter as the clue marks
        # correct or present. In strict mode it must not have more copies if the clue
        # also marks a copy absent.
        for p in range(word.size if permitted else 0):
            letter = word[p]
            often = 0
            for other in letters:
                often += other == letter
            more = often > revealed[letter]
            if often < revealed[letter] or (rules.strict and absent[letter] and more):
                permitted = False
                break

        # A guess that gets the same clue from all these answers is useless, in this
        # state and in all later states. So it is left out.
        if permitted and _informs(rules.columns, answers, g):
            guesses[n] = g
            n += 1
    return CheckState(answers, guesses[:n].copy(), state.left - 1)


@kernel
def _informs(columns, answers, guess):
    for a in answers[1:]:
        if columns[a, guess] != columns[answers[0], guess]:
            return True
    return answers.size == 1


@kernel
def by_facts(facts, state, free, uniform):
    """Return the highest lower bound of all facts that hold for a state.

    A fact is a state with a lower bound of its cost. It holds for a state with the same
    answers, if it allows every guess that the state allows, and has enough guesses
    left. If `free` is true, allowed guesses are not compared. If `uniform` is true,
    enough guesses are as many as the state has left, or as many as the state has
    answers. If `uniform` is false, the numbers of guesses left must be equal.
    """
    n = state.answers.size
    low = np.int64(0)
    fact = newest(facts, state.answers)
    while fact >= 0:
        # A lower bound for more guesses left also holds for fewer guesses left. And
        # more than n guesses left do not lower the cost, because n guesses are enough
        # to try all n answers.
        holds = uniform and facts.left[fact] >= min(state.left, n)
        holds |= facts.left[fact] == state.left
        if holds and facts.bound[fact] > low and (free or _permits(facts, fact, state)):
            low = facts.bound[fact]
        fact = _next(facts, facts.before[fact], state.answers)
    return low


@kernel
def _permits(facts, fact, state):
    """Return whether a fact allows every guess that a state allows.

    A fact is a state with a lower bound of its cost. `fact` is the number of the fact
    in the table `facts`.
    """
    wide = facts.guesses[facts.first[fact] : facts.first[fact + 1]]
    i = 0
    for g in state.guesses:
        while i < wide.size and wide[i] < g:
            i += 1
        if i == wide.size or wide[i] > g:
            return False
    return True


@kernel
def link(facts):
    """Enter all facts of the table `facts` into its hash table.

    A fact is a state with a lower bound of its cost. The key of the hash table is the
    set of answers of a fact. `facts` already has all facts; this function fills only
    its arrays `heads` and `before`.
    """
    for fact in range(facts.bound.size):
        answers = facts.answers[facts.begin[fact] : facts.begin[fact + 1]]
        slot = _slot(facts, answers)
        facts.before[fact] = facts.heads[slot]
        facts.heads[slot] = fact


@kernel
def newest(facts, answers):
    """Return the number of the newest fact about these answers, or -1.

    A fact is a state with a lower bound of its cost. The result is -1 if the table
    `facts` has no fact with exactly the answers `answers`.
    """
    return _next(facts, facts.heads[_slot(facts, answers)], answers)


@kernel
def _next(facts, fact, answers):
    while fact >= 0:
        start = facts.begin[fact]
        stop = facts.begin[fact + 1]
        if stop - start == answers.size:
            same = True
            for i in range(answers.size):
                if facts.answers[start + i] != answers[i]:
                    same = False
                    break
            if same:
                return np.int64(fact)
        fact = facts.before[fact]
    return np.int64(-1)


@kernel
def _slot(facts, answers):
    key = np.uint64(0)
    for a in answers:
        # Multiply by a constant: 2**64 divided by the golden ratio. Then mix the high
        # bits into the low bits.
        key = (key ^ np.uint64(a + 1)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(32)
    return key % np.uint64(facts.heads.size)


@kernel
def refute(rules, facts, sets, state, guesses, bound):
    """Find the first guess in `guesses` whose cost is not proved to reach `bound`.

    Return this guess, and the lower bound of its cost. If the lower bounds of all
    guesses reach `bound`, return -1 and `bound`. `facts` has the lower bounds that the
    claims state. `sets` has the sets of answers for which buckets were counted before.
    """
    for guess in guesses:
        # If this is the last guess, its cost is its own step alone.
        low = rules.steps[state.left] * weight(rules, state.answers)
        if state.left > 1:
            low = cost(rules, facts, sets, state, guess, bound)
        if low < bound:
            return np.int64(guess), low
    return np.int64(-1), np.int64(bound)


@kernel
def cost(rules, facts, sets, state, guess, enough):
    """Return a lower bound of the cost of a guess; stop once it reaches `enough`.

    `facts` has the lower bounds that the claims state. `sets` has the sets of answers
    for which buckets were counted before.
    """
    grouped, starts = _group(rules, state.answers, guess)
    clues = _by_size(starts)
    if clues.size == 1 and starts[clues[0] + 1] - starts[clues[0]] == grouped.size:
        return np.int64(UNWINNABLE)  # a guess without information is never a best guess

    # Start with the least possible cost of each bucket as its lower bound.
    total = rules.steps[state.left] * weight(rules, state.answers)
    lows = np.empty(clues.size, np.int64)
    for b in range(clues.size):
        answers = grouped[starts[clues[b]] : starts[clues[b] + 1]]
        lows[b] = two_guess_cost(rules, answers, state.left - 1)
        total += lows[b]

    # Raise the bounds of the buckets in four steps, the fastest step first. Use bounds
    # from answers that are tried as guesses, then claims, then sets that were counted
    # before, and last a new count. In each step, the largest buckets come first.
    for step in range(4):
        for b in range(clues.size):
            if total >= enough:
                return total
            clue = clues[b]
            answers = grouped[starts[clue] : starts[clue + 1]]
            if answers.size < 3 and state.left > 2:
                break  # for one or two answers, the least possible cost is exact
            low = lows[b]
            if step == 0:
                low = by_answers(rules, answers, state.left - 1)
            elif step == 2:
                low = by_sets(rules, sets, answers, state.left - 1)
            elif step == 3 or newest(facts, answers) >= 0:
                left = after(rules, state, guess, clue, answers)
                if step == 1:
                    low = by_facts(facts, left, not rules.hard, rules.uniform)
                else:
                    low = by_guesses(rules, sets, left)
            if low > lows[b]:
                total += low - lows[b]
                lows[b] = low
    return total


@kernel
def _group(rules, answers, guess):
    """Return the answers sorted by the clue that they give to a guess.

    The second array has, for each clue, the index at which its answers start.
    """
    clues = np.empty(answers.size, rules.columns.dtype)
    starts = np.zeros(rules.right + 2, np.int64)
    for i in range(answers.size):
        clues[i] = rules.columns[answers[i], guess]
        starts[clues[i]] += 1
    for clue in range(rules.right + 1):
        starts[clue + 1] += starts[clue]

    # Go from the last answer to the first, so that the answers of a bucket stay in
    # ascending order.
    grouped = np.empty_like(answers)
    for i in range(answers.size - 1, -1, -1):
        starts[clues[i]] -= 1
        grouped[starts[clues[i]]] = answers[i]
    return grouped, starts


@kernel
def _by_size(starts):
    """Return the clues of the buckets, sorted by size, the largest bucket first.

    A bucket is a set of answers that give the same clue. The bucket of a clue has
    ``starts[clue + 1] - starts[clue]`` answers. Two kinds of clues are left out: the
    clue of a right guess, and clues that no answer gives.
    """
    n = starts[-1]
    m = 0

    # Use counting sort. The clue of a right guess has the highest number, so it is left
    # out at the end.
    first = np.zeros(n + 2, np.int64)
    for clue in range(starts.size - 2):
        size = starts[clue + 1] - starts[clue]
        if size:
            first[n - size + 1] += 1
            m += 1
    for k in range(n + 1):
        first[k + 1] += first[k]
    clues = np.empty(m, np.int64)
    for clue in range(starts.size - 2):
        size = starts[clue + 1] - starts[clue]
        if size:
            clues[first[n - size]] = clue
            first[n - size] += 1
    return clues
