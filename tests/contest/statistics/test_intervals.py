import math

import numpy as np
import pytest
from scipy.stats import binom, t

from contest.statistics.adjusted.luck import Luck, yields
from contest.statistics.comparison import compare_pairs
from contest.statistics.intervals import half_width, loss_by_failures
from contest.statistics.posteriors import AdjustedCurve, WinCurve
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


@pytest.mark.parametrize("failures", [0, 1, 7])
def test_failures_may_be_as_frequent_as_the_binomial_law_allows(failures):
    values = np.full(101, 0.5)
    values[:failures] = 0.0

    loss = loss_by_failures(values, failures)

    most = failures / 101 + loss / 0.5
    assert binom.cdf(failures, 101, most) == pytest.approx(0.05)


def test_who_fails_always_cannot_lose_more():
    assert loss_by_failures(np.zeros(9), 9) == 0.0


@pytest.mark.parametrize("rate", [0.0, 0.003, 0.01, 0.02, 0.05])
@pytest.mark.parametrize("games", [101, 1001])
def test_the_interval_of_a_chance_covers_it_though_some_games_fail(games, rate):
    numbers = np.random.default_rng(7)
    covered = 0

    for _ in range(RUNS):
        failed = numbers.random(games) < rate
        chances = np.where(failed, 0.0, 0.95 + numbers.normal(0.0, 0.028, games))
        curve = WinCurve(np.ones(games), chances, failures=int(failed.sum()))
        below, above = curve.margins(1.0)
        error = curve.at(1.0)[0] - 0.95 * (1 - rate)
        covered += -above <= error <= below

    assert covered / RUNS > 0.93 - 2 * math.sqrt(0.07 * 0.93 / RUNS)


def test_a_failure_that_may_occur_widens_the_interval_of_a_difference():
    first = np.full(101, 0.9) + 0.001 * np.arange(101)

    second = first - 0.01 * np.sin(np.arange(101))

    found = compare_pairs(first, second, failures=(0, 3))

    gap = first.mean() - second.mean()
    assert gap - found.low == pytest.approx(loss_by_failures(first, 0))
    assert found.high - gap == pytest.approx(loss_by_failures(second, 3))


@pytest.mark.system
def test_the_interval_of_a_budget_covers_the_true_one():
    played = all_games(NOISY, dear)
    luck = Luck.of(played.games, NOISY)
    order = np.argsort(luck.costs)
    curve = np.cumsum((played.chances * luck.values)[order])
    numbers = np.random.default_rng(3)
    assert len(np.unique(luck.costs)) > 50

    # Many budgets are possible, so that the steps of the curve are small.
    share = 0.1
    outside = 0
    truth = luck.costs[order][np.searchsorted(curve, share)]
    chance = played.mean(yields(luck, truth))
    missed = np.zeros(2)
    for _ in range(RUNS):
        run = AdjustedCurve.by(
            luck.select(numbers.choice(len(luck), 401, p=played.chances))
        )
        low = run.crossing(share, 1)
        high = run.crossing(share, -1)
        missed += low > truth * (1 + 1e-9), high < truth * (1 - 1e-9)
        values = run.within(truth)
        outside += abs(values.mean() - chance) > half_width(values)
    assert (missed / RUNS < 0.025 + 3 * math.sqrt(0.025 / RUNS)).all()
    # Budgets are steps, so that theirs is wider; that of the chance is not.
    assert abs(outside / RUNS - 0.05) < 3 * math.sqrt(0.05 / RUNS)
