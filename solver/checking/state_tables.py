"""Tables of the checker: rules, states, and a hash table of lower bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.arrays import Bytes, Integers, Matrix, Numbers

UNWINNABLE = 1 << 40
"""Lower bound of a state in which a game cannot be won with the guesses left."""

# Number of hash values in the hash table `Facts`. A fact is a state with a lower bound
# of its cost. Facts whose answers have the same hash value form a chain.
_HEADS = 1 << 20

# Number of sets of answers that `Sets` keeps: a new set then replaces the oldest.
_SETS = 512


class CheckState(NamedTuple):
    """The remaining answers, the allowed guesses, and the number of guesses left.

    Answers and guesses are indices in the word lists, in ascending order. In hard mode,
    `guesses` has only guesses that the clues permit and that give different clues for
    at least two of the answers. `left` is the number of guesses left in the game.
    """

    answers: Numbers
    guesses: Numbers
    left: int


class Rules(NamedTuple):
    """The words and the rules as arrays.

    `columns`, of shape (n_answers, n_guesses), has the clues. `words`, of shape
    (n_guesses, length), has the letters as indices in the alphabet. `itself` has the
    indices of the answers among the guesses. `right` is the clue of a right guess.
    `hard` says whether clues restrict the next guess. `strict` says whether the next
    guess must fit all clues. `weights` has the weights of the answers in the total
    cost; `even` is true if all weights are 1.

    `steps` has the amount that a guess adds to the cost of a game; the index is the
    number of guesses left before this guess. `uniform` is true if all steps are equal.
    As an example, let games have up to three guesses, and let games of one, two and
    three guesses cost 1, 2 and 5. Then `steps` is [0, 3, 1, 1, 0, 0]: the step of the
    first guess is ``steps[3]``, and the step of the last guess is ``steps[1]``. The
    element with index 0 is not a step. The last two elements are read, with the indices
    -1 and -2, if fewer than two guesses are left.

    `most`, of shape (n_guesses,), never rises from one element to the next.
    ``most[g]`` is an upper bound: guess g and all later guesses split no set of answers
    into more than ``most[g]`` buckets. If answers have weights, a bucket counts as the
    weight of its heaviest answer instead of 1.
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
    """Hash table of the lower bounds that claims state, with the answers as the key.

    A fact is a state with a lower bound of its cost. Fact i comes from claim number i,
    counted from 0. The remaining answers of fact i are
    ``answers[begin[i] : begin[i + 1]]``. The allowed guesses of fact i are
    ``guesses[first[i] : first[i + 1]]``; allowed guesses are kept in hard mode only.
    ``left[i]`` guesses are left, and the lower bound is ``bound[i]``.

    Facts whose answers have the same hash value form a chain. For each hash value,
    `heads` has the number of the newest fact of the chain, or -1. For each fact,
    `before` has the number of the next older fact of its chain, or -1.
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
    """Sets of answers for which `by_guesses` computed a lower bound of the cost.

    `members` has the shape (n_answers, n_sets). A column is a set: it has the weight of
    each answer in the set, and 0 for each other answer. `surplus` has the shape
    (n_sets,): the lower bound of each set minus the cost of three guesses in each of
    its games. `left` has one element, the number of guesses left, which is the same for
    all sets. `size` has one element, the number of sets that were written: only the
    last n_sets sets are kept.

    As an example, let there be four answers of weight 1, and let all steps be 1. After
    the sets {0, 1, 2} and {0, 2, 3} with the lower bounds 6 and 5, the first two
    columns are

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
    """Return an empty table of sets; `weights` has the weight of each answer."""
    # Use numbers of 16 bits if the sums of weights fit into 16 bits: a vector then has
    # four times as many numbers as with 64 bits.
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
    """Return a table of facts: a fact is a state with a lower bound of its cost.

    `bounds` has the lower bound of each state. The allowed guesses of the states are
    kept only if `hard` is true. The hash table (`heads` and `before`) is still empty;
    `claim_kernel.link` fills it.
    """
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
