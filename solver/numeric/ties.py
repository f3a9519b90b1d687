"""Tie rule for scores that are equal up to rounding errors.

Scores that are equal in exact arithmetic differ in the last digits as computed, by some
1e-13 of their size. They count as equal when they differ by at most `TOLERANCE`: far
more than that error, and far less than any difference in bits, guesses or
probabilities that a player could notice. Ties are broken by a preference, then by
the order of the word list.

Two machines never decide differently at the edge of the tolerance, because scores have
the same bits everywhere: they are computed with `game.elementary` and with sums in a
fixed order.
"""

from __future__ import annotations

import numpy as np

from game.arrays import Floats, Indices, Mask

TOLERANCE = 1e-9
"""Difference up to which scores count as equal; relative where they are above 1."""


def best_of(scores: Floats) -> Indices:
    """Return the indices of the highest score and of all that count as equal to it.

    Parameters
    ----------
    scores : ndarray of shape (n,), float64
        At least one; ``-inf`` where an index cannot be chosen.

    Examples
    --------
    >>> best_of(np.array([0.3, 0.1 + 0.2, 0.1]))
    array([0, 1])
    """
    top = scores.max()
    return np.flatnonzero(scores >= top - TOLERANCE * max(1.0, abs(top)))


def first_best(scores: Floats) -> int:
    """Return the first index of `best_of`.

    Examples
    --------
    >>> first_best(np.array([0.1, 0.3, 0.1 + 0.2]))
    1
    """
    return int(best_of(scores)[0])


def ranking(scores: Floats, preferred: Mask | None = None) -> Indices:
    """Return all indices, the highest score first.

    Parameters
    ----------
    scores : ndarray of shape (n,), float64
        Rounded to multiples of `TOLERANCE`, so that to be equal is transitive.
    preferred : ndarray of shape (n,), bool, optional
        Indices that come first in ties; remaining ties are in the order of the indices.

    Examples
    --------
    >>> ranking(np.array([0.1, 0.1 + 0.2, 0.3]), np.array([False, False, True]))
    array([2, 1, 0])
    """
    cells = -np.round(scores, 9)
    if preferred is None:
        return np.argsort(cells, kind="stable")
    return np.lexsort((~preferred, cells))
