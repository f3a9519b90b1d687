"""Computation of the clue matrix; `tests.solver.reference` has it in plain Python."""

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
    """Return the clue matrix, computed without the cache."""
    dtype = np.min_scalar_type(all_correct(vocabulary.length))
    shape = (len(vocabulary.guesses), len(vocabulary.answers))
    matrix = np.empty(shape, dtype)
    answers = letter_codes(vocabulary.answers, vocabulary.alphabet)
    write = _kernel_of(rule)
    over_rows(write, len(matrix), _guess_codes(vocabulary), answers, matrix)
    return matrix


def build_row(vocabulary: Vocabulary, rule: Rule, guess: str) -> Matrix:
    """Return the clue of a word against every valid guess, of shape (n_guesses,).

    The word may be one that is not listed. It has only letters of the alphabet.
    """
    dtype = np.min_scalar_type(all_correct(vocabulary.length))
    clues = np.empty((1, len(vocabulary.guesses)), dtype)
    word = letter_codes((guess,), vocabulary.alphabet)
    write = _kernel_of(rule)
    write(word, _guess_codes(vocabulary), clues, 0, 1)
    return clues[0]


def _kernel_of(rule: Rule) -> Callable[..., None]:
    """Return the kernel that writes rows of a matrix by a rule."""
    return classic_rows if rule is Rule.CLASSIC else letterwise_rows


@lru_cache(maxsize=4)
def _guess_codes(vocabulary: Vocabulary) -> Bytes:
    """Return the letters of all guesses as numbers."""
    return letter_codes(vocabulary.guesses, vocabulary.alphabet)


@kernel
def classic_rows(guesses, answers, out, start, stop):
    """Write rows `start` to `stop` - 1 of a matrix, by the rule of classic Wordle.

    Letter by letter, each loop over all answers, in vector instructions: of the copies
    of a letter that are not in their place, the first ones are marked as present, as
    many as the answer has left.
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
            # Each letter of the guess is dealt with once, at its first place.
            new = True
            for p in range(place):
                new = new and guesses[g, p] != letter
            if not new:
                continue

            # Of the answer's copies, those in the same place are taken first.
            count = counts[letter]
            for a in range(n):
                spare[a] = count[a]
            for p in range(place, length):
                if guesses[g, p] == letter:
                    letters_here = letters_at[p]
                    for a in range(n):
                        spare[a] -= np.uint8(letters_here[a] == letter)
            # From left to right, the other copies of the guess take what is spare.
            for p in range(place, length):
                if guesses[g, p] == letter:
                    letters_here = letters_at[p]
                    weight = out.dtype.type(3 ** (length - 1 - p))
                    for a in range(n):
                        right = np.uint8(letters_here[a] == letter)
                        # No word has more than `length` copies: never near if right.
                        near = np.uint8(spare[a] > right * np.uint8(length))
                        spare[a] -= near
                        row[a] += weight * (right + right + near)


@kernel
def letterwise_rows(guesses, answers, out, start, stop):
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
