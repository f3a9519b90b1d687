"""Letters of a list of words as numbers, and their counts by place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LETTERS = 26


def letters(words: tuple[str, ...]) -> NDArray[np.uint8]:
    """Return the words as numbers, a 0 to z 25, of shape (n_words, length).

    Examples
    --------
    >>> letters(("abed",))
    array([[0, 1, 4, 3]], dtype=uint8)
    """
    flat = np.frombuffer("".join(words).encode(), dtype=np.uint8)
    return flat.reshape(len(words), -1) - ord("a")


def is_repeat(words: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return the places of letters that the word also has further left.

    Examples
    --------
    >>> is_repeat(letters(("sleep", "mummy"))).astype(int)
    array([[0, 0, 0, 1, 0],
           [0, 0, 1, 1, 0]])
    """
    places = range(words.shape[1])
    found = [(words[:, :i] == words[:, i : i + 1]).any(axis=1) for i in places]
    return np.stack(found, axis=1)


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """The number of words that have a letter.

    Parameters
    ----------
    here : ndarray of shape (26, length), int64
        Words that have the letter in this place.
    anywhere : ndarray of shape (26,), int64
        Words that have it at least once.
    words : int
        All words.

    Examples
    --------
    >>> counts = LetterCounts.of(letters(("sleep", "dream")))
    >>> counts.here[4], bool(counts.is_open[4])
    (array([0, 0, 2, 1, 0]), False)
    """

    here: NDArray[np.int64]
    anywhere: NDArray[np.int64]
    words: int

    @classmethod
    def of(cls, words: NDArray[np.uint8]) -> LetterCounts:
        """Count the letters of words, given as by `clue_matrix.letters`."""
        length = words.shape[1]
        slots = (words.astype(np.intp) * length + np.arange(length)).ravel()
        here = np.bincount(slots, minlength=LETTERS * length).reshape(LETTERS, length)
        first = words[~is_repeat(words)]
        return cls(here, np.bincount(first, minlength=LETTERS), len(words))

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Whether some words have the letter and some have not, shape (26,)."""
        return (self.anywhere > 0) & (self.anywhere < self.words)
