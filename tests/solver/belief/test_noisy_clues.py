import math
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from game import InputError, Rule, Vocabulary
from game.channels.lies import Lies
from solver import best_last_guess, clue_matrix, first_best
from solver.belief.noisy_clues import best_posterior, check_order, information
from tests.solver import reference
from tests.tables import ByTable, Ending

WORDS = Vocabulary.load()
# Clues of more than five letters take two bytes: the kernels are compiled again.
system = partial(pytest.param, marks=pytest.mark.system)
FLAT = np.full(2315, 1 / 2315)


def random_case(length, guesses=21, answers=40, seed=0):
    generator = np.random.default_rng(seed)
    dtype = np.uint8 if length <= 5 else np.uint16
    matrix = generator.integers(0, 3**length, (guesses, answers)).astype(dtype)
    belief = generator.random(answers) ** 4 * (generator.random(answers) < 0.8)
    return matrix, belief / belief.sum()


def by_rows(function, matrix, *arguments):
    return [function(row, *arguments) for row in matrix]


@pytest.mark.parametrize(
    ("measure", "epsilon", "opening", "most"),
    [
        (information, 10.0, "soare", 2.3096),
        (information, 15.0, "soare", 3.8960),
        (information, 20.0, "soare", 4.9076),
        (best_posterior, 15.0, "trace", 0.0415),
        (best_posterior, 25.0, "trace", 0.0608),
    ],
)
def test_known_openings(measure, epsilon, opening, most):
    found = measure(clue_matrix(WORDS, Rule.LETTERWISE), FLAT, epsilon, 5)

    assert WORDS.guesses[found.argmax()] == opening
    assert found.max() == pytest.approx(most, abs=5e-5)


@pytest.mark.parametrize(("length", "guesses"), [(4, 19), (5, 9), system(6, 3)])
@pytest.mark.parametrize("epsilon", [0.0, 7.0, math.inf])
def test_the_kernels_agree_with_the_explicit_channel(length, guesses, epsilon):
    matrix, belief = random_case(length, guesses)

    for order in (1.0, 1.5, 2.0):
        arguments = matrix, belief, epsilon, length, order
        expected = by_rows(reference.information, *arguments)
        assert information(*arguments) == pytest.approx(expected, abs=1e-9)
    arguments = matrix, belief, epsilon, length
    expected = by_rows(reference.best_posterior, *arguments)
    assert best_posterior(*arguments) == pytest.approx(expected)
    matrix[:, 3] = 3**length - 1
    for order in (1.0, 2.0, math.inf):
        arguments = matrix, belief, epsilon, length, order
        expected = information(*arguments, ByTable(Ending()))
        assert information(*arguments, Ending()) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("length", "lies"), [(4, 1), (4, 2), (5, 3), (5, 5), system(6, 1)]
)
@pytest.mark.parametrize("by_table", [False, True])
def test_lies_are_judged_as_by_enumeration(length, lies, by_table):
    matrix, belief = random_case(length, guesses=5)
    matrix[:, 3] = 3**length - 1  # the answer that each of the guesses is
    assert belief[3] > 0
    channel = ByTable(Lies(lies)) if by_table else Lies(lies)

    for order in (1.0, 1.5, 2.0):
        arguments = matrix, belief, math.inf, length, order
        expected = by_rows(reference.information, *arguments, lies)
        assert information(*arguments, channel) == pytest.approx(expected, abs=1e-9)
    arguments = matrix, belief, math.inf, length
    expected = by_rows(reference.best_posterior, *arguments, lies)
    assert best_posterior(*arguments, channel) == pytest.approx(expected)


def test_many_guesses_on_many_threads_give_what_few_give():
    matrix, belief = random_case(5, guesses=4099)

    whole = information(matrix, belief, 9.0, 5)

    for row in (0, 1, 2048, 4090, 4098):
        alone = information(matrix[row : row + 1], belief, 9.0, 5)
        assert whole[row] == alone[0]


def test_large_orders_approach_the_best_posterior():
    matrix, belief = random_case(5)

    limit = information(matrix, belief, 8.0, 5, math.inf)
    near = information(matrix, belief, 8.0, 5, 70.0)

    best = best_posterior(matrix, belief, 8.0, 5)
    assert limit == pytest.approx(np.log2(best / belief.max()))
    assert near == pytest.approx(limit, abs=0.3)


def test_an_order_beyond_the_range_of_floats_is_refused():
    matrix, belief = random_case(5)

    with pytest.raises(InputError, match=r"order 99\.0 at epsilon 12\.0"):
        information(matrix, belief, 12.0, 5, 99.0)
    check_order(math.inf, 12.0)
    check_order(99.0, math.inf)


def test_information_grows_with_the_price_up_to_the_exact_clue():
    matrix, belief = random_case(5)

    steps = [information(matrix, belief, e, 5) for e in (1.0, 5.0, 20.0, math.inf)]

    assert all((low <= high + 1e-9).all() for low, high in pairwise(steps))
    assert (steps[0] >= -1e-12).all()


@pytest.mark.parametrize("power", [0, 1, 6, 30, 200, 5000])
@pytest.mark.parametrize("epsilon", [0.5, 6.0, 15.0])
def test_the_best_last_guess_is_the_best_of_all(power, epsilon):
    matrix = clue_matrix(WORDS, Rule.LETTERWISE)
    # From all equal to one answer that is nearly sure.
    belief = np.random.default_rng(power).random(2315) ** power
    belief /= belief.sum()

    guess, chance = best_last_guess(matrix, belief, epsilon, 5)

    chances = best_posterior(matrix, belief, epsilon, 5)
    assert guess == first_best(chances)
    assert chance == chances[guess]
