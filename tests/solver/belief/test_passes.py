"""Kernels of passes over answers and clues, compared with sums that are written out."""

import numpy as np
import pytest

from solver.belief.answers_kernel import (
    POWERS,
    mean_powers,
    multiply_by_clue,
    sum_gains,
    update_beliefs,
)
from solver.belief.mixing_kernel import expect_powers, expect_values
from tests.solver.reference import equal_marks, response

LENGTH = 4
CLUES = 81
PRICES = (0.5, 7.0, 30.0)
NUMBERS = np.random.default_rng(1)
ROWS = NUMBERS.integers(0, CLUES, (3, 60)).astype(np.uint8)
BELIEFS = NUMBERS.dirichlet(np.full(60, 0.3), 3)


def marks_of(prices):
    """Return how probable a true mark is, and each false one, by price."""
    tables = [response(price, LENGTH) for price in prices]
    keep = np.array([table[0, 0] for table in tables]) ** (1 / LENGTH)
    return keep, (1 - keep) / 2


def test_the_mean_of_values_of_the_seen_clue_is_that_of_the_channel():
    values = NUMBERS.normal(size=(CLUES, 3))
    means = np.empty((CLUES, 3))

    expect_values(values, *marks_of(PRICES), LENGTH, means)

    for k, price in enumerate(PRICES):
        expected = response(price, LENGTH) @ values[:, k]
        assert means[:, k] == pytest.approx(expected, abs=1e-12)


def test_the_means_of_powers_are_those_of_channels_of_each_power():
    values = NUMBERS.uniform(0.5, 2, (CLUES, 3))
    turns = np.array([2, 0, 2, 1])
    keep = NUMBERS.uniform(0.5, 1, (5, 3))
    lie = NUMBERS.uniform(0, 0.3, (5, 3))
    true = np.array([80, 0, 5, 42])
    means = np.empty((4, 5))

    expect_powers(values, keep, lie, LENGTH, turns, true, means)

    equal = equal_marks(LENGTH)
    for game, (turn, clue) in enumerate(zip(turns, true, strict=True)):
        for n, power in enumerate(POWERS):
            law = keep[n, turn] ** equal[clue] * lie[n, turn] ** (LENGTH - equal[clue])
            expected = (law * values[:, turn] ** power).sum()
            assert means[game, n] == pytest.approx(expected)


def test_sums_and_means_of_powers_are_those_of_the_gains():
    gains = NUMBERS.uniform(0.9, 1.1, (2, 60))
    parents = np.array([1, 0, 1])
    factors = NUMBERS.uniform(0.9, 1.1, (CLUES, 3))
    largest = 1.05
    relative = np.empty((3, 60))
    sums = np.empty((3, 5, CLUES))
    means = np.empty((3, 5))

    sum_gains(ROWS, BELIEFS, gains, parents, largest, relative, sums)
    mean_powers(sums, factors, means)

    for turn in range(3):
        base = gains[parents[turn], BELIEFS[turn].argmax()]
        x = np.clip(gains[parents[turn]] / base, 1 / largest, largest)
        assert relative[turn] == pytest.approx(x)
        for n, power in enumerate(POWERS):
            weights = BELIEFS[turn] * x**power
            by_clue = np.bincount(ROWS[turn], weights, CLUES)
            assert sums[turn, n] == pytest.approx(by_clue)
            mean = weights @ factors[ROWS[turn], turn] ** power / weights.sum()
            assert means[turn, n] == pytest.approx(mean)


def test_values_are_multiplied_by_the_factor_of_each_answer():
    values = NUMBERS.normal(size=(3, 60))
    factors = NUMBERS.normal(size=(CLUES, 3))
    multiplied = values.copy()

    multiply_by_clue(multiplied, ROWS, factors)

    expected = [values[k] * factors[ROWS[k], k] for k in range(3)]
    assert multiplied.tolist() == np.array(expected).tolist()


def updated(log_likelihoods, is_last, least=1e-200):
    """Return whether a clue fits each turn, the beliefs after it and logarithms."""
    laws = np.exp(log_likelihoods), log_likelihoods
    after, logs = np.empty((2, 3, 60))
    before = BELIEFS, np.log(BELIEFS), ROWS, np.arange(3)
    ends = np.full(3, is_last)
    return update_beliefs(*before, *laws, ends, least, after, logs), after, logs


@pytest.mark.parametrize("shift", [0.0, -300.0, -5000.0])
def test_beliefs_after_a_clue_follow_bayes_rule_however_improbable_it_was(shift):
    log_likelihoods = NUMBERS.normal(size=(3, CLUES))
    joint = BELIEFS * np.exp(np.take_along_axis(log_likelihoods, ROWS.astype(int), 1))

    fits, after, logs = updated(log_likelihoods + shift, is_last=False)

    assert fits
    assert after == pytest.approx(joint / joint.sum(axis=1, keepdims=True))
    assert np.exp(logs) == pytest.approx(after)
    assert updated(log_likelihoods + shift, True)[1].tolist() == after.tolist()


def test_a_clue_that_no_answer_fits_is_reported():
    log_likelihoods = np.zeros((3, CLUES))
    log_likelihoods[1] = -np.inf

    assert not updated(log_likelihoods, is_last=True)[0]
