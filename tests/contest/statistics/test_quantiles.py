import math

import numpy as np
import pytest
from scipy.stats import binom

from contest.statistics.quantiles import (
    at_most,
    percentile,
    percentile_interval,
    standard_error,
)


# Of 1,001 games, these are the ranks ceil(0.05 n), ceil(0.5 n) and ceil(0.95 n).
def test_percentiles_of_an_official_run_are_ranks_51_501_and_951():
    scores = [float(rank) for rank in range(1001, 0, -1)]

    assert [percentile(scores, p) for p in (0.05, 0.5, 0.95)] == [51, 501, 951]


@pytest.mark.parametrize("games", [20, 100, 1000, 10_000])
def test_a_share_that_is_a_whole_number_of_games_is_that_rank(games):
    scores = [float(rank) for rank in range(1, games + 1)]

    assert percentile(scores, 0.05) == games // 20
    assert percentile(scores, 0.95) == games - games // 20


def test_losses_count_as_ranks_only():
    scores = [1.0] * 51 + [math.inf] * 950

    assert percentile(scores, 0.05) == 1.0
    assert percentile([*scores[1:], math.inf], 0.05) == math.inf


@pytest.mark.parametrize("games", [1, 7, 59, 1001, 10_001])
@pytest.mark.parametrize("p", [0.05, 0.5, 0.95])
def test_an_interval_holds_the_truth_often_enough(games, p):
    # The scores are their own ranks.
    ranks = np.arange(1.0, games + 1)
    low, high = percentile_interval(ranks, p)
    high = min(high, games + 1)

    inside = binom.cdf(high - 1, games, p) - binom.cdf(low - 1, games, p)

    assert inside >= 0.95
    # No rank less would do on either side.
    assert binom.cdf(low, games, p) >= 0.025
    assert low == 0 or binom.cdf(low - 1, games, p) < 0.025
    assert high == 1 or binom.cdf(high - 2, games, p) < 0.975


def test_few_games_have_an_interval_without_ends():
    def interval(scores, p):
        return percentile_interval(np.sort(scores), p)

    assert interval([3.0], 0.5) == (0.0, math.inf)
    assert interval([1.0] * 80 + [math.inf] * 20, 0.95) == (math.inf, math.inf)
    assert interval([1.0] * 940 + [math.inf] * 61, 0.95) == (1.0, math.inf)


def test_a_sum_of_prices_is_within_the_budget_that_it_was_meant_to_be():
    assert at_most([9.3 + 5.3, 12.3 * 3, 14.61], 14.6).tolist() == [True, False, False]


def test_the_standard_error_of_two_games_is_known_and_of_one_is_not():
    assert standard_error([1.0, 3.0]) == 1.0
    assert math.isnan(standard_error([1.0]))
