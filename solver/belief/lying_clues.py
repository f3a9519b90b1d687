"""Values of guesses whose clues have lies, computed from numbers of remaining words.

Let k marks of each clue be lies. Then all words that fit every clue are equally likely.
A true clue becomes one of N other clues, which are equally likely. Let W(S, r) be the
number of words in a set S, times the chance to win within r guesses if the secret is in
S. Then ``W(S, 1) = 1`` and

    W(S, r)  =  max over guesses g of  [g in S]  +  sum over y of W(S_y, r - 1) / N,

where [g in S] is 1 if g is in S, and 0 otherwise. S_y is the set of words in S, other
than g, that fit the seen clue y. The functions below replace W(S, r) by a value f_r(n)
that depends only on the size n of S. So one pass over the clues compares all guesses.
``f_1(n) = 1`` is exact for n of 1 or more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.arrays import Floats, Indices, Matrix
from solver.belief.sizes_kernel import COUNT_LANES, add_by_size, fill_values
from solver.numeric.threads import over_rows, padded_rows, read_only

_ALMOST = 1 - 1e-9


class Values(NamedTuple):
    """Values of sets of words, for each size of a set from 0 on.

    ``wins[r, n]`` is f_r(n): the number n of words of a set, times the chance to win
    within r guesses if the secret is one of these words. If `wins` has no row r, the
    game is almost certainly won within r guesses.

    ``guesses[n]`` is the mean of a total number of guesses. The total is the sum over n
    games without a limit of guesses: one game for each word of a set of n words.
    """

    wins: Floats
    guesses: Floats


def random_values(count: int, ways: int, clues: float, turns: int) -> Values:
    """Return the values f_r(n) of sets of words, if the words are random.

    The value f_r(n) is the number n of words of a set, times the chance to win within r
    guesses if the secret is one of these words. A random word fits a seen clue with
    probability ``p = ways / clues``, independently of the other words. The guess is one
    of the n words. Let B be the number of the n - 1 other words that fit the clue. Then
    B is binomial, with n - 1 trials and probability p. With E for the mean over B:

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
    """Return, for each guess, the sum over clues of the value of the fitting words.

    `answers` are the columns of the possible words in the matrix, fewer than 65,536.
    ``values[n]`` is the value of a set of n words. `lies` is the number of false marks
    in each clue. The guess itself is not counted among the words that fit a clue,
    because a right guess would have received its true clue.

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
