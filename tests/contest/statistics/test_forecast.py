import numpy as np
import pytest

from contest.statistics.adjusted.bets import BETS, Hypothesis
from contest.statistics.evalues import Verdict
from contest.statistics.forecast import (
    Decision,
    Pilot,
    _find_weights,
    accepted_share,
    games_needed,
    refused_share,
    simulate_tests,
)


def pilot(*values):
    """Return a pilot of games with these values, 50 of each."""
    values = np.repeat(values, 50)
    nulls = Hypothesis(0.5), Hypothesis(0.5, -1.0)
    factors = [n.log_factors(values, np.zeros((1 + BETS, len(values)))) for n in nulls]
    return Pilot(0.5, values, np.moveaxis(factors, 2, 0))


def test_a_clear_case_is_decided_soon_and_a_close_one_late():
    clear, close = (
        list(simulate_tests(pilot(mean - 0.1, mean + 0.1), 4000, tests=20))
        for mean in (0.6, 0.51)
    )

    assert accepted_share(clear, 4000) == 1.0
    assert games_needed(clear, 0.9) < 1000
    assert games_needed(clear, 0.5) < games_needed(close, 0.5)


def test_shares_are_of_the_tests_that_ended_in_time():
    ends = [
        Decision(Verdict.ACCEPTED, 300),
        Decision(Verdict.REFUSED, 500),
        Decision(Verdict.OPEN, 1000),
        Decision(Verdict.ACCEPTED, 900),
    ]

    assert accepted_share(ends, 899) == refused_share(ends, 899) == 0.25
    assert accepted_share(ends, 1000) == 0.5
    assert (games_needed(ends, 0.75), games_needed(ends, 0.8)) == (900, np.inf)


@pytest.mark.parametrize("most", [1, 49, 299, 300, 301])
def test_no_test_plays_more_games_than_it_may(most):
    (end,) = simulate_tests(pilot(0.5, 0.5), most, tests=1)

    assert end == Decision(Verdict.OPEN, most)


@pytest.mark.parametrize("mean", [0.01, 0.4, 0.7, 0.899])
def test_weights_give_the_values_a_mean(mean):
    values = np.random.default_rng(1).choice([0.0, 0.2, 0.5, 0.9], 150)

    weights = _find_weights(values, mean)

    assert weights @ values == pytest.approx(mean)
    assert weights.sum() == pytest.approx(1.0)
    # Exponential in the values.
    steps = [weights[values == x][0] for x in (0.0, 0.2, 0.5, 0.9)]
    assert np.diff(np.log(steps)) / [0.2, 0.3, 0.4] == pytest.approx(
        np.full(3, np.log(steps[-1] / steps[0]) / 0.9)
    )
    assert not _find_weights(values, 0.9).any()
