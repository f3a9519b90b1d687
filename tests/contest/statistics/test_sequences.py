import math

import numpy as np
import pytest
from scipy.optimize import brentq

from contest.statistics.evalues import Verdict, certify
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import Z_95, rank_interval, standard_error
from contest.statistics.sequences import (
    crossing_sequence,
    interval_of_test,
    mean_sequence,
    rank_sequence,
)

SHARES = [0.05, 0.5, 0.95]


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


def best_bet(values, counts, s, sign):
    """Return the size of a bet, by the moments of the values so far."""
    mean, variance = (np.average(x, weights=counts) for x in (values, values**2))
    deviation = math.sqrt(variance - mean**2)
    third = np.average((values - mean) ** 3, weights=counts)
    x = sign * s * third / deviation**3
    if abs(x) < 1e-9:
        return s / deviation
    ends = (1e-9, 20) if x > 0 else (-20, -1e-9)
    u = brentq(lambda u: u - 1 + math.exp(-u) - x**2 / 2, *ends, xtol=1e-12)
    return s / deviation * math.expm1(u) / x


def test_a_mean_is_outside_where_the_e_value_against_it_is_forty():
    values = np.random.default_rng(1).beta(2, 3, 120)
    low, high = mean_sequence(values, 120)

    def e_value(mean, sign):
        """Return the wealth after all bets."""
        wealth = {120: 0.7, 30: 0.3}
        for game, value in enumerate(values):
            seen = np.append(values[:game], [0.25, 0.75])
            counts = np.append(np.ones(game), [0.5, 0.5])
            edge = mean if sign > 0 else 1 - mean
            for horizon in wealth:
                s = math.sqrt(2 * math.log(40) / horizon)
                bet = best_bet(seen, counts, s, sign)
                wealth[horizon] *= 1 + sign * min(bet, 0.95 / edge) * (value - mean)
        return sum(wealth.values())

    assert e_value(low, +1) == pytest.approx(40, rel=1e-4)
    assert e_value(high, -1) == pytest.approx(40, rel=1e-4)
    assert low < values.mean() < high


@pytest.mark.parametrize(
    ("law", "games"),
    [
        ((0.3, 0.3), 1000),
        ((8, 2), 1000),
        ((0.02, 0.38), 1000),
        ((1, 19), 4000),
        ((0.02, 0.38), 4000),
    ],
)
def test_the_interval_of_a_mean_is_as_narrow_as_promised(law, games):
    values = np.random.default_rng(1).beta(*law, games)

    low, high = mean_sequence(values, games)

    assert 1.2 < (high - low) / (2 * Z_95 * standard_error(values)) <= 1.5


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("mean", [0.02, 0.3, 0.5, 0.7, 0.98])
def test_the_interval_of_a_record_test_agrees_with_its_verdict(share, mean):
    draws = np.random.default_rng(3).random(600) < mean
    values = draws.astype(float)[: certify(draws, share).games]

    low, high = interval_of_test(values)

    verdict = certify(values, share).verdict
    assert (share <= low) == (verdict is Verdict.ACCEPTED)
    assert (share >= high) == (verdict is Verdict.REFUSED)


def test_without_games_nothing_is_known():
    nothing = np.empty(0)

    assert interval_of_test(nothing) == (0.0, 1.0)
    assert mean_sequence(nothing, 100) == (0.0, 1.0)
    assert rank_sequence(0, 0.5, 100) == (0, 1)
    curve = WinCurve(nothing, nothing)
    assert crossing_sequence(curve, 0.5, 100) == (0.0, math.inf)


def test_equal_values_are_never_beyond_all_doubt():
    low, high = mean_sequence(np.ones(1000), 1000)

    assert 0.99 < low < 1.0 == high


@pytest.mark.parametrize(
    ("share", "interval"),
    [
        (0.05, (21.50935, 22.47584)),
        (0.5, (31.17335, 31.83004)),
        (0.7, (35.17747, 36.02439)),
    ],
)
def test_the_interval_of_a_budget_is_the_set_of_budgets_that_no_bet_refutes(
    share, interval
):
    numbers = np.random.default_rng(2)
    curve = WinCurve(numbers.normal(30, 5, 3000), numbers.beta(8, 2, 3000))

    low, high = crossing_sequence(curve, share, 3000)

    assert (low, high) == pytest.approx(interval, abs=1e-5)
    assert low < curve.crossing(share, Z_95) < curve.crossing(share, -Z_95) < high
    longer = crossing_sequence(curve, share, 300_000)
    assert longer[0] <= low < high <= longer[1]


def test_a_budget_below_all_that_were_paid_is_possible_while_games_are_few():
    curve = WinCurve(np.full(50, 20.0), np.full(50, 0.9))

    assert crossing_sequence(curve, 0.05, 500)[0] == 0.0
    assert crossing_sequence(curve, 0.5, 500)[0] == 20.0
