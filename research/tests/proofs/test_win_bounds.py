from itertools import combinations_with_replacement

import numpy as np
import pytest

from game import Rule, Vocabulary
from research.proofs.win_bounds import fit_frequencies, size_bounds, win_bounds
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from tests.solver.samples import most_won


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lies", [1, 2])
def test_no_strategy_exceeds_the_bounds(lies, seed):
    count = 3 + seed % 4
    turns = 4
    # Clue 8 means that the guess is the answer. Guess k gets clue 8 for answer k only.
    generator = np.random.default_rng(seed)
    matrix = generator.integers(0, 8, (count + 3, count)).astype(np.uint8)
    matrix[np.arange(count), np.arange(count)] = 8

    chances = np.array(most_won(matrix, lies, 2, turns)) / count

    bounds = win_bounds(matrix, np.arange(count), lies, 2, turns)
    by_size = size_bounds(count, lies, 2, turns)[:, -1] / count
    assert (chances <= bounds + 1e-12).all()
    assert (bounds <= by_size + 1e-8).all()
    assert bounds[:2] == pytest.approx(chances[:2])


@pytest.mark.parametrize("lies", [1, 2])
def test_few_clues_have_the_largest_sum_of_all_choices(lies):
    clues = [(a, b) for a in range(3) for b in range(3)]
    fits = np.array([[(a != c) + (b != d) == lies for c, d in clues] for a, b in clues])
    values = np.array([0.0, 1.0, 1.7, 2.1, 2.2])

    frequencies = fit_frequencies(lies, 2)

    for m in range(1, 5):
        choices = combinations_with_replacement(fits.astype(int), m)
        sums = [values[np.sum(choice, axis=0)].sum() for choice in choices]
        assert (frequencies[m - 1] @ values[: m + 1]).max() == pytest.approx(max(sums))


def test_within_six_guesses_three_lies_leave_most_games_lost():
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.CLASSIC)
    rows = answer_rows(words)

    bounds = win_bounds(matrix, rows, 3, 5, 6)

    assert 0.162 < bounds[6] < 0.167
