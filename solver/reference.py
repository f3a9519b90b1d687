"""What the kernels compute, written for reading: slow, plain, and tested equal.

A clue matrix, its buckets and its beliefs are small mathematics; the fast modules
beside this one may be changed as long as they agree with it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.clues import MARKERS, Rule
from game.noise import likelihoods
from game.words import Vocabulary


def clue_matrix(vocabulary: Vocabulary, rule: Rule) -> list[list[int]]:
    """Return the clue of every guess against every answer.

    Examples
    --------
    >>> clue_matrix(Vocabulary(("sleep",), ("sleep", "dream")), Rule.CLASSIC)
    [[242], [18]]
    """
    mark = MARKERS[rule]
    return [[mark(a, g) for a in vocabulary.answers] for g in vocabulary.guesses]


def buckets(row: Sequence[int], weights: Sequence[float]) -> dict[int, float]:
    """Return the weight behind each clue of a guess.

    Examples
    --------
    >>> buckets([0, 0, 1], [1.0, 2.0, 3.0])
    {0: 3.0, 1: 3.0}
    """
    found: Counter[int] = Counter()
    for clue, weight in zip(row, weights, strict=True):
        if weight > 0:
            found[int(clue)] += weight  # type: ignore[assignment]
    return dict(found)


def partition(row: Sequence[int], weights: Sequence[float]) -> tuple[float, ...]:
    """Return a guess's buckets, worst bucket, entropy in bits, and expected size.

    Examples
    --------
    >>> partition([0, 0, 1, 2], [1.0, 1.0, 1.0, 1.0])
    (3, 2.0, 1.5, 1.5)
    """
    sizes = buckets(row, weights).values()
    total = sum(sizes)
    entropy = -sum(size / total * math.log2(size / total) for size in sizes)
    expected = sum(size * size for size in sizes) / total
    return len(sizes), max(sizes), entropy, expected


def channel(epsilon: float, length: int) -> NDArray[np.float64]:
    """Return P(seen | true) for all pairs of clues, ``[true, seen]``.

    Examples
    --------
    >>> channel(5.0, 4).sum(axis=1).round(12).min()
    np.float64(1.0)
    """
    columns = [likelihoods(seen, epsilon, length) for seen in range(3**length)]
    return np.array(columns).T


def joint(
    row: Sequence[int], belief: NDArray[np.float64], epsilon: float, length: int
) -> NDArray[np.float64]:
    """Return P(answer, seen clue) for a guess, ``[answer, seen]``."""
    table: NDArray[np.float64] = belief[:, None] * channel(epsilon, length)[row]
    return table


def information(
    row: Sequence[int],
    belief: NDArray[np.float64],
    epsilon: float,
    length: int,
    order: float = 1.0,
) -> float:
    """Return Arimoto's information in a guess's noisy clue, in bits.

    Examples
    --------
    >>> round(information([0, 80], np.array([0.5, 0.5]), math.inf, 4), 6)
    1.0
    """
    table = joint(row, belief, epsilon, length)
    if order == 1.0:
        independent = table.sum(axis=1)[:, None] * table.sum(axis=0)[None, :]
        some = table > 0
        return float((table[some] * np.log2(table[some] / independent[some])).sum())
    prior = (belief**order).sum() ** (1 / order)
    after = ((table**order).sum(axis=0) ** (1 / order)).sum()
    return float(order / (order - 1) * np.log2(after / prior))


def best_posterior(
    row: Sequence[int], belief: NDArray[np.float64], epsilon: float, length: int
) -> float:
    """Return the chance of naming the secret after a guess's noisy clue."""
    return float(joint(row, belief, epsilon, length).max(axis=0).sum())


def posterior(
    prior: NDArray[np.float64],
    turns: Sequence[tuple[Sequence[int], int, float]],
    length: int,
) -> NDArray[np.float64]:
    """Return the belief after turns of (matrix row, seen clue, epsilon).

    Examples
    --------
    >>> posterior(np.array([0.5, 0.5]), [([0, 80], 80, math.inf)], 4)
    array([0., 1.])
    """
    weights = prior.copy()
    for row, seen, epsilon in turns:
        weights = weights * channel(epsilon, length)[row, seen]
    return np.asarray(weights / weights.sum())
