"""Tie rule for scores that are equal up to rounding errors.

Scores that are equal in exact arithmetic can differ in their last computed digits, by
about 1e-13 of their size. So scores count as equal if they differ by at most
`TOLERANCE`. This is far more than the rounding error, and far less than any difference
in bits, guesses or probabilities that a player could notice. Among scores that count
as equal, a preferred index comes first, and then the order of the word list decides.

Scores have the same bits on every machine: they are computed with `game.elementary` and
with sums in a fixed order. So two machines never decide differently at the edge of the
tolerance.
"""

from __future__ import annotations

import numpy as np

from game.arrays import Floats, Indices, Mask

TOLERANCE = 1e-9
"""Scores count as equal up to this difference, which is relative for scores above 1."""


def best_of(scores: Floats) -> Indices:
    """Return the indices of the highest score and of all scores that tie with it.

    Parameters
    ----------
    scores : ndarray of shape (n,), float64
        At least one score. ``-inf`` means that the index cannot be chosen.

    Examples
    --------
    >>> best_of(np.array([0.3, 0.1 + 0.2, 0.1]))
    array([0, 1])
    """
    top = scores.max()
    return np.flatnonzero(scores >= top - TOLERANCE * max(1.0, abs(top)))


def first_best(scores: Floats) -> int:
    """Return the first index whose score is the highest or ties with the highest.

    Examples
    --------
    >>> first_best(np.array([0.1, 0.3, 0.1 + 0.2]))
    1
    """
    return int(best_of(scores)[0])


def ranking(scores: Floats, preferred: Mask | None = None) -> Indices:
    """Return all indices, sorted by score, with the highest score first.

    Parameters
    ----------
    scores : ndarray of shape (n,), float64
        The scores. They are rounded to multiples of `TOLERANCE`, so that ties are
        transitive.
    preferred : ndarray of shape (n,), bool, optional
        True for the indices that come first among equal scores. Otherwise indices with
        equal scores keep their order.

    Examples
    --------
    >>> ranking(np.array([0.1, 0.1 + 0.2, 0.3]), np.array([False, False, True]))
    array([2, 1, 0])
    """
    cells = -np.round(scores, 9)
    if preferred is None:
        return np.argsort(cells, kind="stable")
    return np.lexsort((~preferred, cells))
