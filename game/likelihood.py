"""Likelihoods of noisy clues: how probable a seen clue is under every true clue."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.clues import Clue, to_marks
from game.elementary import exp
from game.noise import keep_probability


def likelihoods(seen: Clue, epsilon: float, length: int = 5) -> NDArray[np.float64]:
    """Return how probable the seen clue is under every true clue.

    Parameters
    ----------
    seen : int
        The clue that the player saw.
    epsilon : float
        Privacy price, in nats; ``inf`` gives zeros and a single one.
    length : int
        Letters in the guess.

    Returns
    -------
    ndarray of shape (3 ** length,), float64
        ``P(seen | true)`` for each true clue.

    Examples
    --------
    >>> table = likelihoods(191, 12.3)
    >>> round(float(table[191]), 4), round(float(table.sum()), 4)
    (0.4544, 1.0)
    """
    keep = keep_probability(epsilon, length)
    # Not (1 - keep) / 2: exact where keep rounds to 1.
    share = exp(-epsilon / length)
    table = np.ones(1)
    for mark in to_marks(seen, length):
        letter = np.full(3, keep * share)
        letter[mark] = keep
        table = np.multiply.outer(table, letter).ravel()
    return table


def log_likelihoods(seen: Clue, epsilon: float, length: int = 5) -> NDArray[np.float64]:
    """Return the logarithm of `likelihoods`, up to a constant.

    It is the natural logarithm, for each true clue. Every letter whose mark differs
    makes the seen clue ``e**(epsilon / length)`` times less probable: the value is 0
    where all marks agree, ``-inf`` where marks differ that never change.
    """
    return by_differences(epsilon, length)[differences(seen, length)]


@lru_cache(maxsize=1 << 10)
def by_differences(epsilon: float, length: int) -> NDArray[np.float64]:
    """Return the values of `log_likelihoods` for 0 to `length` marks that differ."""
    different = np.arange(length + 1)
    if exp(-epsilon / length) == 0:  # no mark ever changes
        return np.where(different > 0, -np.inf, 0.0)
    return np.asarray(0.0 - epsilon / length * different)


@lru_cache(maxsize=1 << 8)
def differences(seen: Clue, length: int) -> NDArray[np.uint8]:
    """Return in how many marks every clue differs from one, shape (3 ** length,)."""
    counts = np.zeros(1, np.uint8)
    for mark in to_marks(seen, length):
        counts = np.add.outer(counts, np.arange(3) != mark).ravel()
    counts.setflags(write=False)
    return counts
