import math
from itertools import permutations

import numpy as np
import pytest

from game.errors import InputError
from solver.optimal.pairs import best_pairs
from solver.optimal.search import Search
from solver.optimal.search_kernel import joint_clues
from tests.solver.samples import ALIKE, SMALL


@pytest.mark.parametrize("max_guesses", [5, 6])
def test_the_best_pairs_are_those_of_all_pairs(max_guesses):
    words = SMALL.guesses[:30:3] + ALIKE[:4]
    search = Search(SMALL, max_guesses=max_guesses)
    totals = {
        pair: search.cost(search.start(), *pair) for pair in permutations(words, 2)
    }

    best, pairs = best_pairs(SMALL, words, max_guesses)

    assert best == min(totals.values())
    equal = [pair for pair, total in totals.items() if total == best]
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in equal}
    assert all(totals[pair] == best for pair in pairs)
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)


def test_no_pair_may_win_every_game():
    best, pairs = best_pairs(SMALL, ["sound", "caird", "batch"], max_guesses=2)

    assert best == math.inf
    assert pairs == []


def test_joint_clues_are_counted():
    rows = np.random.default_rng(1).integers(0, 5, (4, 30), np.int32)

    counts = joint_clues(rows).tolist()

    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    assert counts == [len(set(zip(rows[i], rows[j], strict=True))) for i, j in pairs]


@pytest.mark.parametrize("words", [[], ["sound"], ["sound", "SOUND"]])
def test_two_words_are_the_least(words):
    with pytest.raises(InputError, match="expected two words or more"):
        best_pairs(SMALL, words)


def test_a_word_that_may_not_be_played_is_named():
    with pytest.raises(InputError, match="'zzzzz' is not a valid guess"):
        best_pairs(SMALL, ["sound", "zzzzz"])
