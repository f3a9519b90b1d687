"""Conversion of the letters of words to numbers, and counts of the letters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.arrays import Bytes, Integers, Mask


def letter_codes(words: tuple[str, ...], alphabet: str) -> Bytes:
    """Return, for each letter of each word, its index in the alphabet.

    The array has the shape (n_words, length).
    """
    # The alphabet is sorted by code point, so a search finds the index of each letter.
    flat, order = (
        np.frombuffer(text.encode("utf-32-le"), "<u4")
        for text in ("".join(words), alphabet)
    )
    codes = np.searchsorted(order, flat).astype(np.uint8)
    return codes.reshape(len(words), -1)


def is_repeat(words: Bytes) -> Mask:
    """Return, for each letter of each word, whether the word also has it further left.

    Examples
    --------
    >>> is_repeat(letter_codes(("sleep", "mummy"), "elmpsuy")).astype(int)
    array([[0, 0, 0, 1, 0],
           [0, 0, 1, 1, 0]])
    """
    repeats = [
        (words[:, :i] == words[:, i : i + 1]).any(axis=1) for i in range(words.shape[1])
    ]
    return np.stack(repeats, axis=1)


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """For each letter, the number of words that have it.

    `here`, of shape (n_letters, length), counts the words that have the letter in a
    position. `anywhere`, of shape (n_letters,), counts the words that have the letter
    at least once. `words` is the number of all words.

    Examples
    --------
    >>> counts = LetterCounts.of(letter_codes(("sleep", "dream"), "adelmprs"), 8)
    >>> counts.here[2], bool(counts.is_open[2])
    (array([0, 0, 2, 1, 0]), False)
    """

    here: Integers
    anywhere: Integers
    words: int

    @classmethod
    def of(cls, words: Bytes, n_letters: int) -> LetterCounts:
        """Return the counts of the letters of some words.

        `words` has the letters as numbers, as `letter_codes` returns them. `n_letters`
        is the number of letters in the alphabet.
        """
        length = words.shape[1]
        slots = (words.astype(np.intp) * length + np.arange(length)).ravel()
        here = np.bincount(slots, minlength=n_letters * length)
        words_with = np.bincount(words[~is_repeat(words)], minlength=n_letters)
        return cls(here.reshape(n_letters, length), words_with, len(words))

    @property
    def is_open(self) -> Mask:
        """For each letter, whether some words have the letter and other words do not.

        The array has the shape (n_letters,).
        """
        return (self.anywhere > 0) & (self.anywhere < self.words)
