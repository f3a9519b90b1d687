"""Reference implementations of the kernels: slow, readable, and tested for equality.

They define the results of clue matrices, buckets and beliefs; the fast modules must
agree with them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game import Vocabulary, keep_probability
from game.clues import MARKERS, Rule, classic, to_marks
from game.hard import Hard, Known, objection


def clue_matrix(vocabulary: Vocabulary, rule: Rule) -> list[list[int]]:
    """Return the clue of every guess for every answer."""
    mark = MARKERS[rule]
    return [[mark(a, g) for a in vocabulary.answers] for g in vocabulary.guesses]


def buckets(row: Sequence[int], weights: Sequence[float]) -> dict[int, float]:
    """Return, for each clue of a guess, the total weight of its answers."""
    sizes: defaultdict[int, float] = defaultdict(float)
    for clue, weight in zip(row, weights, strict=True):
        if weight > 0:
            sizes[int(clue)] += weight
    return dict(sizes)


def partition(row: Sequence[int], weights: Sequence[float]) -> tuple[float, ...]:
    """Return four figures of a guess, as `solver.partitions` does.

    They are the number of buckets, the weight of the largest bucket, the entropy in
    bits, and the expected size of a bucket.
    """
    sizes = buckets(row, weights).values()
    total = sum(sizes)
    entropy = -sum(size / total * math.log2(size / total) for size in sizes)
    expected = sum(size * size for size in sizes) / total
    return len(sizes), max(sizes), entropy, expected


def least_cost(
    matrix: Sequence[Sequence[int]],
    part: Sequence[int],
    right: int,
    costs: Sequence[float],
    worst: bool,
) -> float:
    """Return the cost of the best guess for the answers in `part`.

    A bucket costs ``costs[size]``, but the bucket of the clue `right` costs 0. The cost
    of a guess is the largest cost of a bucket if `worst`, and otherwise the sum.
    """
    totals = []
    for row in matrix:
        sizes = Counter(row[answer] for answer in part)
        clues = [costs[size] for clue, size in sizes.items() if clue != right]
        totals.append(max(clues, default=0.0) if worst else sum(clues))
    return min(totals)


@cache
def equal_marks(length: int) -> NDArray[np.int8]:
    """Return how many marks two clues have in common, for all pairs of clues."""
    marks = np.array([to_marks(clue, length) for clue in range(3**length)])
    return np.asarray((marks[:, None] == marks).sum(axis=2, dtype=np.int8))


@cache
def response(epsilon: float, length: int) -> NDArray[np.float64]:
    """Return P(seen | true) for all pairs of clues, ``[true, seen]``.

    If k marks are seen as they are, P is ``keep**k * ((1 - keep) / 2)**(length - k)``.
    This function counts marks, and does not use `game.channels`, because the fast
    modules use it.
    """
    keep = keep_probability(epsilon, length)
    lie = (1 - keep) / 2
    by_equal = np.array([keep**k * lie ** (length - k) for k in range(length + 1)])
    return np.asarray(by_equal[equal_marks(length)])


@cache
def lies_channel(count: int, length: int) -> NDArray[np.float64]:
    """Return P(seen | true) with a number of lies, ``[true, seen]``, by enumeration.

    One more column stands for the clue of a right guess, which ends the game.
    """
    right = 3**length - 1
    table = np.zeros((right + 1, right + 2))
    table[:right, :-1] = equal_marks(length)[:right] == length - count
    table[right, -1] = 1.0
    return np.asarray(table / table.sum(axis=1, keepdims=True))


def joint(
    row: Sequence[int],
    belief: NDArray[np.float64],
    epsilon: float,
    length: int,
    lies: int = 0,
) -> NDArray[np.float64]:
    """Return P(answer, seen clue) for a guess, ``[answer, seen]``."""
    likelihoods = lies_channel(lies, length) if lies else response(epsilon, length)
    table: NDArray[np.float64] = belief[:, None] * likelihoods[row]
    return table


def information(
    row: Sequence[int],
    belief: NDArray[np.float64],
    epsilon: float,
    length: int,
    order: float = 1.0,
    lies: int = 0,
) -> float:
    """Return the Arimoto information in the noisy clue of a guess, in bits."""
    table = joint(row, belief, epsilon, length, lies)
    if order == 1.0:
        independent = table.sum(axis=1)[:, None] * table.sum(axis=0)[None, :]
        some = table > 0
        return float((table[some] * np.log2(table[some] / independent[some])).sum())
    prior = (belief**order).sum() ** (1 / order)
    after = ((table**order).sum(axis=0) ** (1 / order)).sum()
    return float(order / (order - 1) * np.log2(after / prior))


def best_posterior(
    row: Sequence[int],
    belief: NDArray[np.float64],
    epsilon: float,
    length: int,
    lies: int = 0,
) -> float:
    """Return the chance that the likeliest answer after a noisy clue is the secret."""
    return float(joint(row, belief, epsilon, length, lies).max(axis=0).sum())


def posterior(
    prior: NDArray[np.float64],
    turns: Sequence[tuple[Sequence[int], int, float]],
    length: int,
) -> NDArray[np.float64]:
    """Return the belief after turns of (matrix row, seen clue, epsilon)."""
    weights = prior.copy()
    for row, seen, epsilon in turns:
        weights = weights * response(epsilon, length)[row, seen]
    return np.asarray(weights / weights.sum())


def best_values(
    end: Sequence[float],
    small: Sequence[tuple[int, float]],
    moves: Sequence[Sequence[tuple[int, float]]],
    steps: int,
) -> list[list[float]]:
    """Return U of `solver.bounds.free_letters`, by budget up to `steps` and by ratio.

    `end` has, for each ratio, the value of a game that ends there. `small` has the
    offsets and the weights of the step that costs nothing. `moves` has the offsets and
    the weights of a guess, for each price.
    """
    table: list[list[float]] = []

    def expected(
        row: Sequence[float], i: int, step: Sequence[tuple[int, float]]
    ) -> float:
        return sum(
            weight * (1.0 if i + offset >= len(row) else row[max(i + offset, 0)])
            for offset, weight in step
        )

    for k in range(steps + 1):
        best = [
            max(
                [worth]
                + [expected(table[k - j + 1], i, moves[j]) for j in range(2, k + 1)]
            )
            for i, worth in enumerate(end)
        ]
        table.append([expected(best, i, small) for i in range(len(end))])
    return table


def fewest_guesses(
    vocabulary: Vocabulary,
    hard: Hard = Hard.OFF,
    max_guesses: int = 6,
    known: tuple[Known, ...] = (),
    costs: Sequence[int] = (),
) -> float:
    """Return the fewest guesses of all games together, or ``inf``.

    The result is ``inf`` if a game cannot be won. The number of words must be small. A
    game counts with the weight of its answer. `known` has earlier guesses with their
    clues; these guesses are not counted. If `costs` are given, they are the costs of a
    game of 1, 2, ... `max_guesses` guesses, and the least cost is returned.
    """
    fit = [w for w in vocabulary.answers if all(classic(w, g) == c for g, c in known)]
    if not fit:
        return 0
    if len(known) == max_guesses:
        return math.inf
    before, after = (0, *(costs or range(1, max_guesses + 1)))[len(known) :][:2]
    step = (after - before) * sum(vocabulary.weight[word] for word in fit)
    best: float = step if len(fit) == 1 else math.inf
    for guess in vocabulary.guesses if len(fit) > 1 else ():
        clues = {classic(answer, guess) for answer in fit}
        if len(clues) == 1 or objection(guess, known, hard):
            continue
        later = [
            fewest_guesses(
                vocabulary, hard, max_guesses, (*known, (guess, clue)), costs
            )
            for clue in clues
            if clue != classic(guess, guess)
        ]
        best = min(best, step + sum(later))
    return best
