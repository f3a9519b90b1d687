"""Kernels of the checker: transitions, and lower bounds of states and guesses.

They follow `solver.checking.checker` step by step and share no code with the search.
"""

from __future__ import annotations

import numpy as np

from game.words import MOST_LETTERS
from solver.checking.state_tables import UNWINNABLE, CheckState
from solver.compile.decorators import kernel

_LANES = 32  # guesses that are counted together


@kernel
def state_after(rules, state, guess, clue):
    """Return the state after a guess and its clue."""
    answers = np.empty_like(state.answers)
    n = 0
    for a in state.answers:
        if rules.columns[a, guess] == clue:
            answers[n] = a
            n += 1
    return after(rules, state, guess, clue, answers[:n].copy())


@kernel
def after(rules, state, guess, clue, answers):
    """Return the state after a guess whose clue leaves these answers."""
    if not rules.hard:
        return CheckState(answers, state.guesses, state.left - 1)
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
        for p in range(word.size):
            same = letters[p] == word[p]
            if (marks[p] == 2 and not same) or (rules.strict and marks[p] < 2 and same):
                permitted = False
                break
        for p in range(word.size if permitted else 0):
            letter, often = word[p], 0
            for other in letters:
                often += other == letter
            more = often > revealed[letter]
            if often < revealed[letter] or (rules.strict and absent[letter] and more):
                permitted = False
                break
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
    """Return the highest lower bound of the facts that hold for a state.

    A fact about more guesses holds for fewer; with `free`, they are not compared.
    Unless all guesses cost the same, as many have to be left.
    """
    n = state.answers.size
    low = np.int64(0)
    fact = newest(facts, state.answers)
    while fact >= 0:
        # With more guesses left, fewer may be needed; n are enough for n answers.
        holds = uniform and facts.left[fact] >= min(state.left, n)
        holds |= facts.left[fact] == state.left
        if holds and facts.bound[fact] > low and (free or _permits(facts, fact, state)):
            low = facts.bound[fact]
        fact = _next(facts, facts.before[fact], state.answers)
    return low


@kernel
def _permits(facts, fact, state):
    """Return whether the guesses of a fact include those of a state."""
    wide = facts.guesses[facts.first[fact] : facts.first[fact + 1]]
    i = 0
    for g in state.guesses:
        while i < wide.size and wide[i] < g:
            i += 1
        if i == wide.size or wide[i] > g:
            return False
    return True


@kernel
def add(facts, state, bound, guesses):
    """Add a fact about a state and these of its guesses, unless the table is full."""
    fact = facts.counts[0]
    start, first = facts.begin[fact], facts.first[fact]
    stop, last = start + state.answers.size, first + guesses.size
    fits = fact + 1 < facts.begin.size and last <= facts.guesses.size
    if not fits or stop > facts.answers.size:
        return
    # Element by element: an assignment of slices compiles for seconds, as it comes with
    # the message of its error.
    for i in range(state.answers.size):
        facts.answers[start + i] = state.answers[i]
    for i in range(guesses.size):
        facts.guesses[first + i] = guesses[i]
    facts.begin[fact + 1], facts.first[fact + 1] = stop, last
    facts.left[fact], facts.bound[fact] = state.left, bound
    slot = _slot(facts, state.answers)
    facts.before[fact], facts.heads[slot] = facts.heads[slot], fact
    facts.counts[0] += 1


@kernel
def counting_fact(facts, state, uniform):
    """Return the fact that `by_guesses` would add, or -1."""
    fact = newest(facts, state.answers)
    while fact >= facts.counts[1]:
        same = facts.left[fact] == state.left
        if same or (uniform and min(facts.left[fact], state.left) > 2):
            return fact
        fact = _next(facts, facts.before[fact], state.answers)
    return np.int64(-1)


@kernel
def newest(facts, answers):
    """Return the newest fact about these answers, or -1."""
    return _next(facts, facts.heads[_slot(facts, answers)], answers)


@kernel
def _next(facts, fact, answers):
    while fact >= 0:
        start, stop = facts.begin[fact], facts.begin[fact + 1]
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
        key = (key ^ np.uint64(a + 1)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(32)
    return key % np.uint64(facts.heads.size)


@kernel
def refute(rules, facts, state, guesses, bound):
    """Return a guess with a lower bound below a number, or -1, and its lower bound."""
    for guess in guesses:
        # Without a further guess, only the cost of this one is used.
        low = rules.steps[state.left] * weight(rules, state.answers)
        if state.left > 1:
            low = cost(rules, facts, state, guess, bound)
        if low < bound:
            return np.int64(guess), low
    return np.int64(-1), np.int64(bound)


@kernel
def cost(rules, facts, state, guess, enough):
    """Return a lower bound for a guess; stop once it reaches `enough`."""
    n = state.answers.size
    starts = np.zeros(rules.right + 2, np.int64)
    for a in state.answers:
        starts[rules.columns[a, guess] + 1] += 1
    for clue in range(rules.right + 1):
        if starts[clue + 1] == n and clue != rules.right:
            return np.int64(UNWINNABLE)  # without information, a guess is never better
        starts[clue + 1] += starts[clue]
    end, grouped = starts.copy(), np.empty(n, np.int32)
    for a in state.answers:
        clue = rules.columns[a, guess]
        grouped[end[clue]] = a
        end[clue] += 1
    clues, lows = np.empty(rules.right, np.int64), np.empty(rules.right, np.int64)
    total = rules.steps[state.left] * weight(rules, state.answers)
    m = 0
    for clue in range(rules.right):
        if end[clue] > starts[clue]:
            clues[m] = clue
            lows[m] = two_guess_cost(
                rules, grouped[starts[clue] : end[clue]], state.left - 1
            )
            total += lows[m]
            m += 1
    for step in range(3):
        for b in range(m):
            if total >= enough:
                return total
            clue = clues[b]
            answers = grouped[starts[clue] : end[clue]]
            if answers.size < 3 and state.left > 2:
                continue  # one or two answers cost no more
            low = lows[b]
            if step == 0:
                low = by_answers(rules, answers, state.left - 1)
            elif step == 2 or newest(facts, answers) >= 0:
                left = after(rules, state, guess, clue, answers)
                if step == 1:
                    low = by_facts(facts, left, not rules.hard, rules.uniform)
                else:
                    low = by_guesses(rules, facts, left)
            if low > lows[b]:
                total += low - lows[b]
                lows[b] = low
    return total


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
    if n < 3:
        return low
    if not rules.even:
        return by_heads(rules, answers, left)
    seen = np.zeros(rules.right + 1, np.int64)
    for i in range(n):
        guess, apart = rules.itself[answers[i]], True
        for a in answers:
            clue = rules.columns[a, guess]
            if seen[clue] > i:
                apart = False
                break
            seen[clue] = i + 1
        if apart:
            return low
    # Another guess tells them apart, or one game needs a third, if there is one.
    second, third = rules.steps[left - 1], rules.steps[left - 2]
    return low + (second if left == 2 else min(second, third))


@kernel
def by_heads(rules, answers, left):
    """Return a lower bound: the least of each answer's, and of all others.

    After a guess, the heaviest game of each bucket takes one guess more, and all others
    two.
    """
    total = weight(rules, answers)
    second, third = rules.steps[left - 1], rules.steps[left - 2]
    low = second * total
    for b in answers:
        heaviest = np.zeros(rules.right + 1, np.int64)
        for a in answers:
            clue = rules.columns[a, rules.itself[b]]
            heaviest[clue] = max(heaviest[clue], rules.weights[a])
        hidden = total
        for clue in range(rules.right + 1):
            hidden -= heaviest[clue]
        if hidden == 0 or left > 2:
            low = min(low, second * (total - rules.weights[b]) + third * hidden)
    return rules.steps[left] * total + low


@kernel
def by_guesses(rules, facts, state):
    """Return the least of the lower bounds of the guesses from their buckets."""
    n = state.answers.size
    low = by_answers(rules, state.answers, state.left)
    exact = rules.uniform and low == two_guess_cost(rules, state.answers, state.left)
    if n < 3 or low >= UNWINNABLE or exact:
        return low
    fact = counting_fact(facts, state, rules.uniform)
    if fact >= 0:
        return facts.bound[fact]
    enough = n if rules.even and rules.uniform else weight(rules, state.answers) + 1
    low = np.int64(UNWINNABLE)
    for other in by_buckets(rules, state, enough):
        low = min(low, other)
    if not rules.hard:
        add(facts, state, low, state.guesses[:0])
    return low


@kernel
def by_buckets(rules, state, enough):
    """Return a lower bound of each guess; once one makes `enough` buckets, of no more.

    After the guess, the heaviest game of each bucket takes one guess more, and all
    others two, if there are as many.
    """
    steps, left = rules.steps, state.left
    second, third = steps[left - 1], steps[left - 2]
    total = weight(rules, state.answers)
    counts, rights = count_buckets(rules, state, enough)
    lows = np.empty(counts.size, np.int64)
    for j in range(lows.size):
        if left == 2 and counts[j] < total:
            lows[j] = UNWINNABLE
        else:
            lows[j] = (steps[left] + second + third) * total
            lows[j] -= third * counts[j] + second * rights[j]
    return lows


@kernel
def count_buckets(rules, state, enough):
    """Return the buckets of each guess, and its weight if it may be right, else 0.

    Buckets are counted by the weights of their heaviest answers. Once a guess makes
    `enough` buckets, the following ones are not counted, but 0.
    """
    guesses, clues = state.guesses, rules.right + 1
    counts = np.zeros(guesses.size, np.int64)
    rights = np.zeros(guesses.size, np.int64)
    seen = np.zeros((_LANES, clues), np.uint8)
    heaviest = np.zeros((0 if rules.even else _LANES, clues), np.int64)
    some = np.empty(_LANES, rules.columns.dtype)
    for start in range(0, guesses.size, _LANES):
        size = min(_LANES, guesses.size - start)
        for a in state.answers:
            if guesses.size == rules.columns.shape[1]:
                some = rules.columns[a, start : start + size]
            else:
                for j in range(size):
                    some[j] = rules.columns[a, guesses[start + j]]
            if rules.even:
                for j in range(size):
                    seen[j, some[j]] = 1
            else:
                for j in range(size):
                    heaviest[j, some[j]] = max(heaviest[j, some[j]], rules.weights[a])
        most = 0
        for j in range(size):
            count = 0
            if rules.even:
                rights[start + j] = seen[j, rules.right]
                for clue in range(clues):
                    count += seen[j, clue]
                    seen[j, clue] = 0
            else:
                rights[start + j] = heaviest[j, rules.right]
                for clue in range(clues):
                    count += heaviest[j, clue]
                    heaviest[j, clue] = 0
            counts[start + j] = count
            most = max(most, count)
        if most >= enough:
            break
    return counts, rights
