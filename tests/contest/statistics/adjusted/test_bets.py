import math

import numpy as np
import pytest

from contest.statistics.adjusted.bets import (
    BETS,
    Hypothesis,
    certified_budget,
    e_values,
)
from contest.statistics.adjusted.capped import CappedLuck
from contest.statistics.adjusted.values import yields
from contest.statistics.posteriors import WinCurve
from tests.contest.statistics.adjusted.test_values import CASES, enumerated

SHARES = (0.05, 0.5, 0.95)


class Fixed(CappedLuck):
    """Capped luck of any games with a V that is given."""

    def __init__(self, setting, hypotheses, limit, weights):
        super().__init__(setting, hypotheses, limit)
        self._limits = [limit] * len(hypotheses)
        self._weights = [weights] * len(hypotheses)


def bounded(case, limit, share, scale):
    """Return what all games of a case yield, both hypotheses, and the luck for each."""
    setting = CASES[case][0]
    played, luck = enumerated(case)
    nulls = Hypothesis(share), Hypothesis(1 - share, -1.0)
    weights = scale * np.random.default_rng(8).normal(size=(10, 7))
    measured = Fixed(setting, nulls, limit, weights).measure(played.games)
    return yields(luck, limit), nulls, measured.capped


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("scale", [0.1, 10.0])
def test_values_are_bounded_and_have_at_most_the_exact_mean_whatever_v_is(case, scale):
    played, _ = enumerated(case)
    for limit, share in zip(CASES[case][2][1:3], (0.05, 0.6), strict=False):
        won, nulls, capped = bounded(case, limit, share, scale)
        for null, luck in zip(nulls, capped, strict=True):
            signed = won if null.sign > 0 else 1 - won
            exact = played.mean(signed)

            values = null.values(won, luck)

            # Luck has the mean 0, whole or capped, and what is bet on is no more.
            assert played.chances @ luck.T == pytest.approx(
                np.zeros(1 + BETS), abs=1e-8
            )
            assert (luck[1:] <= null.slacks[:, None] + 1e-9).all()
            assert (values >= -null.slacks[:, None] - 1e-9).all()
            assert (values <= signed - luck[1:] + 1e-9).all()
            whole = np.maximum(signed - luck[0], -null.slacks[:, None])
            assert (values <= whole + 1e-9).all()
            assert (values @ played.chances <= exact + 1e-8).all()


@pytest.mark.parametrize("case", CASES)
def test_a_game_multiplies_the_wealth_by_at_most_one_on_average(case):
    played, _ = enumerated(case)
    limit = CASES[case][2][1]
    share = float(played.mean(yields(enumerated(case)[1], limit)))

    for scale in (0.1, 10.0):
        won, nulls, capped = bounded(case, limit, share, scale)
        for null, luck in zip(nulls, capped, strict=True):
            factors = np.exp(null.log_factors(won, luck))
            assert factors.min() > 0
            assert (factors @ played.chances <= 1 + 1e-9).all()


@pytest.mark.parametrize("case", CASES)
def test_at_the_share_itself_either_hypothesis_is_rarely_rejected_ever(case):
    played, _ = enumerated(case)
    limit = CASES[case][2][1]
    share = float(played.mean(yields(enumerated(case)[1], limit)))
    won, nulls, capped = bounded(case, limit, share, 0.5)
    numbers, runs = np.random.default_rng(3), 1000

    drawn = numbers.choice(
        len(won), (runs, 400), p=played.chances / played.chances.sum()
    )

    for null, luck in zip(nulls, capped, strict=True):
        factors = null.log_factors(won, luck).T
        largest = e_values(np.cumsum(factors[drawn], axis=1)).max(axis=1)
        # Ville: at most 5 %, with two standard errors of the simulation.
        assert (largest >= 20).mean() <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("share", SHARES)
def test_what_is_clearly_better_is_proved_and_what_is_not_is_not(share):
    no_luck = np.zeros((1 + BETS, 4000))
    for gap, proved in ((0.02, True), (-0.02, False), (0.0, False)):
        spread = np.random.default_rng(4).uniform(-0.02, 0.02, 4000)
        null = Hypothesis(share)
        factors = null.log_factors(share + gap + spread, no_luck)
        assert (e_values(np.cumsum(factors, axis=1).T) >= 20).any() == proved


def test_the_certified_budget_is_the_smallest_with_the_evidence():
    numbers = np.random.default_rng(5)
    curve = WinCurve(
        numbers.integers(10, 40, 600).astype(float), numbers.uniform(0.8, 1, 600)
    )
    luck = numbers.uniform(-0.05, 0.05, (1 + BETS, 600))
    luck[:, :50] = np.nan  # games before the first V count for nothing

    found = certified_budget(curve, luck, 0.5, 0.05)

    def evidence(budget):
        factors = Hypothesis(0.5).log_factors(curve.within(budget), luck)[:, 50:]
        return e_values(np.cumsum(factors, axis=1).T).max()

    proved = [budget for budget in range(10, 40) if evidence(budget) >= 20]
    assert found == min(proved)
    assert proved == list(range(min(proved), 40))
    assert found <= certified_budget(curve, luck, 0.5, 0.001) < math.inf
    assert certified_budget(curve, luck, 0.5, 0.0) == math.inf
    assert certified_budget(curve, luck, 0.95, 0.05) == math.inf
