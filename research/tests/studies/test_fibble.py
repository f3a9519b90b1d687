from statistics import fmean, stdev

import numpy as np

from game import Vocabulary
from research.studies.fibble import estimate
from tests.fibble_games import games_won, seated

WORDS = Vocabulary.load()


def test_estimates_average_to_the_chance_to_win_whatever_the_values_are():
    words = Vocabulary(*[WORDS.answers[::200]] * 2)
    strategy = seated(3, 4, words)
    noise = np.random.default_rng(1).normal(1, 0.2, strategy.values.wins.shape)
    noise[:2] = 1.0  # the values of the last guess are exact
    strategy.values = strategy.values._replace(wins=strategy.values.wins * noise)

    chances = [estimate(strategy, "fibble", game) for game in range(100)]

    error = fmean(chances) - games_won(strategy) / len(words.answers)
    assert abs(error) < 4 * stdev(chances) / 10
