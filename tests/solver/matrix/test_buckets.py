import numpy as np
import pytest

from game import Rule, Vocabulary
from solver.lookahead.lookahead import Lookahead
from solver.matrix.buckets import bucket_sums, by_columns, clue_columns
from solver.matrix.clue_matrix import clue_matrix
from tests.solver import reference

WORDS = Vocabulary.load()
# Of words of more than five letters, for which kernels are compiled again.
TWO = pytest.param(np.uint16, marks=pytest.mark.system)


def sample(guesses, answers, dtype, clues=9):
    generator = np.random.default_rng(guesses)
    matrix = generator.integers(0, clues, (guesses, answers)).astype(dtype)
    possible = np.flatnonzero(generator.random(answers) < 0.7)
    return matrix, possible


def sizes(row, possible):
    found = reference.buckets(row[possible].tolist(), np.ones(len(possible)))
    return sorted(map(int, found.values()), reverse=True)


@pytest.mark.parametrize("dtype", [np.uint8, TWO])
@pytest.mark.parametrize(("guesses", "answers"), [(3, 5), (40, 400), (1300, 700)])
def test_bucket_sums_agree_with_the_reference(dtype, guesses, answers):
    matrix, possible = sample(guesses, answers, dtype, clues=200)
    # The values are not linear in the size, so that a wrong size changes the sum.
    values = np.sqrt(np.arange(answers + 1.0))

    sums, worst = bucket_sums(by_columns(matrix), possible, values, 199)

    assert len(sums) == len(worst) == guesses
    # Every 37th guess, as the reference is slow.
    for row in range(0, guesses, 37):
        expected = sizes(matrix[row], possible)
        assert sums[row] == pytest.approx(values[expected].sum())
        assert worst[row] == expected[0]


def test_the_columns_are_those_of_the_matrix():
    columns = clue_columns(WORDS, Rule.CLASSIC)

    assert (columns == clue_matrix(WORDS, Rule.CLASSIC).T).all()
    assert columns.flags.c_contiguous


@pytest.mark.parametrize("worst", [False, True])
@pytest.mark.parametrize("possible_only", [False, True])
@pytest.mark.parametrize("guesses", [12, 200])
def test_least_costs_agree_with_the_reference(worst, possible_only, guesses):
    # Clue 8 is the clue of a right guess, which each answer has once.
    matrix = sample(guesses, 12, np.uint8)[0] % 8
    right = 8
    matrix[np.arange(12), np.arange(12)] = right
    words = (matrix, by_columns(matrix), np.arange(12), right)
    order = np.random.default_rng(1).permutation(12)
    # The buckets have 1, 2, 3 and 6 answers.
    starts = [0, 1, 3, 6, 12]
    costs = np.arange(13) * np.log2(np.arange(13) + 1.0)

    search = Lookahead(*words, possible_only=possible_only)
    found = search.least_costs(order, np.array(starts), costs, worst=worst)

    for place, part in enumerate(np.split(order, starts[1:-1])):
        rows = matrix[part] if possible_only else matrix
        expected = reference.least_cost(rows.tolist(), part, right, costs, worst)
        assert found[place] == pytest.approx(expected)
