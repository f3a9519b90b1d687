"""Values of guesses whose clues have lies, by how many words each seen clue leaves.

While k marks of each clue are lies, all words that fit every clue are equally likely,
and a clue becomes one of N others, all equally likely. Let W(S, r) be the number of
words of a set S times the chance to win within r guesses. Then ``W(S, 1) = 1`` and

    W(S, r)  =  max over guesses g of  [g in S]  +  sum over y of W(S_y, r - 1) / N,

where S_y are the words other than g that fit the seen clue y. The functions below
replace W(S, r) by a value f_r(n) that depends on the size n of S alone, so that all
guesses are compared by one pass over their clues. For ``f_1 = 1`` it is exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Floats, Indices, Matrix
from solver.belief.sizes_kernel import COUNT_LANES, add_by_size, fill_values
from solver.numeric.threads import over_rows, padded_rows, read_only

_ALMOST = 1 - 1e-9


class Values(NamedTuple):
    """Values of sets of words by their size, from 0.

    ``wins[r]`` is f_r; after its last row a game is certain to be won. `guesses` is the
    sum over the words of the guesses that they take without a limit.
    """

    wins: Floats
    guesses: Floats


def random_values(count: int, ways: int, clues: float, turns: int) -> Values:
    """Return the values of sets in a game with random words.

    A random word fits a seen clue with probability ``p = ways / clues``, whatever the
    other words. So with B binomial, of n - 1 words and probability p,

        f_r(n)  =  1 + E f_(r - 1)(B) / p,   but at most n.

    `count` is the size of the largest set, `ways` the number of clues that a true one
    can become, `turns` the maximum number of guesses. `clues`, the number of clues that
    can be seen, is larger than `ways`, and need not be an integer: real words have
    unevenly probable clues, as random ones have when there are fewer of them.

    Examples
    --------
    >>> random_values(3, 80, 160.0, 2).wins[2].tolist()
    [0.0, 1.0, 2.0, 2.5]
    """
    sizes = np.arange(count + 1.0)
    clues = max(clues, ways + 1.0)  # fewer are estimated for words of two letters
    wins = [np.zeros(count + 1), np.minimum(sizes, 1.0)]

    # Further rows change nothing once the largest set is all but certainly won.
    while len(wins) <= turns and wins[-1][-1] < _ALMOST * count:
        following = np.empty(count + 1)
        fill_values(wins[-1], ways / clues, False, following)
        wins.append(following)
    guesses = np.empty(count + 1)
    fill_values(guesses, ways / clues, True, guesses)
    return Values(np.array(wins), guesses)


def sums_by_size(
    matrix: Matrix,
    answers: Indices,
    lies: int,
    length: int,
    values: Floats,
) -> Floats:
    """Return for each guess the sum over seen clues of the value of what they leave.

    `answers` are the possible words, fewer than 65,536; `values` has the value of a set
    by its size. The words that fit a clue do not include the guess, whose clue is true.

    Examples
    --------
    >>> matrix = np.array([[242, 0], [26, 1]], np.uint8)
    >>> sums_by_size(matrix, np.arange(2), 1, 5, np.array([0.0, 1.0, 1.5]))
    array([10., 20.])
    """
    guesses = len(matrix)
    matrix = read_only(padded_rows(matrix, COUNT_LANES))
    out = np.empty(len(matrix))
    over_rows(add_by_size, len(matrix), matrix, answers, lies, length, values, out)
    return out[:guesses]
