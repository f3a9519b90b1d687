"""Computation of the clue matrix; `solver.reference` has it in plain Python."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from solver.matrix.letters import letters
from solver.numeric.threads import over_rows


def build_matrix(vocabulary: Vocabulary, rule: Rule) -> NDArray[np.unsignedinteger]:
    """Return the clue matrix, computed without the cache.

    Examples
    --------
    >>> build_matrix(Vocabulary(("sleep",), ("sleep", "dream")), Rule.CLASSIC)
    array([[242],
           [ 18]], dtype=uint8)
    """
    dtype = np.uint8 if vocabulary.length <= 5 else np.uint16
    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    matrix = np.empty(shape, dtype)
    kernel = classic_rows if rule is Rule.CLASSIC else letterwise_rows
    guesses, answers = letters(vocabulary.guesses), letters(vocabulary.answers)
    over_rows(kernel, len(matrix), guesses, answers, matrix)
    return matrix


@numba.njit(cache=True, nogil=True)
def classic_rows(guesses, answers, out, start, stop):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Write rows `start` to `stop` - 1 of a matrix, by the rule of classic Wordle."""
    length = guesses.shape[1]
    spare = np.zeros(26, np.int8)
    marks = np.zeros(length, np.int64)
    for g in range(start, stop):
        for a in range(answers.shape[0]):
            for i in range(length):
                if guesses[g, i] == answers[a, i]:
                    marks[i] = 2
                else:
                    marks[i] = 0
                    spare[answers[a, i]] += 1
            clue = 0
            for i in range(length):
                if marks[i] == 0 and spare[guesses[g, i]] > 0:
                    spare[guesses[g, i]] -= 1
                    marks[i] = 1
                clue = 3 * clue + marks[i]
            out[g, a] = clue
            for i in range(length):
                spare[answers[a, i]] = 0


@numba.njit(cache=True, nogil=True)
def letterwise_rows(guesses, answers, out, start, stop):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Write rows `start` to `stop` - 1 of a matrix, by the rule of the contest."""
    length = guesses.shape[1]
    # Bit l of has[a]: answer a holds letter l.
    has = np.zeros(answers.shape[0], np.int64)
    for a in range(answers.shape[0]):
        for i in range(length):
            has[a] |= 1 << answers[a, i]
    for g in range(start, stop):
        for a in range(answers.shape[0]):
            clue = 0
            for i in range(length):
                mark = (has[a] >> guesses[g, i]) & 1
                if guesses[g, i] == answers[a, i]:
                    mark = 2
                clue = 3 * clue + mark
            out[g, a] = clue
