"""Constant-time marking: memory accesses and branches independent of the secret.

Another process on the machine can time the processor caches that it shares with the
referee. So no branch, index or table look-up here depends on a secret or its true
marks: letters are numbers in arrays of this process, and every operation runs
over all of them. The arrays are numpy's, because small Python integers are shared
objects, each with an address of its own.

`game.clues` has the readable version, with the same results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.arrays import Bytes, Mask
from game.clues import Rule

Letters: TypeAlias = NDArray[np.uint32]
"""Words as rows of code points."""


def letters(words: str, length: int) -> Letters:
    """Return words of one length, written one after the other, as rows of letters."""
    return np.frombuffer(words.encode("utf-32-le"), "<u4").reshape(-1, length)


def marks(secrets: Letters, guesses: Letters, rule: Rule) -> Bytes:
    """Return the marks of guesses against secrets: 0 absent, 1 present, 2 correct.

    All arrays have the shape (n_secrets, n_letters); a single guess is for all secrets.
    By the classic rule a misplaced letter is present when the guess has fewer misplaced
    copies of it further left than the secret has copies that are not matched exactly.
    """
    # Of shape (n_secrets, letters of the guess, letters of the secret).
    same = (guesses[:, :, None] == secrets[:, None, :]).view(np.uint8)
    exact = (guesses == secrets).view(np.uint8)
    if rule is Rule.LETTERWISE:
        return exact + np.bitwise_or.reduce(same, axis=2)

    # Of each misplaced letter: the copies that the secret has to spare, and the copies
    # further left in the guess that get them first.
    moved = 1 - exact
    twins = (guesses[:, :, None] == guesses[:, None, :]) & before(guesses.shape[1])
    spare = np.add.reduce(same * moved[:, None, :], axis=2, dtype=np.uint8)
    misplaced_before = np.add.reduce(twins * moved[:, None, :], axis=2, dtype=np.uint8)
    return 2 * exact + moved * (misplaced_before < spare).view(np.uint8)


@lru_cache(maxsize=16)
def before(length: int) -> Mask:
    """Return which places stand before each place, of shape (length, length).

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
    # All letters of all secrets are compared, also after one that differs.
    exact = (letters(word, len(word)) == secrets).view(np.uint8)
    return bool(np.bitwise_and.reduce(exact, axis=1).sum())
