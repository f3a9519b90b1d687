"""Letters of a list of words as numbers, and their counts by position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.arrays import Bytes, Integers, Mask


def letter_codes(words: tuple[str, ...], alphabet: str) -> Bytes:
    """Return the indices of the letters in the alphabet, of shape (n_words, length)."""
    # One number for each letter, as the alphabet is in the order of code points.
    flat, order = (
        np.frombuffer(text.encode("utf-32-le"), "<u4")
        for text in ("".join(words), alphabet)
    )
    codes = np.searchsorted(order, flat).astype(np.uint8)
    return codes.reshape(len(words), -1)


def is_repeat(words: Bytes) -> Mask:
    """Return where a word has a letter that it also has further left.

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
    """The number of words that have a letter.

    `here` counts those that have it in each position, of shape (n_letters, length);
    `anywhere` those that have it at least once.

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
        """Count the letters of words that are numbers as of `letter_codes`."""
        length = words.shape[1]
        slots = (words.astype(np.intp) * length + np.arange(length)).ravel()
        here = np.bincount(slots, minlength=n_letters * length)
        words_with = np.bincount(words[~is_repeat(words)], minlength=n_letters)
        return cls(here.reshape(n_letters, length), words_with, len(words))

    @property
    def is_open(self) -> Mask:
        """Whether some words have the letter and some have not, shape (n_letters,)."""
        return (self.anywhere > 0) & (self.anywhere < self.words)
