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
    indices in the alphabet; `itself` has the indices of the answers among the guesses,
    and `right` is the clue of a right guess. `hard` says whether clues restrict the
    next guess, `strict` whether it has to agree with every clue. `even` is true if all
    weights are 1. `steps` is what a guess adds to the cost of a game, by the guesses
    left before it, 0 without any and in the last two entries; `uniform` is true if that
    does not depend on the guesses left. `most` bounds the weights of the buckets that
    a guess and all guesses after it make of any answers.
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

    The answers of fact `i` are ``answers[begin[i] : begin[i + 1]]``, and its guesses
    ``guesses[first[i] : first[i + 1]]``.

    `heads` has the newest fact for each hash of the answers, `before` for each fact the
    one before it with the same hash, or -1; `guesses` is used in hard mode only. `left`
    has the guesses left, and `bound` the lower bounds of the guesses.
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
    """Sets of answers whose guesses were counted, the newest ones.

    `members` are the weights of the answers of each set, of shape (n_answers, n_sets),
    0 for those that it lacks. `surplus` is its lower bound less the cost of three
    guesses in each game, `left` how many guesses were left, and `size` how many sets
    were counted.
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
