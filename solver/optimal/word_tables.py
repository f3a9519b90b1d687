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

# Part of the name of the cached file. Raise the number if the contents change.
_FORMAT = 1

_STRICT = {Hard.OFF: None, Hard.NYT: False, Hard.STRICT: True}


class SearchTables(NamedTuple):
    """The words as arrays, for kernels; the list of guesses begins with the answers.

    Attributes
    ----------
    columns : ndarray of shape (n_answers, n_guesses), unsigned
        The clue matrix with a row for each answer, mapped from the cache.
    letters : ndarray of shape (n_guesses, length), uint8
        The letters of the guesses, as indices in the alphabet.
    placed : ndarray of shape (n_letters * length, n), uint64
        Row ``n_letters * p + x`` is the set of guesses with letter x in position p, one
        bit for each guess.
    counted : ndarray of shape (n_letters * length, n), uint64
        Row ``n_letters * k + x`` is the set of guesses that have letter x more than k
        times, one bit for each guess.
    keys : ndarray of shape (n, 2), uint64
        Zobrist keys: one for each allowed guess, then one for each remaining answer,
        then one for each number of guesses left. The exclusive-or of the keys that
        apply identifies a state.
    green : int
        The clue of a right guess.
    strict : bool or None
        Whether hard mode is strict. It is None in normal mode, and then kernels are
        compiled without the code of hard mode.
    weights : ndarray of shape (n_answers,), int64, or None
        Weights of the answers, with the heaviest answer first. It is None if all
        weights are 1, and then kernels are compiled without weights.
    steps : ndarray, int64
        The amount that a guess adds to the cost of a game, by the number of guesses
        left before this guess.
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

    The answers of the vocabulary must be sorted by weight, with the heaviest first.
    """
    letters = letter_codes(vocabulary.guesses, vocabulary.alphabet)
    letters = letters[guess_order(vocabulary)]
    codes = range(len(vocabulary.alphabet))
    counts = [(letters == x).sum(axis=1, dtype=np.uint8) for x in codes]
    length = vocabulary.length
    words = len(vocabulary.guesses)

    # Each set is packed into bits as soon as it is built. All sets together, with a
    # byte per guess, would take megabytes.
    placed = [bits(letters[:, p] == x) for p in range(length) for x in codes]
    counted = [bits(count > k) for k in range(length) for count in counts]

    # The number of guesses left in a key is at most the larger of the number of answers
    # and the number of guesses in a game.
    answers = len(vocabulary.answers)
    n_keys = words + answers + max(answers, max_guesses) + 1
    weights = np.array(vocabulary.weights or [1] * answers, np.int64)
    steps = objective.steps(max_guesses)
    random = np.random.default_rng(20220101)  # any seed will do if all keys differ
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
    # The answers come first and keep their order. So an answer has the same number as a
    # guess and as an answer.
    answers = answer_rows(vocabulary)
    every = np.arange(len(vocabulary.guesses))
    return np.concatenate((answers, np.delete(every, answers)))


def bits(sets: Mask) -> Bits:
    """Return sets of guesses as bits, with 64 guesses in each element.

    `sets` is true for the guesses that are in a set, with a row for each set. The
    lowest bit of the first element is the first guess.
    """
    packed = np.packbits(sets, axis=-1, bitorder="little")

    # Kernels read 64 guesses at a time, so rows are padded with zeros.
    missing = -packed.shape[-1] % 8
    packed = np.pad(packed, [(0, 0)] * (sets.ndim - 1) + [(0, missing)])
    return packed.view(np.uint64)
