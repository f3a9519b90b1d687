import math
import random

import numpy as np
import pytest

from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.adjusted.luck import Luck
from contest.statistics.evalues import Verdict
from game.protocol import Setting
from game.words import Vocabulary
from tests.contest.statistics.adjusted.test_values import (
    CASES,
    Asks,
    enumerated,
    games_of,
)

WORDS = Setting(Vocabulary.load())


class Fixed(AdjustedEvidence):
    """Bets on games with a V that is given, from the first on."""

    def __init__(self, setting, limit, share, weights):
        super().__init__(setting, limit, share)
        self._weights = weights


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("scale", [10.0])
def test_values_are_bounded_and_have_the_exact_mean_whatever_v_is(case, scale):
    setting, _, limits = CASES[case]
    played, luck = enumerated(case)
    numbers = np.random.default_rng(8)
    weights = scale * numbers.normal(size=(10, 7))

    for limit, share in zip(limits[1:3], (0.05, 0.6), strict=False):
        test = Fixed(setting, limit, share, weights)
        values = np.hstack(
            [
                test._values_of(played.games[k : k + 500])
                for k in range(0, len(luck), 500)
            ]
        )
        yields = np.where(luck.costs <= limit * (1 + 1e-9), luck.values, 0.0)
        mean = played.mean(yields)
        for found, expected in zip(values, (mean, 1 - mean), strict=True):
            assert played.chances @ found == pytest.approx(
                np.full(3, expected), abs=1e-8
            )
        assert (1 + test._bets[:, None] * (values - test._shares[:, :, None]) > 0).all()


def test_the_e_values_have_a_mean_of_at_most_one_at_the_share():
    setting = CASES["noise"][0]
    played, luck = enumerated("noise")
    share = float(played.mean(luck.values))
    numbers = random.Random(9)
    ends = []

    for _ in range(40):
        test = AdjustedEvidence(setting, math.inf, share)
        test.add(numbers.choices(played.games, played.chances.tolist(), k=160))
        ends.append((test.above, test.below))

    means, errors = np.mean(ends, axis=0), np.std(ends, axis=0) / math.sqrt(40)
    assert (means < 1 + 3 * errors).all()


@pytest.mark.system
def test_games_decide_sooner_than_counted_and_an_oracle_does_not_pass():
    prices = 17.0, 20.0
    honest = games_of(lambda _: Asks(prices=prices), 400)
    asking = games_of(lambda secret: Asks(secret, prices), 400)
    share = float(Luck.of(honest, WORDS).values.mean())

    low, high, cheat = (
        AdjustedEvidence(WORDS, 37.0, p) for p in (share - 0.06, share + 0.06, share)
    )
    low.add(honest)
    high.add(honest)
    cheat.add(asking)

    assert (low.verdict, high.verdict) == (Verdict.ACCEPTED, Verdict.REFUSED)
    assert max(low.games, high.games) < 400
    assert share - 0.06 < low.interval()[0] < share + 1e-6
    assert share - 1e-6 < high.interval()[1] < share + 0.06
    assert cheat.verdict is not Verdict.ACCEPTED
