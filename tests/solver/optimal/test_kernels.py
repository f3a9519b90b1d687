from itertools import pairwise

import numba
import numpy as np
import pytest

from game import Vocabulary, classic
from solver.matrix.hard_mode import allowed
from solver.optimal import transposition_kernel
from solver.optimal.ranking_kernel import survey
from solver.optimal.search import Search
from solver.optimal.transposition_kernel import SLOTS, STATES, memo
from solver.optimal.word_tables import guess_order
from solver.trees.objective import Objective
from tests.solver.samples import HARD

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system

WORDS = Vocabulary.load()
look_up = numba.njit(transposition_kernel.look_up.py_func)
store = numba.njit(transposition_kernel.store.py_func)
SOME = Vocabulary(WORDS.answers[::9], tuple({*WORDS.answers[::9], *WORDS.guesses[::7]}))


@pytest.mark.parametrize("hard", HARD)
def test_clues_leave_the_guesses_that_may_be_played_and_tell_more(hard):
    search = Search(SOME, hard)
    start = search.start()
    order = guess_order(SOME)
    words = [(SOME.guesses[order[g]]) for g in (3, 80, -1, -500)]
    for first, second in pairwise(words):
        for clue, middle in search.replies(start, first).items():
            for clue2, state in search.replies(middle, second).items():
                may = allowed(SOME, [(first, clue), (second, clue2)], hard)[order]
                clues = search._tables.columns[state.answers]
                tells = (clues != clues[0]).any(axis=0) | (len(clues) == 1)
                before = np.isin(np.arange(len(order)), middle.allowed)
                expected = np.flatnonzero(may & tells & before)

                assert state.allowed.tolist() == expected.tolist()
                bits = np.unpackbits(state.mask.view(np.uint8), bitorder="little")
                assert np.flatnonzero(bits).tolist() == state.allowed.tolist()


def test_the_table_grows_until_it_is_full():
    table = memo(64)
    keys = np.random.default_rng(1).integers(0, 2**64, (65, 2), np.uint64)

    for n, (key, key2) in enumerate(keys, 1):
        store(table, key, key2, n, -1)

    assert table.counts[STATES] == 64
    assert table.counts[SLOTS] == 128
    indices = [look_up(table, key, key2) for key, key2 in keys]
    assert indices == [*range(64), -1]
    assert table.low.tolist() == list(range(1, 65))


def test_bounds_grow_until_an_exact_number_replaces_them():
    table = memo(4)
    lows = (0, -1), (5, -1), (4, -1), (7, 3), (9, -1)
    expected = (0, -1), (5, -1), (5, -1), (7, 3), (7, 3)

    for stored, held in zip(lows, expected, strict=True):
        store(table, np.uint64(1), np.uint64(2), *stored)

        assert (table.low[0], table.word[0]) == held


ANSWERS = WORDS.answers[:90]
EQUAL = Vocabulary(ANSWERS, tuple(sorted({*ANSWERS, *WORDS.guesses[::100]})))
WEIGHTED = Vocabulary(ANSWERS, EQUAL.guesses, tuple(range(1, 91)))


@pytest.mark.parametrize("words", [EQUAL, WEIGHTED])
@pytest.mark.parametrize("answers", [1, 48, 49, 90])
@pytest.mark.parametrize("guesses", [None, EQUAL.guesses[::2]])
def test_the_heaviest_answers_of_buckets_come_next_and_then_the_others(
    answers, guesses, words
):
    left = ANSWERS[:answers]
    search = Search(words, objective=Objective((1, 3, 8, 20)))
    number = {search.word(g): g for g in range(len(words.guesses))}

    def numbers(some):
        return np.array(sorted(map(number.get, some)), np.int32)

    state = search.start()._replace(answers=numbers(left))
    if guesses:
        state = state._replace(allowed=numbers({*left, *guesses}))

    lows = survey(search._tables, state)[0].tolist()

    expected = []
    for g in state.allowed.tolist():
        guess = search.word(g)
        heaviest = {}
        for answer in left:
            clue = classic(answer, guess)
            weight = words.weight[answer]
            heaviest[clue] = max(heaviest.get(clue, 0), weight)
        weight = sum(words.weight[answer] for answer in left)
        right = words.weight[guess] if guess in left else 0
        hidden = weight - sum(heaviest.values())
        expected.append(weight + 2 * (weight - right) + 5 * hidden)
    assert lows == expected
