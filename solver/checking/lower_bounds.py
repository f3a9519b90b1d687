"""Kernels of the checker: lower bounds of states and guesses.

They follow `solver.checking.checker` step by step and share no code with the search.
"""

from __future__ import annotations

import numpy as np

from solver.checking.facts import NEVER, add, by_facts, counted, newest
from solver.checking.transitions import after
from solver.numeric.compile import kernel

_LANES = 32  # guesses that are counted together


@kernel
def refute(rules, facts, state, guesses, bound):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return a guess with a lower bound below a number, or -1, and its lower bound."""
    for guess in guesses:
        # Without a further guess, only the cost of this one is used.
        found = rules.steps[state.left] * weight(rules, state.answers)
        if state.left > 1:
            found = cost(rules, facts, state, guess, bound)
        if found < bound:
            return np.int64(guess), found
    return np.int64(-1), np.int64(bound)


@kernel
def cost(rules, facts, state, guess, enough):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return a lower bound for a guess; stop once it reaches `enough`."""
    n = state.answers.size
    starts = np.zeros(rules.right + 2, np.int64)
    for a in state.answers:
        starts[rules.columns[a, guess] + 1] += 1
    for clue in range(rules.right + 1):
        if starts[clue + 1] == n and clue != rules.right:
            return np.int64(NEVER)  # without information, a guess is never better
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
            lows[m] = least(rules, grouped[starts[clue] : end[clue]], state.left - 1)
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
def weight(rules, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the weight of answers together."""
    if rules.even:
        return np.int64(answers.size)
    total = np.int64(0)
    for a in answers:
        total += rules.weights[a]
    return total


@kernel
def least(rules, answers, left):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the cost if the heaviest game takes one guess and all others two."""
    heaviest = np.int64(0)
    for a in answers:
        heaviest = max(heaviest, rules.weights[a])
    total = weight(rules, answers)
    return rules.steps[left] * total + rules.steps[left - 1] * (total - heaviest)


@kernel
def by_answers(rules, answers, left):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return a lower bound: the least cost unless no answer tells all others apart."""
    n = answers.size
    if left < min(n, 2):
        return np.int64(NEVER)
    low = least(rules, answers, left)
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
def by_heads(rules, answers, left):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
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
def by_guesses(rules, facts, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the least of the lower bounds of the guesses from their buckets."""
    n = state.answers.size
    low = by_answers(rules, state.answers, state.left)
    exact = rules.uniform and low == least(rules, state.answers, state.left)
    if n < 3 or low >= NEVER or exact:
        return low
    fact = counted(facts, state, rules.uniform)
    if fact >= 0:
        return facts.bound[fact]
    enough = n if rules.even and rules.uniform else weight(rules, state.answers) + 1
    low = np.int64(NEVER)
    for other in by_buckets(rules, state, enough):
        low = min(low, other)
    if not rules.hard:
        add(facts, state, low, state.guesses[:0])
    return low


@kernel
def by_buckets(rules, state, enough):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return a lower bound of each guess; once one makes `enough` buckets, of no more.

    After the guess, the heaviest game of each bucket takes one guess more, and all
    others two, if there are as many.
    """
    steps, left = rules.steps, state.left
    second, third = steps[left - 1], steps[left - 2]
    total = weight(rules, state.answers)
    counts, rights = buckets(rules, state, enough)
    lows = np.empty(counts.size, np.int64)
    for j in range(lows.size):
        if left == 2 and counts[j] < total:
            lows[j] = NEVER
        else:
            lows[j] = (steps[left] + second + third) * total
            lows[j] -= third * counts[j] + second * rights[j]
    return lows


@kernel
def buckets(rules, state, enough):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
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
            found = 0
            if rules.even:
                rights[start + j] = seen[j, rules.right]
                for clue in range(clues):
                    found += seen[j, clue]
                    seen[j, clue] = 0
            else:
                rights[start + j] = heaviest[j, rules.right]
                for clue in range(clues):
                    found += heaviest[j, clue]
                    heaviest[j, clue] = 0
            counts[start + j] = found
            most = max(most, found)
        if most >= enough:
            break
    return counts, rights
