import math

import numpy as np
import pytest

from game.noise import EpsilonError, check_epsilon, keep_probability


@pytest.mark.parametrize("length", [4, 5, 9])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 5.0, 12.3, 40.0])
def test_keep_probability_is_the_contest_formula(length, epsilon):
    power = math.exp(epsilon / length)

    assert keep_probability(epsilon, length) == pytest.approx(power / (2 + power))


def test_infinity_is_exact_and_huge_prices_do_not_overflow():
    assert keep_probability(math.inf) == 1.0
    assert keep_probability(1e300) == 1.0


@pytest.mark.parametrize("value", [-1, -1e-300, math.nan, "3", None, True, [1], 1j])
def test_what_is_no_price_is_refused(value):
    with pytest.raises(EpsilonError, match="expected 0 or more"):
        check_epsilon(value)


@pytest.mark.parametrize("value", [0, 3, 2.5, np.float32(2.5), np.int8(3), math.inf])
def test_numbers_of_python_and_numpy_are_prices(value):
    assert check_epsilon(value) == float(value)
    assert type(check_epsilon(value)) is float
