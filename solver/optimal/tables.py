"""Precomputed tables of the exact search: clues, letter counts, Zobrist keys."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule, all_correct
from game.hard import Hard
from game.words import Vocabulary
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.matrix.letters import letters

_HARD = {Hard.OFF: 0, Hard.NYT: 1, Hard.STRICT: 2}


class Board(NamedTuple):
    """The words as arrays, for kernels; the guesses begin with the answers.

    Attributes
    ----------
    rows : ndarray of shape (n_guesses, n_answers), uint8 or uint16
        Clues.
    columns : ndarray of shape (n_answers, n_guesses), uint8 or uint16
        The same, transposed.
    places : ndarray of shape (n_guesses, length), uint8
        Letters, 0 to 25.
    counts : ndarray of shape (n_guesses, 26), uint8
        How often each letter occurs.
    keys : ndarray of shape (n_guesses + 2 * n_answers + 1, 2), uint64
        Zobrist keys, whose exclusive-or identifies a state: one for each allowed
        guess, then for each remaining answer, then for each number of guesses left.
    green : int
        The clue of a right guess.
    hard : int
        0, 1 for nyt, 2 for strict.
    """

    rows: NDArray[np.unsignedinteger]
    columns: NDArray[np.unsignedinteger]
    places: NDArray[np.uint8]
    counts: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    green: int
    hard: int


def board(vocabulary: Vocabulary, hard: Hard = Hard.OFF) -> Board:
    """Return the tables of a vocabulary.

    Examples
    --------
    >>> board(Vocabulary(("crane",), ("slate", "crane"))).rows
    array([[242],
           [ 20]], dtype=uint8)
    """
    order = guess_order(vocabulary)
    rows = np.ascontiguousarray(clue_matrix(vocabulary, Rule.CLASSIC)[order])
    places = letters(vocabulary.guesses)[order]
    counts = np.stack([(places == x).sum(axis=1) for x in range(26)], axis=1)
    named = len(vocabulary.guesses) + 2 * len(vocabulary.answers) + 1
    random = np.random.default_rng(20220101)  # any seed: keys only have to differ
    return Board(
        rows,
        np.ascontiguousarray(rows.T),
        places,
        counts.astype(np.uint8),
        random.integers(0, 2**64, (named, 2), np.uint64),
        all_correct(vocabulary.length),
        _HARD[hard],
    )


def guess_order(vocabulary: Vocabulary) -> NDArray[np.intp]:
    """Return the places in the vocabulary of the guesses of a board.

    Examples
    --------
    >>> guess_order(Vocabulary(("crane",), ("slate", "crane", "trace")))
    array([1, 0, 2])
    """
    first, every = answer_rows(vocabulary), np.arange(len(vocabulary.guesses))
    return np.concatenate((first, np.delete(every, first)))
