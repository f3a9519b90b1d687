import math

import numpy as np

from contest.leaderboard.by_posteriors import certified_lead, certified_record
from contest.statistics.posteriors import WinCurve


def test_a_lead_is_certified_with_95_percent_and_not_by_its_estimate():
    certain = WinCurve(np.full(200, 9.0), np.full(200, 0.96))
    doubtful = WinCurve(np.full(200, 9.0), np.tile([0.0, 1.0, 1.0, 0.1], 50))

    # 200 games without a lost one cannot exclude that 1.8 % are lost.
    assert certified_lead(certain, 0.94) == 9.0
    assert certified_lead(certain, 0.95) == math.inf
    assert doubtful.crossing(0.5) == 9.0
    assert certified_lead(doubtful, 0.5) == math.inf
    assert certified_lead(doubtful, 0.45) == 9.0


def test_a_record_is_certified_where_the_mean_wealth_of_all_bettors_reaches_20():
    rng = np.random.default_rng(1)
    curve = WinCurve(rng.integers(10, 40, 300).astype(float), rng.uniform(0.7, 1, 300))

    budget = certified_record(curve, 0.5, 0.05)

    def wealth(budget):
        gaps = np.outer(curve.within(budget) / 0.5 - 1, np.geomspace(0.001, 0.95, 60))
        return np.cumprod(1 + gaps, axis=0).mean(axis=1).max()

    accepted = [b for b in range(10, 40) if wealth(b) >= 20]
    assert budget == min(accepted)
    assert accepted == list(range(min(accepted), 40))
    assert certified_record(curve, 0.95, 0.05) == math.inf
    assert certified_record(curve, 0.5, 0.0) == math.inf
