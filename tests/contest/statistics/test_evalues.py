import math

import numpy as np
import pytest
from scipy.stats import beta

from contest.statistics.evalues import Evidence, Verdict, certify

SHARES = (0.05, 0.5, 0.95)


def wins(share, games, seed):
    return (np.random.default_rng(seed).random(games) < share).astype(float)


def posteriors(share, games, seed):
    """Return numbers as exact posteriors are: many small, some near 1."""
    return beta.rvs(share, 1 - share, size=games, random_state=seed)


def test_the_e_values_are_the_mean_of_all_bettors():
    evidence = Evidence(0.5)
    for value in (1.0, 0.25, 0.5):
        evidence.add(value)

    gaps = np.array([0.5, -0.25, 0.0])
    up = (1 + np.outer(Evidence.FRACTIONS, gaps) / 0.5).prod(axis=1)
    down = (1 - np.outer(Evidence.FRACTIONS, gaps) / 0.5).prod(axis=1)
    assert evidence.above == pytest.approx(up.mean())
    assert evidence.below == pytest.approx(down.mean())
    assert (evidence.games, evidence.total) == (3, 1.75)


@pytest.mark.parametrize(("share", "gap"), [(0.05, 0.04), (0.5, 0.0), (0.95, 0.04)])
def test_games_at_once_are_as_good_as_one_by_one(share, gap):
    values = posteriors(share + gap, 2500, seed=5)
    evidence = Evidence(share)

    found = certify(values, share)

    while evidence.verdict is Verdict.OPEN and evidence.games < len(values):
        evidence.add(values[evidence.games])
    assert (found.verdict, found.games) == (evidence.verdict, evidence.games)
    assert (found.above, found.below) == (evidence.above, evidence.below)
    assert found.total == evidence.total
    assert certify([], share).games == 0


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("kind", [wins, posteriors])
def test_what_is_clearly_better_or_worse_is_decided(share, kind):
    better, worse = share + 0.03, share - 0.03

    for seed in range(3):
        accepted = certify(kind(better, 5_000, seed), share)
        refused = certify(kind(worse, 5_000, seed), share)
        assert accepted.verdict is Verdict.ACCEPTED
        assert refused.verdict is Verdict.REFUSED


def test_certainty_is_a_number_still():
    evidence = Evidence(0.05)
    for _ in range(1000):
        evidence.add(1.0)

    assert math.isfinite(evidence.above)
    assert evidence.below < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("kind", [wins, posteriors])
def test_on_the_boundary_errors_are_rarer_than_one_in_twenty(share, kind):
    runs, games = 300, 5000

    verdicts = [
        certify(kind(share, games, seed), share).verdict for seed in range(runs)
    ]

    # Neither "more" nor "less" is true, so that both verdicts are errors.
    assert verdicts.count(Verdict.ACCEPTED) <= 0.05 * runs
    assert verdicts.count(Verdict.REFUSED) <= 0.05 * runs
