import numpy as np
import pytest

from game import InputError, keep_probability
from solver.bounds.free_letters import (
    free_floor,
    guess_step,
    on_grid,
    small_step,
    win_probability_bound,
)
from solver.bounds.value_kernel import best_values
from tests.solver import reference


@pytest.mark.parametrize("length", [4, 5, 9])
@pytest.mark.parametrize("price", [1e-9, 0.3, 12.3, 60.0, 500.0])
def test_a_guess_is_a_fair_step_between_the_two_laws(length, price):
    gains, chances = guess_step(price, length)

    assert sum(chances) == pytest.approx(1)
    # Q is a law too: the expectation of dQ / dP under P is 1.
    assert np.dot(chances, np.exp(-np.array(gains))) == pytest.approx(1)
    assert gains[-1] == pytest.approx(
        length * np.log(3 * keep_probability(price, length))
    )


@pytest.mark.parametrize("parts", [(0.1,), (0.05, 0.05), (0.02,) * 5, (0.09, 0.01)])
def test_cheap_guesses_stay_between_the_ends_of_the_small_step(parts):
    (up, down), (chance, other) = small_step(0.1, 5)

    lowest = sum(guess_step(price, 5)[0][0] for price in parts)
    highest = sum(guess_step(price, 5)[0][-1] for price in parts)

    assert down - 1e-12 <= lowest < highest <= up
    assert chance * np.exp(-up) + other * np.exp(-down) == pytest.approx(1)


def test_steps_are_split_so_that_no_convex_function_loses():
    gains, chances = guess_step(7.7, 5)

    offsets, weights = on_grid(gains, chances, 10**6)

    ratios = 0.025 * offsets
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1)
    for power in (1, 2, 3):
        exact = np.dot(chances, np.exp(-power * np.array(gains)))
        assert np.dot(weights, np.exp(-power * ratios)) >= exact - 1e-12


def test_the_kernel_agrees_with_the_definition():
    end = np.maximum(0.0, 1 - np.exp(-0.3 * np.arange(-15, 16)))
    small = (np.array([-1, 2]), np.array([0.7, 0.3]))
    offsets = np.array([[-k, k // 2, 40 * (k == 6), -1] for k in range(8)])
    weights = np.array([[0.25, 0.5, 0.125, 0.125]] * 8)

    found = best_values(end, *small, offsets, weights, 7)

    moves = [list(zip(o, w)) for o, w in zip(offsets.tolist(), weights.tolist())]
    pairs = list(zip(small[0].tolist(), small[1].tolist()))
    expected = reference.best_values(end.tolist(), pairs, moves, 7)
    assert found == pytest.approx(np.array(expected), abs=1e-14)


# What a coarse grid found without any rounding, and what has been achieved.
@pytest.mark.parametrize(
    ("share", "rough", "achieved"),
    [
        (0.05, 10.6, 14.6),
        (0.5, 23.0, 36.9),
        pytest.param(0.95, 39.0, 70.0, marks=pytest.mark.slow),
    ],
)
def test_the_floors_of_the_contest(share, rough, achieved):
    assert free_floor(2315, 5, share) == pytest.approx(rough, abs=0.3)
    assert free_floor(2315, 5, share) < achieved


def test_the_bound_is_blind_luck_without_clues_and_grows_with_the_budget():
    bounds = [win_probability_bound(b, 2315, 5) for b in (0, 1, 5, 14.6, 30, 1e9)]

    assert bounds[0] == pytest.approx(1 / 2315, rel=0.1)
    assert bounds == sorted(bounds)
    assert bounds[-1] == 1.0


def test_a_floor_is_where_the_bound_reaches_the_share():
    budget = free_floor(2315, 5, 0.05)

    assert win_probability_bound(budget, 2315, 5) < 0.05
    assert win_probability_bound(budget + 0.1, 2315, 5) >= 0.05
    assert free_floor(100, 5, 0.05) < budget
    assert free_floor(1, 5, 0.5) == 0


@pytest.mark.parametrize("budget", [0, 8.0, 14.6, 24.0, 60.0, 1e9])
def test_a_table_of_a_larger_reach_gives_a_little_more(budget):
    finer = win_probability_bound(budget, 2315, 5)

    assert finer <= win_probability_bound(budget, 2315, 5, 64.0) < finer + 0.01


@pytest.mark.parametrize(
    ("call", "quoted"),
    [
        (lambda: free_floor(2315, 5, 1.0), "1.0"),
        (lambda: free_floor(0, 5, 0.5), "0"),
        (lambda: win_probability_bound(-1.0, 10, 5), "-1.0"),
        (lambda: win_probability_bound(float("nan"), 10, 5), "nan"),
    ],
)
def test_numbers_out_of_range_are_refused(call, quoted):
    with pytest.raises(InputError, match=quoted):
        call()
