import numpy as np
import pytest
from scipy.stats import binom

from game import Rule, Vocabulary
from game.channels.lies import Lies
from solver.belief.lying_clues import random_values, sums_by_size
from solver.matrix.clue_matrix import clue_matrix

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.CLASSIC)


def words_left(row, answers, lies):
    """Return how many words fit each seen clue of a guess that is wrong."""
    left = []
    for seen in range(243):
        chances = Lies(lies).likelihoods(seen, np.inf)[row[answers]]
        left.append(int(((chances > 0) & (row[answers] != 242)).sum()))
    return left


@pytest.mark.parametrize("lies", range(6))
@pytest.mark.parametrize("count", [1, 7, 2000])
def test_values_are_summed_over_the_clues_that_can_be_seen(lies, count):
    answers = np.arange(count)
    # The values are not linear in the size, so that a wrong size changes the sum.
    values = np.sqrt(np.arange(count + 1.0))

    sums = sums_by_size(MATRIX[:70], answers, lies, 5, values)

    for guess in (0, 31, 69):
        sizes = words_left(MATRIX[guess], answers, lies)
        assert sums[guess] == pytest.approx(values[sizes].sum())
    # The sums of a guess do not depend on the number of guesses that are rated
    # together.
    fewer = sums_by_size(MATRIX[:2], answers, lies, 5, values)
    assert fewer.tolist() == sums[:2].tolist()


def test_values_of_random_words_are_means_over_binomial_sizes():
    # Of 200 equally likely clues, 32 may be seen for one true clue.
    p = 32 / 200
    n = 40
    wins, guesses = random_values(n, 32, 200.0, 4)

    sizes = np.arange(n)
    chances = binom.pmf(sizes, n - 1, p)
    for turns in (2, 3, 4):
        mean = chances @ wins[turns - 1][:n]
        assert wins[turns][n] == pytest.approx(min(n, 1 + mean / p))
    assert guesses[n] == pytest.approx(n + chances @ guesses[:n] / p)
    assert wins.shape == (5, n + 1)


def test_a_game_that_is_almost_certain_to_be_won_needs_no_further_turns():
    wins, _ = random_values(20, 10, 200.0, 1000)

    # The table ends at the turn from which on no value grows.
    assert len(wins) < 20
    assert wins[-1] == pytest.approx(np.arange(21))


def test_values_of_words_of_two_letters_are_numbers():
    # A true clue has 4 forms, but there are only 2.7 clues in effect: the quotient of
    # the two numbers is no probability.
    wins, guesses = random_values(40, 4, 2.7, 8)

    assert np.isfinite(wins).all()
    assert np.isfinite(guesses).all()
