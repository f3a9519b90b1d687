"""Table of the lower bounds that the checker knows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.numeric.compile import kernel

NEVER = 1 << 40
"""Lower bound of a state in which a game cannot be won with the guesses left."""

_HEADS = 1 << 20


class State(NamedTuple):
    """Answers and guesses that are left, and the number of guesses.

    Answers and guesses are places in the lists, ascending; in hard mode only guesses
    that are permitted and tell two of the answers apart. `left` is the number of
    guesses left.
    """

    answers: NDArray[np.int32]
    guesses: NDArray[np.int32]
    left: int


class Facts(NamedTuple):
    """Hash table from answer sets to lower bounds: those of the claims first.

    The answers of fact `i` are ``answers[begin[i] : begin[i + 1]]``, and its guesses
    ``guesses[first[i] : first[i + 1]]``.

    `heads` has the newest fact for each hash of the answers, `before` for each fact the
    one before it with the same hash, or -1; `guesses` is used in hard mode only. `left`
    has the guesses left, `bound` the lower bounds of the guesses, and `counts` the
    numbers of facts and of those that are claims.
    """

    heads: NDArray[np.int32]
    before: NDArray[np.int32]
    answers: NDArray[np.int32]
    guesses: NDArray[np.int32]
    begin: NDArray[np.int64]
    first: NDArray[np.int64]
    left: NDArray[np.int32]
    bound: NDArray[np.int64]
    counts: NDArray[np.int64]


def no_facts() -> Facts:
    """Return a table without facts."""
    none = np.empty(0, np.int32)
    return Facts(
        np.full(_HEADS, -1, np.int32),
        none,
        none,
        none,
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        none,
        np.empty(0, np.int64),
        np.zeros(2, np.int64),
    )


def enlarged(facts: Facts, answers: int = 1, guesses: int = 0) -> Facts:
    """Return the facts with a capacity of at least twice as many, and one more.

    `answers` and `guesses` are how many the new fact has.
    """
    n = int(facts.counts[0])
    used = {"before": n, "left": n, "bound": n, "begin": n + 1, "first": n + 1}
    used |= {"answers": int(facts.begin[n]), "guesses": int(facts.first[n])}
    more = {"answers": answers, "guesses": guesses}
    new = {}
    for name, size in used.items():
        array = getattr(facts, name)
        if 2 * size + more.get(name, 1) > array.size:
            capacity = max(1 << 16, 4 * size + more.get(name, 1))
            new[name] = np.empty(capacity, array.dtype)
            new[name][:size] = array[:size]
    return facts._replace(**new) if new else facts


@kernel
def by_facts(facts, state, free, uniform):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
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
def _permits(facts, fact, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
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
def add(facts, state, bound, guesses):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
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
def counted(facts, state, uniform):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the fact from counting that `lower_bounds.by_guesses` would add, or -1."""
    fact = newest(facts, state.answers)
    while fact >= facts.counts[1]:
        same = facts.left[fact] == state.left
        if same or (uniform and min(facts.left[fact], state.left) > 2):
            return fact
        fact = _next(facts, facts.before[fact], state.answers)
    return np.int64(-1)


@kernel
def newest(facts, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the newest fact about these answers, or -1."""
    return _next(facts, facts.heads[_slot(facts, answers)], answers)


@kernel
def _next(facts, fact, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
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
def _slot(facts, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    key = np.uint64(0)
    for a in answers:
        key = (key ^ np.uint64(a + 1)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(32)
    return key % np.uint64(facts.heads.size)
