import math
from dataclasses import replace

import numpy as np
import pytest

from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.adjusted.capped import cap_luck
from contest.statistics.adjusted.evidence import certified_budget
from contest.statistics.adjusted.luck import Luck, adjust_values, yields
from tests.contest.statistics.adjusted.test_values import CASES, enumerated

SHARES = (0.05, 0.5, 0.95)


def bounded(case, limit, share):
    """Return the yields of a case's games, both hypotheses, and Z and C of each."""
    setting = CASES[case][0]
    played, luck = enumerated(case)
    nulls = Hypothesis(share), Hypothesis(1 - share, -1.0)
    _, capped = cap_luck(played.games, setting, [limit], nulls)
    won = yields(luck, limit)
    whole = won - adjust_values(luck, limit)
    values = [n.values(won, whole, c) for n, c in zip(nulls, capped[0], strict=True)]
    return won, whole, nulls, values, capped[0]


@pytest.mark.parametrize("case", CASES)
def test_values_are_bounded_and_have_at_most_the_exact_mean(case):
    played, _ = enumerated(case)
    for limit, share in zip(CASES[case][2][1:3], (0.05, 0.6), strict=False):
        won, whole, nulls, values, capped = bounded(case, limit, share)
        for null, value, luck in zip(nulls, values, capped, strict=True):
            signed = won if null.sign > 0 else 1 - won
            exact = played.mean(signed)

            # Luck has the mean 0, whole or capped, and what is bet on is no more.
            for each in (whole, luck):
                assert played.chances @ each == pytest.approx(0.0, abs=1e-6)
            assert (luck <= null.slack + 1e-9).all()
            assert (value >= -null.slack - 1e-9).all()
            assert (value <= signed - luck + 1e-9).all()
            least = np.maximum(signed - null.sign * whole, -null.slack)
            assert (value <= least + 1e-9).all()
            assert value @ played.chances <= exact + 1e-8


@pytest.mark.parametrize("case", CASES)
def test_a_game_multiplies_the_wealth_by_at_most_one_on_average(case):
    played, luck = enumerated(case)
    limit = CASES[case][2][1]
    share = float(played.mean(yields(luck, limit)))

    # The hypotheses are just true: the share is the exact chance to win.
    _, _, nulls, values, _ = bounded(case, limit, share)

    for null, value in zip(nulls, values, strict=True):
        factors = np.exp(null.log_factors(value))
        assert factors.min() > 0
        assert (played.chances @ factors <= 1 + 1e-9).all()


@pytest.mark.parametrize("case", CASES)
def test_at_the_share_itself_either_hypothesis_is_rarely_rejected_ever(case):
    played, luck = enumerated(case)
    limit = CASES[case][2][1]
    share = float(played.mean(yields(luck, limit)))
    won, _, nulls, values, _ = bounded(case, limit, share)
    numbers = np.random.default_rng(3)
    runs = 1000

    drawn = numbers.choice(
        len(won), (runs, 400), p=played.chances / played.chances.sum()
    )

    for null, value in zip(nulls, values, strict=True):
        factors = null.log_factors(value)
        largest = e_values(np.cumsum(factors[drawn], axis=1)).max(axis=1)
        # Ville: at most 5 %, with two standard errors of the simulation.
        assert (largest >= 20).mean() <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("share", SHARES)
def test_what_is_clearly_better_is_proved_and_what_is_not_is_not(share):
    # A share that is better, worse or equal by 2 percentage points, with a small
    # spread.
    for gap, proved in ((0.02, True), (-0.02, False), (0.0, False)):
        spread = np.random.default_rng(4).uniform(-0.02, 0.02, 4000)
        factors = Hypothesis(share).log_factors(share + gap + spread)
        assert (e_values(np.cumsum(factors, axis=0)) >= 20).any() == proved


def no_luck(values, costs):
    """Return games that are known to have no luck, and their capped luck."""
    games = len(values)
    turns = np.zeros(games, np.uint16)
    none = np.empty((0, 2), np.float32)
    luck = Luck(values, costs, turns, np.empty(0), none, np.array([0.0, 1.0]))
    return luck, np.zeros((len({*costs.tolist()}), games))


def test_budgets_are_certified_from_the_largest_to_the_first_that_is_not():
    numbers = np.random.default_rng(5)
    costs = numbers.integers(10, 40, 600).astype(float)
    luck, capped = no_luck(numbers.uniform(0.8, 1, 600), costs)

    found = certified_budget(luck, capped, 0.5, 0.05)

    # The same by definition: only budgets of earlier games are known to a game.
    def evidence(budget):
        known = []
        wealth = np.zeros(2)
        largest = 0.0
        for cost, value in zip(costs, luck.values, strict=True):
            if within := [k for k in known if k <= budget]:
                won = value if cost <= max(within) else 0.0
                wealth += Hypothesis(0.5).log_factors(np.array([won]))[0]
                largest = max(largest, float(e_values(wealth)))
            known.append(cost)
        return largest

    assert evidence(found) >= 20 > evidence(found - 1)
    assert all(evidence(budget) >= 20 for budget in range(int(found), 41))
    assert found <= certified_budget(luck, capped, 0.5, 0.001) < math.inf
    assert certified_budget(luck, capped, 0.5, 0.0) == math.inf
    assert certified_budget(luck, capped, 0.95, 0.05) == math.inf


def test_a_budget_that_posteriors_contradict_is_not_certified():
    # The luck says that the games win 30 %, their posteriors say 0.04 %.
    luck, capped = no_luck(np.full(120, 0.0004), np.zeros(120))
    capped = np.full((1, 120), -0.3)
    luck = replace(luck, luck=np.full((120, 2), -0.3, np.float32))
    luck = replace(luck, turns=np.ones(120, np.uint16), spent=np.zeros(120))

    assert adjust_values(luck, 0.0) == pytest.approx(0.3004)
    assert certified_budget(luck, capped, 0.05, 0.05) == math.inf
