"""Computation of the clue matrix.

`tests.solver.reference` computes the clue matrix in plain Python, for comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from game.arrays import Bytes, Matrix
from game.clues import Rule, all_correct
from game.words import MOST_LETTERS, Vocabulary
from solver.matrix.letters import letter_codes
from solver.numeric.decorators import kernel
from solver.numeric.threads import over_rows


def build_matrix(vocabulary: Vocabulary, rule: Rule) -> Matrix:
    """Compute the clue matrix, even if the cache has a copy, and return the matrix."""
    dtype = np.min_scalar_type(all_correct(vocabulary.length))
    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    matrix = np.empty(shape, dtype)
    answers = letter_codes(vocabulary.answers, vocabulary.alphabet)
    write = _kernel_of(rule)
    over_rows(write, len(matrix), _guess_codes(vocabulary), answers, matrix)
    return matrix


def build_row(vocabulary: Vocabulary, rule: Rule, guess: str) -> Matrix:
    """Return an array with the clue of `guess` for each valid guess as the secret.

    The array has the shape (n_guesses,). `guess` need not be in the word lists, but it
    has only letters of the alphabet.
    """
    dtype = np.min_scalar_type(all_correct(vocabulary.length))
    clues = np.empty((1, len(vocabulary.guesses)), dtype)
    word = letter_codes((guess,), vocabulary.alphabet)
    write = _kernel_of(rule)
    write(word, _guess_codes(vocabulary), clues, 0, 1)
    return clues[0]


def _kernel_of(rule: Rule) -> Callable[..., None]:
    """Return the kernel that computes rows of the clue matrix for the rule `rule`."""
    return classic_rows if rule is Rule.CLASSIC else letterwise_rows


@lru_cache(maxsize=4)
def _guess_codes(vocabulary: Vocabulary) -> Bytes:
    """Return the letters of all guesses, as indices in the alphabet."""
    return letter_codes(vocabulary.guesses, vocabulary.alphabet)


@kernel
def classic_rows(guesses, answers, out, start, stop):
    """Write rows `start` to `stop` - 1 of a clue matrix, by the rule of classic Wordle.

    `guesses` and `answers` have the words as rows of letters, and `out` is the matrix.
    The letters of a guess are processed one by one. For each letter, vector
    instructions loop over all answers. A copy of a letter in its correct position is
    marked correct. The other copies are marked present from left to right, until the
    copies in the answer are used up.
    """
    n, length = answers.shape
    letters_at = np.empty((length, n), np.uint8)
    counts = np.zeros((MOST_LETTERS, n), np.uint8)
    for a in range(n):
        for p in range(length):
            letters_at[p, a] = answers[a, p]
            counts[answers[a, p], a] += np.uint8(1)
    spare = np.empty(n, np.uint8)
    for g in range(start, stop):
        row = out[g]
        row[:] = 0
        for place in range(length):
            letter = guesses[g, place]
            # If a letter occurs several times in the guess, all its copies are
            # processed at its first position.
            new = True
            for p in range(place):
                new = new and guesses[g, p] != letter
            if not new:
                continue

            # First count, in each answer, the copies of the letter at positions where
            # the guess has another letter.
            count = counts[letter]
            for a in range(n):
                spare[a] = count[a]
            for p in range(place, length):
                if guesses[g, p] == letter:
                    letters_here = letters_at[p]
                    for a in range(n):
                        spare[a] -= np.uint8(letters_here[a] == letter)
            # Then, from left to right, the other copies in the guess use up the
            # remaining copies in the answer.
            for p in range(place, length):
                if guesses[g, p] == letter:
                    letters_here = letters_at[p]
                    weight = out.dtype.type(3 ** (length - 1 - p))
                    for a in range(n):
                        right = np.uint8(letters_here[a] == letter)
                        # If the letter is correct here (`right`), it is not also marked
                        # present (`near`): `spare[a]` is never above `length`.
                        near = np.uint8(spare[a] > right * np.uint8(length))
                        spare[a] -= near
                        row[a] += weight * (right + right + near)


@kernel
def letterwise_rows(guesses, answers, out, start, stop):
    """Write rows `start` to `stop` - 1 of a clue matrix, by the rule of the contest.

    By this rule, the mark of a letter does not depend on the other letters of the
    guess. `guesses` and `answers` have the words as rows of
    letters, and `out` is the matrix.
    """
    length = guesses.shape[1]

    # Bit l of ``has[a]`` is 1 if letter l is in answer a.
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
