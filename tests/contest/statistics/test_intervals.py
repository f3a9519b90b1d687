import math

import numpy as np
import pytest
from scipy.stats import t

from contest.statistics.adjusted.luck import Luck, yields
from contest.statistics.intervals import (
    STRIDE,
    critical_value,
    crossing_interval,
    half_width,
    rank_sequence,
)
from contest.statistics.posteriors import AdjustedCurve, WinCurve
from contest.statistics.quantiles import rank_interval
from tests.contest.statistics.adjusted.enumerated import FEW, NOISY, all_games, chosen

RUNS = 300
SHARES = [0.05, 0.5, 0.95]


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
    for any_time in (False, True):
        half = half_width(np.full(200, 0.7), any_time=any_time)
        assert half == pytest.approx(3 / 200, rel=0.01)


@pytest.mark.parametrize("error", [0.05, 0.3])
def test_sums_are_within_the_interval_at_all_times_and_near_it_at_some(error):
    games = 20 * STRIDE
    steps = np.random.default_rng(2).normal(size=(RUNS, games))
    sums = np.abs(steps.cumsum(axis=1)) / np.sqrt(np.arange(1, games + 1))
    ends = [critical_value(k, error, any_time=True) for k in range(1, games + 1)]

    missed = (sums > ends).any(axis=1).mean()
    fixed = (sums[:, STRIDE:] > critical_value(10**6, error)).any(axis=1).mean()

    assert 0 < missed < error < 2.5 * error < fixed


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
            chosen(luck, numbers.choice(len(luck), 401, p=played.chances))
        )
        low, high = crossing_interval(run, share)
        missed += low > truth * (1 + 1e-9), high < truth * (1 - 1e-9)
        values = run.within(truth)
        outside += abs(values.mean() - chance) > half_width(values)
    assert (missed / RUNS < 0.025 + 3 * math.sqrt(0.025 / RUNS)).all()
    # Budgets are steps, so that theirs is wider; that of the chance is not.
    assert abs(outside / RUNS - 0.05) < 3 * math.sqrt(0.05 / RUNS)


def test_an_interval_at_any_time_includes_that_of_a_fixed_number():
    numbers = np.random.default_rng(4)
    curve = WinCurve(numbers.uniform(0, 100, 400), np.full(400, 0.9))

    fixed, always = (
        crossing_interval(curve, 0.5, any_time=any_time) for any_time in (False, True)
    )

    assert always[0] < fixed[0] < 0.5 / 0.009 < fixed[1] < always[1]
    assert crossing_interval(curve, 0.95) == (math.inf, math.inf)


@pytest.mark.parametrize("horizon", [60, 200])
@pytest.mark.parametrize("p", SHARES)
def test_the_ranks_ever_miss_a_percentile_in_5_percent_of_runs_at_most(p, horizon):
    inside, missed = np.ones(1), 0.0  # by games at or below the percentile
    for games in range(1, 2 * horizon):  # beyond the horizon too
        inside = np.convolve(inside, [1 - p, p])
        low, high = rank_sequence(games, p, horizon)
        for refuted in (slice(0, low), slice(high, None)):
            missed += inside[refuted].sum()
            inside[refuted] = 0.0

    assert 0.005 < missed <= 0.05
    assert missed + inside.sum() == pytest.approx(1)


@pytest.mark.parametrize("games", [1001, 10_001, 100_000])
@pytest.mark.parametrize("p", SHARES)
def test_the_ranks_are_half_as_wide_again_as_those_of_a_fixed_number_at_most(games, p):
    low, high = rank_interval(games, p)
    lower, higher = rank_sequence(games, p, games)

    assert lower < low < high < higher
    assert (higher - lower) / (high - low) <= 1.5


def test_without_games_nothing_is_known():
    assert rank_sequence(0, 0.5, 100) == (0, 1)
