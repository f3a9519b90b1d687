"""Precomputed tables of the exact search: clues, letter counts, Zobrist keys."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Bits, Bytes, Indices, Integers, Mask, Matrix
from game.clues import Rule, all_correct
from game.hard import Hard
from game.words import Vocabulary
from solver.matrix.buckets import by_columns
from solver.matrix.clue_matrix import answer_rows, cached_matrix, clue_matrix
from solver.matrix.letters import letter_codes
from solver.trees.objective import TOTAL, Objective

# Part of the name of the file in which the tables are cached. Raise this number if you
# change what the file contains.
_FORMAT = 1

_STRICT = {Hard.OFF: None, Hard.NYT: False, Hard.STRICT: True}


class SearchTables(NamedTuple):
    """The words as arrays, for kernels; the list of guesses begins with the answers.

    Attributes
    ----------
    columns : ndarray of shape (n_answers, n_guesses), unsigned
        The clues, with a row for each answer and a column for each guess. The array is
        mapped from a file in the cache.
    letters : ndarray of shape (n_guesses, length), uint8
        The letters of the guesses, as indices in the alphabet.
    placed : ndarray of shape (n_letters * length, n), uint64
        Row ``n_letters * p + x`` is the set of guesses with letter x in position p,
        with one bit for each guess. A row has n numbers of 64 bits.
    counted : ndarray of shape (n_letters * length, n), uint64
        Row ``n_letters * k + x`` is the set of guesses that have letter x more than k
        times, with one bit for each guess.
    keys : ndarray of shape (n, 2), uint64
        Zobrist keys: one for each guess, then one for each answer, then one for each
        number of guesses left. A state is identified by the exclusive-or of the keys of
        its allowed guesses, its remaining answers and its number of guesses left. A key
        has two halves.
    green : int
        The clue of a right guess.
    strict : bool or None
        Whether hard mode is strict. In normal mode the value is None, and kernels are
        compiled without the code of hard mode.
    weights : ndarray of shape (n_answers,), int64, or None
        Weights of the answers, with the heaviest answer first. If all weights are 1,
        the value is None, and kernels are compiled without weights.
    steps : ndarray, int64
        The amount that a guess adds to the cost of a game. The index is the number of
        guesses left before this guess.
    uniform : bool
        Whether all steps are equal, whatever the number of guesses left.
    """

    columns: Matrix
    letters: Bytes
    placed: Bits
    counted: Bits
    keys: Bits
    green: int
    strict: bool | None
    weights: Integers | None
    steps: Integers
    uniform: bool


def search_tables(
    vocabulary: Vocabulary,
    hard: Hard = Hard.OFF,
    objective: Objective = TOTAL,
    max_guesses: int = 6,
) -> SearchTables:
    """Return the tables of the exact search for a vocabulary and the rules of a game.

    The answers of the vocabulary must be sorted by weight, with the largest weight
    first.
    """
    letters = letter_codes(vocabulary.guesses, vocabulary.alphabet)
    letters = letters[guess_order(vocabulary)]
    codes = range(len(vocabulary.alphabet))
    counts = [(letters == x).sum(axis=1, dtype=np.uint8) for x in codes]
    length = vocabulary.length
    words = len(vocabulary.guesses)

    # Pack each set of guesses into bits as soon as it is built: with a byte per guess,
    # all sets together would take megabytes.
    placed = [bits(letters[:, p] == x) for p in range(length) for x in codes]
    counted = [bits(count > k) for k in range(length) for count in counts]

    # There is a key for each number of guesses left. The largest of these numbers is
    # the number of answers or the number of guesses in a game, whichever is larger.
    answers = len(vocabulary.answers)
    n_keys = words + answers + max(answers, max_guesses) + 1
    weights = np.array(vocabulary.weights or [1] * answers, np.int64)
    steps = objective.steps(max_guesses)
    random = np.random.default_rng(20220101)  # any seed will do that makes keys differ
    return SearchTables(
        _columns(vocabulary),
        letters,
        np.stack(placed),
        np.stack(counted),
        random.integers(0, 2**64, (n_keys, 2), np.uint64),
        all_correct(length),
        _STRICT[hard],
        None if (weights == 1).all() else weights,
        steps,
        bool((steps[1 : max_guesses + 1] == steps[1]).all()),
    )


def _columns(vocabulary: Vocabulary) -> Matrix:
    def build() -> Matrix:
        matrix = clue_matrix(vocabulary, Rule.CLASSIC)
        return by_columns(matrix[guess_order(vocabulary)])

    shape = (len(vocabulary.answers), len(vocabulary.guesses))
    return cached_matrix(f"board-{_FORMAT}-{vocabulary.digest[:32]}", shape, build)


def guess_order(vocabulary: Vocabulary) -> Indices:
    """Return the indices of the guesses in the vocabulary, with the answers first."""
    # The answers come first and keep their order. So the number of an answer is the
    # same in the list of answers and in this list of guesses.
    answers = answer_rows(vocabulary)
    every = np.arange(len(vocabulary.guesses))
    return np.concatenate((answers, np.delete(every, answers)))


def bits(sets: Mask) -> Bits:
    """Return sets of guesses as bits, with 64 guesses in each element.

    `sets` has a row for each set, or is one row. An element of a row is true if the
    guess is in the set. In the result, the lowest bit of the first element of a row is
    the first guess.
    """
    packed = np.packbits(sets, axis=-1, bitorder="little")

    # Kernels read 64 guesses at a time, so pad the rows with zeros to full 64 bits.
    missing = -packed.shape[-1] % 8
    packed = np.pad(packed, [(0, 0)] * (sets.ndim - 1) + [(0, missing)])
    return packed.view(np.uint64)
