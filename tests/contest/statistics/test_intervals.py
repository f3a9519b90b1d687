import math

import numpy as np
import pytest
from scipy.stats import t

from contest.statistics.adjusted.luck import Luck, yields
from contest.statistics.intervals import half_width
from contest.statistics.posteriors import AdjustedCurve
from tests.contest.statistics.adjusted.enumerated import FEW, NOISY, all_games

RUNS = 300


def dear(turns):
    """Ask twice, for the second time at a price by the clue, and answer by it."""
    if not turns:
        return [(1.0, ("abcd", 7.0))]
    clue = turns[-1].clue
    if len(turns) == 1:
        return [(1.0, (FEW[clue % 4], 2.0 + clue / 30))]
    return [(0.7, (FEW[clue % 4], 0.0)), (0.3, (FEW[turns[0].clue % 4], 0.0))]


def test_a_fixed_number_of_games_has_student_s_interval():
    values = np.random.default_rng(1).random(30)

    low, high = t.interval(0.99, 29, values.mean(), values.std(ddof=1) / math.sqrt(30))

    assert half_width(values, 0.01) == pytest.approx((high - low) / 2)


def test_a_mean_without_variation_has_the_rule_of_three():
    half = half_width(np.full(200, 0.7))

    assert half == pytest.approx(3 / 200, rel=0.01)


@pytest.mark.system
def test_the_interval_of_a_budget_covers_the_true_one():
    played = all_games(NOISY, dear)
    luck = Luck.of(played.games, NOISY)
    order = np.argsort(luck.costs)
    curve = np.cumsum((played.chances * luck.values)[order])
    numbers = np.random.default_rng(3)
    assert len(np.unique(luck.costs)) > 50

    share, outside = 0.1, 0
    truth = luck.costs[order][np.searchsorted(curve, share)]
    chance = played.mean(yields(luck, truth))
    missed = np.zeros(2)
    for _ in range(RUNS):
        run = AdjustedCurve.by(
            luck.select(numbers.choice(len(luck), 401, p=played.chances))
        )
        low, high = run.crossing(share, 1), run.crossing(share, -1)
        missed += low > truth * (1 + 1e-9), high < truth * (1 - 1e-9)
        values = run.within(truth)
        outside += abs(values.mean() - chance) > half_width(values)
    assert (missed / RUNS < 0.025 + 3 * math.sqrt(0.025 / RUNS)).all()
    # Budgets are steps, so that theirs is wider; that of the chance is not.
    assert abs(outside / RUNS - 0.05) < 3 * math.sqrt(0.05 / RUNS)
