"""Constant-time marking: memory accesses and branches independent of the secret.

Another process on the machine can time the processor caches that it shares with the
referee. So no branch, index or table look-up here depends on a secret, its true marks
or the noise: letters are numbers in arrays of this process, and every operation runs
over all of them. The arrays are numpy's, because small Python integers are shared
objects, each with an address of its own.

`game.clues` and `game.noise` hold the readable versions, with the same results.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule

Bytes: TypeAlias = NDArray[np.uint8]

Letters: TypeAlias = NDArray[np.uint32]
"""Words as rows of code points."""

_THREE = np.uint8(3)


def letters(words: str, length: int) -> Letters:
    """Return words of one length, written one after the other, as rows of letters.

    Examples
    --------
    >>> letters("craneslate", 5).shape
    (2, 5)
    """
    return np.frombuffer(words.encode("utf-32-le"), "<u4").reshape(-1, length)


def marks(secrets: Letters, guesses: Letters, rule: Rule) -> Bytes:
    """Return the marks of guesses against secrets.

    Parameters
    ----------
    secrets : ndarray of shape (n_secrets, n_letters), uint32
        As `letters` returns them.
    guesses : ndarray of shape (n_secrets, n_letters) or (1, n_letters), uint32
        One for each secret, or one for all.
    rule : Rule
        How they are marked.

    Returns
    -------
    ndarray of shape (n_secrets, n_letters), uint8
        0 absent, 1 present, 2 correct.

    Notes
    -----
    Classic: a misplaced letter is present when the guess has fewer misplaced copies of
    it further left than the secret has copies that are not matched exactly.

    Examples
    --------
    >>> marks(letters("mesas", 5), letters("sassy", 5), Rule.CLASSIC).tolist()
    [[1, 1, 2, 0, 0]]
    """
    # Of shape (n_secrets, letters of the guess, letters of the secret).
    same = (guesses[:, :, None] == secrets[:, None, :]).view(np.uint8)
    exact = (guesses == secrets).view(np.uint8)
    found: Bytes
    if rule is Rule.LETTERWISE:
        found = exact + np.bitwise_or.reduce(same, axis=2)
        return found
    moved = 1 - exact
    twins = np.tril(guesses[:, :, None] == guesses[:, None, :], -1).view(np.uint8)
    spare = np.add.reduce(same * moved[:, None, :], axis=2, dtype=np.uint8)
    taken = np.add.reduce(twins * moved[:, None, :], axis=2, dtype=np.uint8)
    found = 2 * exact + moved * (taken < spare).view(np.uint8)
    return found


def is_among(secrets: Letters, word: str) -> bool:
    """Return whether a word is one of the secrets.

    Examples
    --------
    >>> is_among(letters("craneslate", 5), "slate")
    True
    """
    exact = (letters(word, len(word)) == secrets).view(np.uint8)
    return bool(np.bitwise_and.reduce(exact, axis=1).sum())


def perturbed(
    true: Bytes, keep: float | NDArray[np.float64], uniforms: NDArray[np.float64]
) -> Bytes:
    """Pass marks through the channel.

    Parameters
    ----------
    true : ndarray of shape (..., n_letters), uint8
        The true marks.
    keep : float, or ndarray of shape (..., 1)
        The `keep_probability` of the price.
    uniforms : ndarray of shape (..., n_letters), float64
        One draw from [0, 1) per letter.

    Returns
    -------
    ndarray of shape (..., n_letters), uint8
        The marks that the player sees.

    Examples
    --------
    >>> true = np.array([2, 1, 0, 0, 2], np.uint8)
    >>> perturbed(true, 0.85, np.array([0.1, 0.1, 0.1, 0.1, 0.99])).tolist()
    [2, 1, 0, 0, 1]
    """
    middle = keep + (1.0 - keep) / 2
    above = (uniforms >= keep).view(np.uint8) + (uniforms >= middle).view(np.uint8)
    mark = true + above
    return mark - _THREE * (mark >= _THREE).view(np.uint8)
