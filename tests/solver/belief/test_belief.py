import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.belief.belief import Belief, ContradictionError
from tests.solver import reference

# Bayes' rule holds for any matrix, so that its clues may be random.
MATRIX = np.random.default_rng(3).integers(0, 243, (8, 30)).astype(np.uint8)

turns = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 242), st.floats(0.1, 40.0)), max_size=5
)


def after(history):
    belief = Belief.uniform(30)
    for guess, seen, epsilon in history:
        belief = belief.update(MATRIX[guess], seen, epsilon, 5)
    return belief.probabilities


@given(turns)
def test_updates_equal_brute_force_bayes(history):
    prior = np.full(30, 1 / 30)
    rows = [(MATRIX[guess], seen, epsilon) for guess, seen, epsilon in history]

    assert after(history) == pytest.approx(reference.posterior(prior, rows, 5))


@pytest.mark.parametrize("length", [4, 5, 7])
@pytest.mark.parametrize("epsilon", [0.0, 6.0, math.inf])
def test_words_of_any_length_are_updated(length, epsilon):
    row = np.random.default_rng(length).integers(0, 3**length, 30).astype(np.uint16)
    seen = int(row[7])

    belief = Belief.uniform(30).update(row, seen, epsilon, length)

    expected = reference.posterior(np.ones(30), [(row, seen, epsilon)], length)
    assert belief.probabilities == pytest.approx(expected)


def test_no_number_of_clues_rounds_the_belief_away():
    belief = Belief.uniform(30)

    # The product of these likelihoods is far below the smallest number.
    for _ in range(1000):
        belief = belief.update(MATRIX[0], 121, 900.0, 5)

    assert belief.probabilities.sum() == pytest.approx(1.0)


def test_exact_clues_rule_out_and_contradictions_are_told():
    belief = Belief.uniform(30).update(MATRIX[0], int(MATRIX[0, 4]), math.inf, 5)

    fit = np.flatnonzero(MATRIX[0] == MATRIX[0, 4])
    assert belief.possible.tolist() == fit.tolist()
    absent = next(c for c in range(243) if c not in MATRIX[0])
    with pytest.raises(ContradictionError):
        belief.update(MATRIX[0], absent, math.inf, 5)


def test_best_is_the_first_of_equals_and_entropy_is_in_bits():
    belief = Belief.uniform(32)

    assert belief.best == 0
    assert belief.entropy == pytest.approx(5.0)
    # Both weights are 0 as numbers unless they are divided by the larger one first.
    rare = Belief(np.array([-2000.0, -2001.0]))
    assert rare.probabilities[0] == pytest.approx(1 / (1 + math.exp(-1)))
