"""Hard mode constraints, applied to all guesses at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from game.arrays import Bytes, Mask
from game.clues import CORRECT, Clue, Rule, to_marks
from game.hard import Hard, Known, count_revealed
from game.words import Vocabulary
from solver.matrix.clue_matrix import clues_of
from solver.matrix.letters import letter_codes


def allowed(vocabulary: Vocabulary, history: Sequence[Known], hard: Hard) -> Mask:
    """Return an array that is true for each guess that hard mode allows.

    Hard mode allows a guess if `game.hard.objection` returns an empty string for it.
    `history` has the guesses so far, with their clues by the classic rule.
    """
    mask = np.ones(len(vocabulary.guesses), bool)
    for guess, clue in history if hard is not Hard.OFF else ():
        if hard is Hard.STRICT:
            mask &= clues_of(vocabulary, Rule.CLASSIC, guess) == clue
        else:
            _keep_using(mask, vocabulary, guess, clue)
    return mask


@lru_cache(maxsize=2)
def _letters(vocabulary: Vocabulary) -> tuple[Bytes, Bytes]:
    """Return two arrays of letters of all guesses.

    The first array, of shape (length, n_guesses), has the letter in each position. The
    second array, of shape (n_letters, n_guesses), has the count of each letter.
    """
    codes = letter_codes(vocabulary.guesses, vocabulary.alphabet)
    counts = [(codes == k).sum(axis=1) for k in range(len(vocabulary.alphabet))]
    return np.ascontiguousarray(codes.T), np.array(counts, np.uint8)


def _keep_using(mask: Mask, vocabulary: Vocabulary, guess: str, clue: Clue) -> None:
    """Set `mask` to false for each word that does not use the letters of a clue.

    `clue` is the clue of `guess`. By the rule `nyt`, a word must have each letter at
    least as often as the clue reveals it. A letter that is marked correct must stay in
    its position.
    """
    letters, counts = _letters(vocabulary)
    code = vocabulary.alphabet.index
    for position, mark in enumerate(to_marks(clue, len(guess))):
        if mark == CORRECT:
            mask &= letters[position] == code(guess[position])
    for letter, count in count_revealed(guess, clue).items():
        mask &= counts[code(letter)] >= count
