"""Upper bounds on the chance to win Fibble within a number of guesses, with a proof.

**Change of measure.** Words have L letters, and every clue has k lies: k marks of the
true clue are replaced by other marks. A true clue can become ``N = C(L, k) 2^k`` seen
clues, where C(L, k) is a binomial coefficient. A word *fits* a seen clue if its true
clue can become the seen clue. The proof changes the measure as
`solver.bounds.free_letters` does. P_s is the probability of the seen clues if s is the
secret; under Q all 3^L seen clues are equally likely. So dP_s / dQ is ``3^L / N`` to
the power of the number of clues for a word s that fits all clues, and 0 for all other
words. So the number of words that fit bounds the chance to win. Let S be the set of
words that fit all clues. Let W(S, r) be the size of S times the chance to win within r
more guesses, by the best strategy. Then ``W(S, 1) = 1``, and

    W(S, r)  =  max over guesses g of  [g in S]  +  sum over y of W(S_y, r - 1) / N,

where [g in S] is 1 if g is in S and otherwise 0, and S_y has the words of S, without g,
that fit the seen clue y.

**Bound by size.** ``W(S, r) <= B_r(|S|)`` for any words, with ``B_1(n) = 1`` and

    B_r(n)  =  min(n, max(G(n), N + G(n - 1)) / N),

where G(m) bounds the sum over y of ``B(c_y)``, with ``B = B_(r - 1)``, for all choices
of m true clues. Here c_y is the number of these true clues that can become y. G(m) is
the least of three bounds:

(1) ``3^L E(m N / 3^L)``, where E is the least concave function above B. Every true clue
    can become N seen clues, so that the c_y sum to ``m N``. Then the bound follows from
    Jensen's inequality.
(2) For m up to 4, the largest sum of all choices of clues. Three changes only reorder
    the terms of a sum: adding a clue to all true clues, letter by letter modulo 3;
    permuting the letters; and, for a letter, exchanging the two marks that are not 0.
    So the first clue may be 0. All marks of the second clue that are not 0 may be 1 and
    stand on the right.
(3) ``G(m - 1) m / (m - 1)``. Leave out one of the clues at random: c_y decreases by 1
    with probability ``c_y / m``. As B(n) / n does not increase, B(c) - B(c - 1) is at
    most B(c) / c, so that the mean of the sums is at least 1 - 1 / m of the sum for m.

So that B(n) / n does not increase, B_r(n) is replaced by the number
``n max over i >= n of B_r(i) / i``, which is no smaller.

**First guess.** The first guess is a word of the list, so that the sizes of S_y are
known for every first guess. If S is the set of all answers, W(S, r) is at most the
largest ``[g in S] + sum over y of B_(r - 1)(|S_y|) / N`` over all guesses g. The chance
to win is at most this bound divided by the number of answers. The expected number of
guesses is the sum over r >= 0 of the chance to need more than r guesses. So the bounds
also give a lower bound of the expected number of guesses.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import all_differences
from solver.belief.lying_clues import sums_by_size

Floats = NDArray[np.float64]

_SLACK = 1e-9  # larger than the rounding errors of all sums together


def win_bounds(
    matrix: NDArray[np.unsignedinteger],
    answer_rows: NDArray[np.intp],
    lies: int,
    length: int,
    turns: int,
) -> Floats:
    """Return upper bounds of the chance to win Fibble within 0 to `turns` guesses.

    `matrix` is the clue matrix, and `answer_rows` has the row of each answer in the
    clue matrix. A clue has `lies` lies, and words have `length` letters.

    Examples
    --------
    >>> matrix = np.array([[8, 0, 3], [0, 8, 0], [3, 0, 8]], np.uint8)
    >>> win_bounds(matrix, np.arange(3), 1, 2, 3).round(3)
    array([0.   , 0.333, 0.917, 1.   ])
    """
    count = matrix.shape[1]
    is_answer = np.isin(np.arange(len(matrix)), answer_rows)
    ways = math.comb(length, lies) * 2**lies
    bounds = [0.0, 1 / count]
    for by_size in size_bounds(count, lies, length, turns)[1:-1]:
        sums = sums_by_size(matrix, np.arange(count), lies, length, by_size)
        bounds.append(float((is_answer + sums / ways).max()) / count + _SLACK)
    return np.minimum(bounds[: turns + 1], 1.0)


def size_bounds(count: int, lies: int, length: int, turns: int) -> Floats:
    """Return upper bounds of n times the chance to win, if n words are possible.

    The result has a row for each r from 0 to `turns`, and a column for each n from 0 to
    `count`. The bound in this row and column is ``B_r(n)`` of the module's text. If n
    words are possible, the best strategy wins within r guesses with a chance of at most
    ``B_r(n) / n``. Clues have `lies` lies, and words have `length` letters.
    """
    sizes = np.arange(count + 1.0)
    ways = math.comb(length, lies) * 2**lies
    seen = 3**length
    frequencies = fit_frequencies(lies, length)
    by_turns = [np.zeros(count + 1), np.minimum(sizes, 1.0)]
    for _ in range(turns - 1):
        sums = _bound_sums(by_turns[-1], ways, seen, frequencies)
        bound = np.zeros(count + 1)
        bound[1:] = np.maximum(sums[1:], ways + sums[:-1]) / ways + _SLACK
        shares = np.minimum(bound[1:] / sizes[1:], 1.0)
        bound[1:] = sizes[1:] * np.maximum.accumulate(shares[::-1])[::-1]
        by_turns.append(bound)
    return np.array(by_turns[: turns + 1])


def _bound_sums(
    before: Floats, ways: int, seen: int, frequencies: list[NDArray[np.int64]]
) -> Floats:
    """Return, for each number m of words, an upper bound of a sum over all seen clues.

    The bound is ``G(m)`` of the module's text, for m from 0 to the number of words. The
    sum has a term for each seen clue y: ``before[n]``, where n is the number of words
    with a true clue that can become y, and ``before[n]`` is ``B_(r - 1)(n)``. The bound
    holds for any m true clues. `ways` is N, the number of seen clues that a true clue
    can become. `seen` is the number of all clues. `frequencies` is the result of
    `fit_frequencies`.
    """
    count = len(before) - 1
    sizes = np.arange(count + 1.0)
    mean = np.minimum(sizes * ways / seen, count)
    sums = seen * np.interp(mean, sizes, _concave(before))
    for m in range(1, min(count, len(frequencies)) + 1):
        sums[m] = min(sums[m], (frequencies[m - 1] @ before[: m + 1]).max())
    for m in range(2, count + 1):
        sums[m] = min(sums[m], sums[m - 1] * m / (m - 1))
    return np.asarray(sums)


def fit_frequencies(lies: int, length: int) -> list[NDArray[np.int64]]:
    """Return how many seen clues fit 0, 1, ... m of m true clues, for m from 1 to 4.

    A seen clue fits a true clue if `lies` lies turn the true clue into the seen clue.
    Clues have `length` marks. The result has an array for each m. A row of the array
    belongs to a choice of m true clues, and column j has the number of seen clues that
    fit exactly j of them. Equal rows are left out. Only some choices are tried: bound
    (2) in the module's text says why these choices are enough.
    """
    fits = (all_differences(length) == lies).astype(np.uint8)
    two = fits[0] + fits[[(3**k - 1) // 2 for k in range(length + 1)]]
    three = np.unique((two[:, None] + fits).reshape(-1, len(fits)), axis=0)
    four = (counts + fits for counts in three)
    return [
        np.unique(np.concatenate([_count_values(c, m) for c in choices]), axis=0)
        for m, choices in enumerate(([fits[:1]], [two], [three], four), 1)
    ]


def _count_values(counts: NDArray[np.uint8], most: int) -> NDArray[np.int64]:
    """Return how often each value from 0 to `most` occurs in each row of `counts`.

    The result has a row for each row of `counts`, and a column for each value.
    """
    return np.stack([(counts == c).sum(axis=1) for c in range(most + 1)], axis=1)


def _concave(values: Floats) -> Floats:
    """Return the least concave function above `values`, at 0, 1, 2, ...

    ``values[n]`` is the value of the given function at n, and the result has the same
    form.
    """
    corners: list[int] = []
    for i, value in enumerate(values):
        while len(corners) > 1:
            a, b = corners[-2:]
            if (values[b] - values[a]) * (i - b) > (value - values[b]) * (b - a):
                break
            corners.pop()
        corners.append(i)
    return np.interp(np.arange(len(values)), corners, values[corners])
