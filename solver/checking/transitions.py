"""Kernels of the checker: the answers and guesses that a clue leaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.words import MOST_LETTERS
from solver.checking.facts import State
from solver.numeric.compile import kernel


class Rules(NamedTuple):
    """The words and the rules as arrays.

    `columns` are the clues, of shape (n_answers, n_guesses), and `words` the letters as
    places in the alphabet; `itself` has the places of the answers among the guesses.
    `hard` says whether clues restrict the next guess, `strict` whether it has to agree
    with every clue. `even` is true if all weights are 1. `steps` is what a guess adds
    to the cost of a game, by the guesses left before it, 0 without any and in the last
    two places; `uniform` is true if that does not depend on the guesses left.
    """

    columns: NDArray[np.unsignedinteger]
    words: NDArray[np.uint8]
    itself: NDArray[np.int32]
    right: int
    hard: bool
    strict: bool
    weights: NDArray[np.int64]
    even: bool
    steps: NDArray[np.int64]
    uniform: bool


@kernel
def follow(rules, state, guess, clue):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the state after a guess and its clue."""
    answers = np.empty_like(state.answers)
    n = 0
    for a in state.answers:
        if rules.columns[a, guess] == clue:
            answers[n] = a
            n += 1
    return after(rules, state, guess, clue, answers[:n].copy())


@kernel
def after(rules, state, guess, clue, answers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return the state after a guess whose clue leaves these answers."""
    if not rules.hard:
        return State(answers, state.guesses, state.left - 1)
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
        mine = rules.words[g]
        permitted = True
        for p in range(word.size):
            same = mine[p] == word[p]
            if (marks[p] == 2 and not same) or (rules.strict and marks[p] < 2 and same):
                permitted = False
                break
        for p in range(word.size if permitted else 0):
            letter, often = word[p], 0
            for other in mine:
                often += other == letter
            more = often > revealed[letter]
            if often < revealed[letter] or (rules.strict and absent[letter] and more):
                permitted = False
                break
        if permitted and _informs(rules.columns, answers, g):
            guesses[n] = g
            n += 1
    return State(answers, guesses[:n].copy(), state.left - 1)


@kernel
def _informs(columns, answers, guess):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - compiled
    for a in answers[1:]:
        if columns[a, guess] != columns[answers[0], guess]:
            return True
    return answers.size == 1
