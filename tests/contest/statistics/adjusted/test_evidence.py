import math
import random

import numpy as np
import pytest

from contest.statistics.adjusted.bets import Hypothesis
from contest.statistics.adjusted.capped import CappedLuck, cap_luck, known_limits
from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.adjusted.luck import Luck
from contest.statistics.evalues import Verdict
from contest.statistics.games import GamesBuilder
from game.protocol import Setting
from game.words import Vocabulary
from research.studies.players import Asks
from tests.contest.statistics.adjusted.test_values import (
    ASKED,
    CASES,
    enumerated,
    games_of,
)

WORDS = Setting(Vocabulary.load())


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

    means = np.mean(ends, axis=0)
    errors = np.std(ends, axis=0) / math.sqrt(40)
    assert (means < 1 + 3 * errors).all()


def test_games_one_by_one_give_what_all_at_once_give():
    setting = CASES["noise"][0]
    played, _ = enumerated("noise")
    games = random.Random(1).choices(played.games, played.chances.tolist(), k=130)
    whole, single = (AdjustedEvidence(setting, 7.5, 0.2) for _ in range(2))

    whole.add(games)
    for game in games:
        single.add([game])

    assert (whole.games, whole.total) == (single.games, single.total)
    assert (whole.above, whole.below) == (single.above, single.below)


def test_the_luck_of_a_game_depends_on_it_alone():
    setting = CASES["noise"][0]
    played, _ = enumerated("noise")
    games = random.Random(2).choices(played.games, played.chances.tolist(), k=170)

    def capped(games):
        return cap_luck(games, setting, [7.5], [Hypothesis(0.1)])[1]

    assert capped(games)[..., 100:].tolist() == capped(games[100:]).tolist()


def test_games_are_judged_within_budgets_of_earlier_games():
    setting = CASES["noise"][0]
    played, _ = enumerated("noise")
    games = random.Random(3).choices(played.games, played.chances.tolist(), k=90)
    luck = CappedLuck(setting, [Hypothesis(0.1)])

    luck.add(games[:40])
    luck.add(games[40:])

    known = known_limits([game.budget for game in games])
    for (limit, since), of_limit in zip(known.items(), luck.capped[:, 0], strict=True):
        # Budgets are rounded up to a multiple of 0.05.
        assert round(20 * limit) == pytest.approx(20 * limit)
        assert math.ceil(20 * games[since - 1].budget - 1e-6) == round(20 * limit)
        assert np.isfinite(of_limit[since:]).all()
    assert len(known) == len({game.budget for game in games})


def test_what_the_posteriors_contradict_is_not_accepted():
    test = AdjustedEvidence(CASES["noise"][0], 7.5, 0.5)
    # Enough capital to accept, if the posteriors agreed.
    test._wealth = test._wealth + 9.0
    test._yields = np.full(30, 0.4)

    assert test.verdict is Verdict.OPEN
    test._yields = np.tile([0.0, 0.9], 15)
    assert test.verdict is Verdict.ACCEPTED


@pytest.mark.system
def test_games_decide_sooner_than_counted_and_an_oracle_does_not_pass():
    prices = 17.0, 20.0
    # Both players ask twice at the same prices, but one of them asks for the secret.
    honest = games_of(lambda _: Asks(ASKED, prices), 400)
    asking = games_of(lambda secret: Asks((secret, secret), prices), 400)
    share = float(Luck.of(honest, WORDS).values.mean())

    low, high, cheat = (
        AdjustedEvidence(WORDS, 37.0, p) for p in (share - 0.06, share + 0.06, 0.5)
    )
    low.add(honest)
    high.add(honest)
    cheat.add(asking)

    assert (low.verdict, high.verdict) == (Verdict.ACCEPTED, Verdict.REFUSED)
    assert max(low.games, high.games) < 400
    assert cheat.verdict is not Verdict.ACCEPTED


@pytest.mark.system
def test_games_certify_the_budget_that_a_test_of_it_accepts():
    builder = GamesBuilder(WORDS)
    prices = (17.0, 24.0)
    played = games_of(lambda _: Asks(ASKED, prices), 300)
    for game in played:
        builder.add(game)
    games = builder.build()

    budgets = [games.certified(column) for column in ("p05", "p50", "p95")]

    for share, budget in zip((0.05, 0.5, 0.95), budgets, strict=True):
        test = AdjustedEvidence(WORDS, 41.0, share)
        test.add(played)
        assert (test.verdict is Verdict.ACCEPTED) == (budget == 41.0)
    assert budgets[0] == 41.0
    assert budgets[2] == math.inf
