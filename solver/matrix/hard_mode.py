"""Hard mode constraints, applied to all guesses at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.clues import ABSENT, CORRECT, PRESENT, Clue, to_marks
from game.hard import Hard, Known, count_revealed
from game.words import Vocabulary
from solver.matrix.letters import letter_codes


def allowed(
    vocabulary: Vocabulary, history: Sequence[Known], hard: Hard
) -> NDArray[np.bool_]:
    """Return for each guess whether `game.hard.objection` is empty.

    `history` are the guesses so far and their clues, by the classic rule.
    """
    table = _Letters.of(vocabulary)
    mask = np.ones(len(vocabulary.guesses), bool)
    keep = {Hard.NYT: table.keep_using, Hard.STRICT: table.keep_consistent}
    for guess, clue in history if hard is not Hard.OFF else ():
        keep[hard](mask, guess, clue)
    return mask


class _Letters:
    """The letters of all guesses, by position and by number."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.code = {x: k for k, x in enumerate(vocabulary.alphabet)}
        table = letter_codes(vocabulary.guesses, vocabulary.alphabet)
        self.letters = np.ascontiguousarray(table.T)
        counts = [(table == k).sum(axis=1) for k in self.code.values()]
        self.counts = np.array(counts, np.uint8)

    @staticmethod
    @lru_cache(maxsize=2)
    def of(vocabulary: Vocabulary) -> _Letters:
        """Return the table of a vocabulary, made once."""
        return _Letters(vocabulary)

    def keep_using(self, mask: NDArray[np.bool_], guess: str, clue: Clue) -> None:
        """Clear the mask where a word does not use what the clue reveals."""
        for position, mark in enumerate(to_marks(clue, len(guess))):
            if mark == CORRECT:
                mask &= self.letters[position] == self.code[guess[position]]
        for letter, count in count_revealed(guess, clue).items():
            mask &= self.counts[self.code[letter]] >= count

    def keep_consistent(self, mask: NDArray[np.bool_], guess: str, clue: Clue) -> None:
        """Clear the mask where a word would not have given the clue."""
        self.keep_using(mask, guess, clue)
        marks = to_marks(clue, len(guess))
        counts = count_revealed(guess, clue)
        spent: set[str] = set()
        for position, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
            if mark != CORRECT:
                mask &= self.letters[position] != self.code[letter]
            if mark == ABSENT:
                mask &= self.counts[self.code[letter]] == counts[letter]
                spent.add(letter)
            elif mark == PRESENT and letter in spent:
                mask[:] = False  # marks go to the copies from the left
