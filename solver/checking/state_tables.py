"""Tables of the checker: rules, states, and a hash table of lower bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arrays import Bytes, Integers, Matrix, Numbers

UNWINNABLE = 1 << 40
"""Lower bound of a state in which a game cannot be won with the guesses left."""

# Hash values of answers; facts whose answers have the same one are in a chain.
_HEADS = 1 << 20

_SETS = 512


class CheckState(NamedTuple):
    """Answers and guesses that are left, and the number of guesses.

    Answers and guesses are indices in the lists, ascending; in hard mode only guesses
    that are permitted and tell two of the answers apart. `left` is the number of
    guesses left.
    """

    answers: Numbers
    guesses: Numbers
    left: int


class Rules(NamedTuple):
    """The words and the rules as arrays.

    `columns` are the clues, of shape (n_answers, n_guesses), and `words` the letters as
    indices in the alphabet, of shape (n_guesses, length); `itself` has the indices of
    the answers among the guesses, and `right` is the clue of a right guess. `hard` says
    whether clues restrict the next guess, `strict` whether it has to agree with every
    clue. `weights` are those of the answers in the total; `even` is true if all are 1.

    `steps` is what a guess adds to the cost of a game that goes on to it, by the
    guesses left before it; `uniform` is true if that does not depend on the guesses
    left. For games of up to three guesses that cost 1, 2 and 5, it is [0, 3, 1, 1, 0,
    0]: the first guess is ``steps[3]``, the last ``steps[1]``. The entry 0 is for no
    guess, and the two at the end are read, as indices -1 and -2, where fewer guesses
    are left.

    `most`, of shape (n_guesses,), never rises: no guess from an index on makes more
    buckets of any answers, counted by the weights of their heaviest answers.
    """

    columns: Matrix
    words: Bytes
    itself: Numbers
    right: int
    hard: bool
    strict: bool
    weights: Integers
    even: bool
    steps: Integers
    uniform: bool
    most: Integers


class Facts(NamedTuple):
    """Hash table from the answers of claims to their lower bounds.

    A fact is a state with a lower bound of its cost. Facts have the numbers of their
    claims, from 0. The answers of fact `i` are ``answers[begin[i] : begin[i + 1]]``,
    and its guesses, which are kept in hard mode only,
    ``guesses[first[i] : first[i + 1]]``; ``left[i]`` guesses are left, and the lower
    bound is ``bound[i]``.

    Facts whose answers have the same hash value form a chain: `heads` has its newest
    fact for each value, and `before` for each fact the next older one, or -1.
    """

    heads: Numbers
    before: Numbers
    answers: Numbers
    guesses: Numbers
    begin: Integers
    first: Integers
    left: Numbers
    bound: Integers


class Sets(NamedTuple):
    """Sets of answers with a lower bound by `by_guesses`, the newest ones.

    `members` has shape (n_answers, n_sets): a column is a set, with the weight of each
    answer in it and 0 for answers that it lacks. `surplus`, of shape (n_sets,), is its
    lower bound less the cost of three guesses in each game. `left` and `size` have one
    entry: how many guesses were left for all of these sets, and how many sets were
    written, the last n_sets of which are kept.

    Of four answers with weights 1, after the sets {0, 1, 2} and {0, 2, 3} with lower
    bounds 6 and 5 where every step is 1, the first two columns are

        members = 1 1      surplus = 6 - 9 = -3,  5 - 9 = -4
                  1 0
                  1 1      size = 2
                  0 1
    """

    members: NDArray[np.integer]
    surplus: Integers
    left: Integers
    size: Integers


def empty_sets(weights: Integers) -> Sets:
    """Return sets of answers with these weights; none was counted."""
    # Sums of weights in 16 bits, of which a vector holds four times as many.
    fits = weights.sum() < 1 << 16
    return Sets(
        np.zeros((weights.size, _SETS), np.uint16 if fits else np.int64),
        np.zeros(_SETS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )


def facts_of(
    states: Sequence[CheckState], bounds: Sequence[int], *, hard: bool
) -> Facts:
    """Return the lower bounds of states, which are not in the hash table yet."""
    none = np.empty(0, np.int32)
    answers = [none, *(state.answers for state in states)]
    guesses = [none, *(state.guesses if hard else none for state in states)]
    return Facts(
        heads=np.full(_HEADS, -1, np.int32),
        before=np.empty(len(states), np.int32),
        answers=np.concatenate(answers),
        guesses=np.concatenate(guesses),
        begin=np.cumsum([part.size for part in answers]),
        first=np.cumsum([part.size for part in guesses]),
        left=np.array([state.left for state in states], np.int32),
        bound=np.array(bounds, np.int64),
    )
