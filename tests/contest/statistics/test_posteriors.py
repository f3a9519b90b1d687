import math

import numpy as np
import pytest

from contest.statistics.posteriors import WinCurve, final_chances
from game.channels.response import likelihoods
from game.clues import letterwise
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from strategies.k_guesses import KGuesses

WORDS = Vocabulary.load()
FEW = Vocabulary(("crane", "slate", "trace"), ("crane", "slate", "trace"))


def game(turns, final, outcome=Outcome.WRONG, answer="crane"):
    return Game(Mode.WORDPL, answer, tuple(turns), final, outcome)


def test_a_chance_is_bayes_rule_written_out():
    turns = [Turn("slate", 7.0, 18), Turn("crane", 3.0, 200), Turn("slate", 1.0, 5)]

    found = final_chances([game(turns, "trace")], FEW)

    joint = [
        math.prod(
            likelihoods(t.clue, t.epsilon)[letterwise(answer, t.guess)] for t in turns
        )
        for answer in FEW.answers
    ]
    assert found == pytest.approx([joint[2] / sum(joint)])


def test_a_forfeited_game_is_not_won():
    forfeits = set(Outcome) - {Outcome.WON, Outcome.WRONG}

    found = final_chances([game([], "", outcome) for outcome in forfeits], FEW)

    assert not found.any()


def test_a_curve_rises_with_the_budget_and_says_where_it_crosses():
    curve = WinCurve(
        np.array([14.6, 9.3 + 5.3, 30.0, 70.0]), np.array([0.2, 0.4, 1, 0])
    )

    assert curve.at(14.6)[0] == pytest.approx(0.15)
    assert curve.at(14.5) == (0.0, 0.0)
    assert curve.at(math.inf)[0] == pytest.approx(0.4)
    assert curve.crossing(0.05) == pytest.approx(14.6)
    assert curve.crossing(0.4) == 30.0
    assert curve.crossing(0.41) == math.inf


def test_the_steps_of_a_curve_are_what_it_is_at_each_budget():
    generator = np.random.default_rng(7)
    budgets = generator.choice([9.3 + 5.3, 14.6, 30.0, math.inf], 200)
    curve = WinCurve(budgets, generator.random(200))

    steps = list(zip(*curve.steps(), strict=True))

    assert [round(budget, 9) for budget, _, _ in steps] == [14.6, 30.0, math.inf]
    for budget, chance, error in steps:
        assert (chance, error) == pytest.approx(curve.at(budget))


def test_the_interval_of_a_budget_covers_it_or_has_no_end():
    generator = np.random.default_rng(3)
    inside = 0

    for _ in range(300):
        budgets = generator.exponential(20.0, 400)
        curve = WinCurve(budgets, generator.random(400))
        # Half of the games are won, whatever they cost: F crosses 0.25 at the median.
        low = curve.crossing(0.25, 1)
        high = curve.crossing(0.25, -1)
        inside += low <= 20.0 * math.log(2) <= high
        assert curve.crossing(0.95, 1) == math.inf

    # 95 %, with the error of 300 simulations.
    assert 0.91 < inside / 300 < 0.98


EXACT = 0.052878
"""Chance of two guesses, as tests/strategies adds it up over all clues."""


def two_guesses(games, seed):
    """Play them and return the curve and which games were won."""
    setting = Setting(WORDS)
    strategy = KGuesses(schedule=(9.3, 5.3), opening="trace")
    strategy.prepare(setting)
    hosts = (deal(setting, Draws(seed, number)) for number in range(games))
    played = [play(strategy, host, setting) for host in hosts]
    won = np.array([game.outcome is Outcome.WON for game in played], float)
    budgets = np.array([game.budget for game in played])
    return WinCurve(budgets, final_chances(played, WORDS)), won


@pytest.mark.system
@pytest.mark.parametrize("games", [400, pytest.param(50_000, marks=pytest.mark.slow)])
def test_both_estimates_agree_with_the_truth_and_posteriors_need_fewer_games(games):
    curve, won = two_guesses(games, "known")

    chance, error = curve.at(14.6)

    counted = math.sqrt(EXACT * (1 - EXACT) / games)
    assert chance == pytest.approx(EXACT, abs=3 * error)
    assert won.mean() == pytest.approx(EXACT, abs=3 * counted)
    # As many times fewer games are enough for the same precision.
    assert 15 < (counted / error) ** 2 < 35
