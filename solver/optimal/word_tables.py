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

_FORMAT = 1  # part of the file's name; changes with the meaning of its numbers

_STRICT = {Hard.OFF: None, Hard.NYT: False, Hard.STRICT: True}


class SearchTables(NamedTuple):
    """The words as arrays, for kernels; the guesses begin with the answers.

    Attributes
    ----------
    columns : ndarray of shape (n_answers, n_guesses), unsigned
        Clues, mapped from the cache.
    letters : ndarray of shape (n_guesses, length), uint8
        Letters, as indices in the alphabet.
    placed : ndarray of shape (n_letters * length, n), uint64
        Guesses with letter x in position p, in row ``n_letters * p + x``, one bit each.
    counted : ndarray of shape (n_letters * length, n), uint64
        Guesses that have letter x more than k times, in row ``n_letters * k + x``.
    keys : ndarray of shape (n, 2), uint64
        Zobrist keys, whose exclusive-or identifies a state: one for each allowed
        guess, then for each remaining answer, then for each number of guesses left.
    green : int
        The clue of a right guess.
    strict : bool or None
        Whether hard mode is strict; None in normal mode, whose kernels are compiled
        without the code of hard mode.
    weights : ndarray of shape (n_answers,), int64, or None
        Weights of the answers, the heaviest first; None where they are all 1, with
        separate kernels too.
    steps : ndarray, int64
        What a guess adds to the cost of a game, by the guesses left before it.
    uniform : bool
        Whether that does not depend on the guesses left.
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
    """Return the tables of a vocabulary whose heaviest answers come first."""
    letters = letter_codes(vocabulary.guesses, vocabulary.alphabet)
    letters = letters[guess_order(vocabulary)]
    codes = range(len(vocabulary.alphabet))
    counts = [(letters == x).sum(axis=1, dtype=np.uint8) for x in codes]
    length = vocabulary.length
    words = len(vocabulary.guesses)

    # Bits at once: all these sets with a byte per guess would take megabytes.
    placed = [bits(letters[:, p] == x) for p in range(length) for x in codes]
    counted = [bits(count > k) for k in range(length) for count in counts]

    # The guesses left are at most as many as a game has, or as there are answers.
    answers = len(vocabulary.answers)
    n_keys = words + answers + max(answers, max_guesses) + 1
    weights = np.array(vocabulary.weights or [1] * answers, np.int64)
    steps = objective.steps(max_guesses)
    random = np.random.default_rng(20220101)  # any seed: keys only have to differ
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
    """Return the indices in the vocabulary of the guesses of the tables."""
    # Answers first and in their order: an answer has one number in both lists.
    answers = answer_rows(vocabulary)
    every = np.arange(len(vocabulary.guesses))
    return np.concatenate((answers, np.delete(every, answers)))


def bits(sets: Mask) -> Bits:
    """Return sets of guesses as bits, the first guess lowest."""
    packed = np.packbits(sets, axis=-1, bitorder="little")

    # Kernels read 64 guesses at a time, so rows are filled up with zeros.
    missing = -packed.shape[-1] % 8
    packed = np.pad(packed, [(0, 0)] * (sets.ndim - 1) + [(0, missing)])
    return packed.view(np.uint64)
