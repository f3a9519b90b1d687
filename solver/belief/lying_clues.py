"""Values of guesses whose clues have lies, from the number of words that remain.

Let k marks of each clue be lies. Then all words that fit every clue are equally likely,
and a true clue becomes one of N other clues, all equally likely. Let W(S, r) be the
number of words in a set S, times the chance to win within r guesses if the secret is in
S. Then ``W(S, 1) = 1`` and

    W(S, r)  =  max over guesses g of  [g in S]  +  sum over y of W(S_y, r - 1) / N,

where S_y is the set of words in S, other than g, that fit the seen clue y. The
functions below replace W(S, r) by a value f_r(n) that depends only on the size n of S.
So one pass over the clues compares all guesses. ``f_1 = 1`` is exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Floats, Indices, Matrix
from solver.belief.sizes_kernel import COUNT_LANES, add_by_size, fill_values
from solver.numeric.threads import over_rows, padded_rows, read_only

_ALMOST = 1 - 1e-9


class Values(NamedTuple):
    """Values of sets of words, by the size of the set from 0 on.

    ``wins[r, n]`` is f_r(n): the number of words of a set of n words, times the chance
    to win within r guesses. If `wins` has no row r, this win is certain.
    `guesses` is the total number of guesses in a game for each word of the set, without
    a limit of guesses.
    """

    wins: Floats
    guesses: Floats


def random_values(count: int, ways: int, clues: float, turns: int) -> Values:
    """Return the values f_r(n) of sets of words, if the words are random.

    The value f_r(n) is the number n of words of a set, times the chance to win within r
    guesses if the secret is one of these words. A random word fits a seen clue with
    probability ``p = ways / clues``, independently of the other words. So the number B
    of the other words that fit the clue is binomial, with n - 1 trials and probability
    p. With E for the mean over B:

        f_r(n)  =  1 + E f_(r - 1)(B) / p,   but at most n.

    `count` is the size of the largest set, and `turns` is the maximum number of
    guesses. `ways` is the number of clues that a true clue can become. `clues` is the
    number of clues that can be seen: it is larger than `ways` and need not be an
    integer. Real words do not make all clues equally probable, so they behave like
    random words with a smaller number of clues.

    Examples
    --------
    >>> random_values(3, 80, 160.0, 2).wins[2].tolist()
    [0.0, 1.0, 2.0, 2.5]
    """
    sizes = np.arange(count + 1.0)
    clues = max(clues, ways + 1.0)  # for words of two letters, `clues` may be too low
    wins = [np.zeros(count + 1), np.minimum(sizes, 1.0)]

    # Stop as soon as the largest set is almost certainly won: more guesses would not
    # change the values.
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
    """Return for each guess the sum over seen clues of the value of the words that fit.

    `answers` are the possible words, fewer than 65,536. `values` has the value of a set
    of words by its size. The guess itself is not counted among the words that fit a
    clue: a right guess would have had a true clue.

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
