import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from game import InputError, Rule, Vocabulary, keep_probability
from game.channels.channel import all_differences
from research.proofs import word_kernel
from research.proofs.floor_tables import Charge, Floor, FloorTables
from research.proofs.word_bounds import pattern_shares, proves
from solver.bounds import free_letters
from solver.matrix.clue_matrix import clue_matrix
from tests.solver import reference

WORDS = Vocabulary.load()
FLOOR = Floor(0.5, 25.0, 3.5, 6.5, 5.85, -1.07, 1.39, 1.137)


@pytest.fixture(scope="module")
def shares_of_words():
    return pattern_shares(WORDS)


def law_of_clue(shares, rule, price, length):
    """Return the law Q of a clue (see `word_kernel.blend`) by its definition."""
    power, norm, mixed = rule
    channel = reference.response(price, length)
    weights = np.where(shares > 0, shares, 0.0) ** power * (shares > 0)
    law = (weights @ channel**norm) ** (1 / norm)
    return (1 - mixed) * law / law.sum() + mixed / len(law)


def value_at(row, origin, ratio):
    """Return V at ln z = `ratio`, from a row of the table of values.

    Between two grains, V is on the chord over 1 / z.
    """
    below = math.floor(ratio / free_letters.GRAIN)
    ends = np.exp(-free_letters.GRAIN * np.array([below, below + 1]))
    places = np.clip(origin + np.array([below, below + 1]), 0, len(row))
    values = np.append(row, 1.0)[places]
    return np.interp(math.exp(-ratio), ends[::-1], values[::-1])


@pytest.mark.parametrize("rule", [(1, 1, 0), (0.7, 2, 0.3), (0, 4, 0)])
def test_the_law_of_a_clue_is_its_definition(rule):
    shares = np.array([0.5, 0, 0.1, 0, 0, 0.2, 0.2, 0, 0])
    keep = keep_probability(3.0, 2)
    law = np.empty(9)

    word_kernel.blend(shares, rule, 2, keep, (1 - keep) / 2, law)

    assert law == pytest.approx(law_of_clue(shares, rule, 3.0, 2))
    assert law.sum() == pytest.approx(1)


@pytest.mark.system
def test_what_a_pattern_is_worth_is_its_definition():
    tables = FloorTables(replace(FLOOR, budget=9.0, ratio=1.0, cheap_budget=2.0), 30, 2)
    shares = np.array([0.5, 0, 0.1, 0, 0, 0.2, 0.2, 0, 0])
    row = tables.values[500]
    rule = (0.7, 1.0, 0.0)
    terms = (0.2, 0.1, 2.5)
    grains = word_kernel.ladder(1.5, 2)
    points = np.exp(free_letters.GRAIN * grains)

    found = word_kernel.pattern_values(
        shares,
        all_differences(2),
        row,
        tables.origin,
        3.0,
        2,
        np.array(rule),
        (grains, points),
        terms,
    )

    # Compute the maximum over z by its definition, on a grid finer than the points.
    channel = reference.response(3.0, 2)
    law = law_of_clue(shares, rule, 3.0, 2)
    zs = np.unique(points)
    fine = np.unique(np.concatenate([zs, np.linspace(zs[0], zs[-1], 20001)]))
    less = terms[0] * (fine - 1) + terms[1] * fine ** terms[2]
    inner = row[word_kernel.ROW_MARGIN : -word_kernel.ROW_MARGIN]
    for pattern, chances in enumerate(channel):
        steps = np.log(chances / law)
        values = [
            [value_at(inner, tables.origin, math.log(z) + step) for step in steps]
            for z in zs
        ]
        worth = zs * (np.array(values) @ chances)
        expected = (np.interp(fine, zs, worth) - less).max()
        assert found[pattern] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("price", [0.5, 1.15])
def test_ratios_of_cheap_guesses_stay_in_their_range_and_moment(price):
    tables = FloorTables(replace(FLOOR, expensive_price=1.2, power=3.0), 2315, 5)
    chances = reference.response(price, 5)
    low, high = word_kernel.span(2 * price, 5)
    for true in (0, 17):
        once = chances[true] * 243
        twice = np.outer(once, once).ravel()

        assert math.exp(free_letters.GRAIN * low) <= twice.min()
        assert twice.max() <= math.exp(free_letters.GRAIN * high)
        assert twice.mean() == pytest.approx(1)
        assert (twice**3).mean() <= math.exp(2 * price * tables.stage.rate)


def test_shares_of_patterns_count_answers(shares_of_words):
    matrix = clue_matrix(WORDS, Rule.LETTERWISE)[::4000]

    for row, share in zip(matrix, shares_of_words[::4000], strict=True):
        assert share == pytest.approx(np.bincount(row, minlength=243) / 2315)


@pytest.mark.system
def test_a_plan_proves_its_floor_for_words_dull_and_telling(shares_of_words):
    chosen = [WORDS.guess_index[word] for word in ("soare", "salet", "qajaq")]

    assert proves(FLOOR, shares_of_words[chosen], 2315, 5)


def test_free_letters_are_not_proved_harmless_where_they_win():
    # If all patterns are equally likely, no budget above `free_floor` can be proved.
    shares = np.full((1, 243), 1 / 243)

    assert free_letters.free_floor(2315, 5, FLOOR.share) < FLOOR.budget
    assert not proves(FLOOR, shares, 2315, 5)


def test_no_plan_proves_that_strategies_do_not_win_what_they_win(shares_of_words):
    # 5.181 % of the games that begin with TRACE are won within 14.5 nats, as
    # docs/findings/wordpl.md says.
    shares = shares_of_words[[WORDS.guess_index["trace"]]]

    for ratio, curve in ((3.0, 0.05), (4.0, 0.01), (4.5, 0.002)):
        floor = Floor(0.0518, 14.5, 1.2, 3.0, ratio, 0.0, curve, 5.0)
        assert not proves(floor, shares, 2315, 5)


def best_of_two(matrix, budget, parts):
    """Return the chance to win with two guesses that together cost `budget`.

    Every pair of guesses is tried, at prices that are multiples of ``budget / parts``.
    """
    found = 0.0
    for part in range(1, parts):
        first, second = (
            reference.response(price, 2)[matrix] / math.sqrt(matrix.shape[1])
            for price in (budget * part / parts, budget * (1 - part / parts))
        )
        for guess in first:
            # After each clue: the best second guess, then the best answer.
            chances = np.einsum("ay,gaz->ygaz", guess, second)
            found = max(found, chances.max(axis=2).sum(axis=2).max(axis=1).sum())
    return found


@pytest.mark.parametrize("seed", range(3))
def test_no_plan_proves_that_a_tiny_game_is_not_won(seed):
    matrix, shares = tiny_words(seed)
    won = best_of_two(matrix, 4.0, 8)

    for ratio, slope, curve in itertools.product((-1, 0, 1), (0.0, 0.2), (0.05, 0.3)):
        floor = Floor(won, 4.0, 0.5, 1.0, ratio, slope, curve, 2.0)
        assert not proves(floor, shares, 12, 2)
    # The same parameters prove that a much larger share of games cannot be won.
    high = [
        proves(Floor(0.97, 4.0, 0.5, 1.0, ratio, slope, 0.3, 2.0), shares, 12, 2)
        for ratio, slope in itertools.product((-1, 0, 1), (0.0, 0.2))
    ]
    assert any(high)


# A game of 12 secrets and words of two letters, with bounds on the value after a guess.
TINY = Floor(0.99, 4.0, 0.5, 1.0, 0.5, 0.0, 0.3, 2.0)
CHARGES = [Charge(left, 1.0, -0.1, 0.35, 2.0, 0.06) for left in (2.0, 2.5, 3.0)]


def tiny_words(seed):
    """Return a random clue matrix of 5 guesses and 12 secrets, and shares of patterns.

    For each guess, a row has the share of the secrets that have each pattern.
    """
    matrix = np.random.default_rng(seed).integers(9, size=(5, 12))
    return matrix, np.array([np.bincount(row, minlength=9) for row in matrix]) / 12


def position_value(matrix, joint, budget, parts=4):
    """Return the best chance to win a position with none, one or two guesses.

    `joint` has the probability of each secret, and `budget` is the budget that is left.
    Prices are multiples of ``budget / parts``.
    """
    found = joint.max()
    for part in range(1, parts + 1):
        first = reference.response(budget * part / parts, 2)[matrix] * joint[:, None]
        second = reference.response(budget * (1 - part / parts), 2)[matrix]
        chances = np.einsum("fay,gaz->fygaz", first, second).max(axis=3).sum(axis=3)
        found = max(found, chances.max(axis=2).sum(axis=1).max())
    return found


def charged(tables, charge, z):
    """Return the upper bound that a charge gives for the value of a position.

    `z` has the likelihood ratio of each secret (see `word_bounds`).
    """
    _, (constant, row) = tables.rows(round(charge.budget / tables.step))
    places = np.log(z) / free_letters.GRAIN + tables.origin + word_kernel.ROW_MARGIN
    each = np.interp(places, np.arange(len(row)), row)
    return math.exp(TINY.ratio) / len(z) + constant + (z * each).mean()


@pytest.mark.parametrize("seed", range(3))
def test_no_position_is_worth_more_than_its_charge(seed):
    matrix, shares = tiny_words(seed)
    tables = FloorTables(TINY, 12, 2)
    generator = np.random.default_rng(seed)

    assert proves(TINY, shares, 12, 2, CHARGES)

    for charge in CHARGES:
        tables.add(charge)
        for spread in (0.0, 0.3, 1.0, 2.0):
            z = np.exp(spread * generator.normal(size=12) - spread**2 / 2)
            value = position_value(matrix, z / 12, charge.budget)
            assert value <= charged(tables, charge, z)


@pytest.mark.parametrize("slope", [-0.2, -0.25, -0.3])
def test_a_charge_below_the_value_of_a_position_is_not_proved(slope):
    matrix, shares = tiny_words(0)
    tables = FloorTables(TINY, 12, 2)
    charge = replace(CHARGES[-1], slope=slope, constant=0.0)
    tables.add(charge)
    even = np.ones(12)

    assert charged(tables, charge, even) < position_value(matrix, even / 12, 3.0)
    assert not proves(TINY, shares, 12, 2, [charge])


def test_the_charge_that_is_read_is_the_definition():
    tables = FloorTables(TINY, 12, 2)
    for charge in CHARGES:
        tables.add(charge)
    z = np.array([0.1, 1.0, 1.571, 5.0])  # at 11 / 7 the slope of F is 1

    (_, free), (constant, row) = tables.rows(round(2.3 / tables.step))

    places = np.log(z) / free_letters.GRAIN + tables.origin + word_kernel.ROW_MARGIN
    found = z * np.interp(places, np.arange(len(row)), row)
    expected = -0.1 * z + 0.35 * z**2
    expected[-1] = -0.1 * 11 / 7 + 0.35 * (11 / 7) ** 2 + 5.0 - 11 / 7
    assert constant == 0.06
    assert found == pytest.approx(expected, rel=1e-3)
    assert np.array_equal(free, tables.values[round(2.3 / tables.step)])
    assert len(tables.rows(round(3.5 / tables.step))) == 1


@pytest.mark.parametrize(
    ("name", "number"),
    [("expensive_price", 0.0), ("cheap_budget", 30.0), ("power", 1.0), ("curve", 0.0)],
)
def test_numbers_that_the_proof_does_not_allow_are_refused(name, number):
    with pytest.raises(InputError, match="expected"):
        FloorTables(replace(FLOOR, **{name: number}), 2315, 5)
