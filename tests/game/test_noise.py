import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.clues import from_marks, to_marks
from game.likelihood import likelihoods, log_likelihoods
from game.noise import EpsilonError, check_epsilon, keep_probability, perturb

prices = st.floats(0.0, 60.0)


@pytest.mark.parametrize("length", [4, 5, 9])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 5.0, 12.3, 40.0])
def test_keep_probability_is_the_contest_formula(length, epsilon):
    power = math.exp(epsilon / length)

    assert keep_probability(epsilon, length) == pytest.approx(power / (2 + power))


def test_infinity_is_exact_and_huge_prices_do_not_overflow():
    assert keep_probability(math.inf) == 1.0
    assert keep_probability(1e300) == 1.0
    assert perturb(191, math.inf, [1 - 2**-53] * 5) == 191


@pytest.mark.parametrize("value", [-1, -1e-300, math.nan, "3", None, True, [1], 1j])
def test_what_is_no_price_is_refused(value):
    with pytest.raises(EpsilonError, match="expected 0 or more"):
        check_epsilon(value)


@pytest.mark.parametrize("value", [0, 3, 2.5, np.float32(2.5), np.int8(3), math.inf])
def test_numbers_of_python_and_numpy_are_prices(value):
    assert check_epsilon(value) == float(value)
    assert type(check_epsilon(value)) is float


@given(st.integers(0, 242), prices)
def test_a_clue_and_its_neighbours_share_all_the_probability(true, epsilon):
    table = [likelihoods(seen, epsilon)[true] for seen in range(243)]

    assert sum(table) == pytest.approx(1.0)


@pytest.mark.parametrize(("epsilon", "length"), [(0.0, 4), (6.0, 5), (20.0, 7)])
def test_likelihoods_are_products_over_the_letters(epsilon, length):
    keep = keep_probability(epsilon, length)
    seen = 3**length // 5

    table = likelihoods(seen, epsilon, length)

    for price in (epsilon, math.inf):
        assert log_likelihoods(seen, price, length)[seen] == 0.0
    for true, chance in enumerate(table):
        letters = zip(to_marks(true, length), to_marks(seen, length))
        expected = math.prod(keep if t == s else (1 - keep) / 2 for t, s in letters)
        assert chance == pytest.approx(expected)


def test_an_exact_clue_is_possible_in_one_way():
    table = likelihoods(191, math.inf)

    assert np.flatnonzero(table).tolist() == [191]
    assert table[191] == 1.0


@given(st.integers(0, 242), prices)
def test_no_clue_gives_more_away_than_epsilon(seen, epsilon):
    table = likelihoods(seen, epsilon)

    assert np.log(table.max() / table.min()) <= epsilon + 1e-9


def test_marks_are_kept_and_changed_as_often_as_the_formula_says():
    generator = random.Random(5)
    truth = from_marks([0, 1, 2, 0, 1])
    games, epsilon = 20_000, 6.0
    seen = Counter()

    for _ in range(games):
        clue = perturb(truth, epsilon, [generator.random() for _ in range(5)])
        seen.update((place, mark) for place, mark in enumerate(to_marks(clue, 5)))

    keep = keep_probability(epsilon)
    for place, mark in enumerate(to_marks(truth, 5)):
        shares = [seen[place, (mark + shift) % 3] / games for shift in range(3)]
        expected = [keep, (1 - keep) / 2, (1 - keep) / 2]
        assert shares == pytest.approx(expected, abs=0.015)


@given(
    st.integers(0, 242),
    st.lists(st.floats(0, 0.999), min_size=5, max_size=5),
    prices,
    prices,
)
def test_with_the_same_draws_a_higher_price_never_lies_more(true, draws, one, other):
    low, high = sorted((one, other))
    truth = to_marks(true, 5)

    cheap = to_marks(perturb(true, low, draws), 5)
    expensive = to_marks(perturb(true, high, draws), 5)

    assert all(d == t for t, c, d in zip(truth, cheap, expensive) if c == t)
