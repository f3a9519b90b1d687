"""Marking in constant time: memory accesses and branches do not depend on the secret.

Another process on the machine shares the processor caches with the referee and can time
them. So no branch, no index and no table look-up in this module depends on a secret or
on its true marks. Letters are numbers in arrays, and every operation runs over all
numbers. The arrays are NumPy's, because small Python integers are shared objects with
addresses of their own.

`game.clues` has a simpler version with the same results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.arrays import Bytes, Mask
from game.clues import Rule

Letters: TypeAlias = NDArray[np.uint32]
"""Words: a row for each word, with the Unicode code point of each letter."""


def letters(words: str, length: int) -> Letters:
    """Return words of one length as rows of letters.

    `words` has the words one after the other, without separators.
    """
    return np.frombuffer(words.encode("utf-32-le"), "<u4").reshape(-1, length)


def marks(secrets: Letters, guesses: Letters, rule: Rule) -> Bytes:
    """Return the marks of guesses for secrets: 0 absent, 1 present, 2 correct.

    All arrays have the shape (n_secrets, n_letters). A single guess is marked for all
    secrets. By the classic rule, a misplaced letter is present if the following holds:
    the guess has fewer misplaced copies of the letter further left than the secret has
    copies that are not matched exactly.
    """
    # `same` has the shape (n_secrets, letters of the guess, letters of the secret).
    same = (guesses[:, :, None] == secrets[:, None, :]).view(np.uint8)
    exact = (guesses == secrets).view(np.uint8)
    if rule is Rule.LETTERWISE:
        return exact + np.bitwise_or.reduce(same, axis=2)

    # For each misplaced letter, count the copies in the secret that are not matched
    # exactly. Also count the misplaced copies further left in the guess.
    moved = 1 - exact
    twins = (guesses[:, :, None] == guesses[:, None, :]) & before(guesses.shape[1])
    spare = np.add.reduce(same * moved[:, None, :], axis=2, dtype=np.uint8)
    misplaced_before = np.add.reduce(twins * moved[:, None, :], axis=2, dtype=np.uint8)
    return 2 * exact + moved * (misplaced_before < spare).view(np.uint8)


@lru_cache(maxsize=16)
def before(length: int) -> Mask:
    """Return for each position of a word which positions are further left.

    The array has the shape (length, length). Element (i, j) is true if j < i.

    Examples
    --------
    >>> before(3).astype(int).tolist()
    [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    """
    places = np.tri(length, k=-1, dtype=np.bool_)
    places.setflags(write=False)
    return places


def is_among(secrets: Letters, word: str) -> bool:
    """Return whether a word is one of the secrets."""
    # All letters of all secrets are compared, even after a letter that differs.
    exact = (letters(word, len(word)) == secrets).view(np.uint8)
    return bool(np.bitwise_and.reduce(exact, axis=1).sum())
