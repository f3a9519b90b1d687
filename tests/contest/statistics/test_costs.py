import math

import pytest

from contest.statistics.costs import (
    GameCosts,
    classic_costs,
    kinds,
    mean_of,
    noisy_costs,
    turns,
)
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge
from tests.solver.samples import TEN


def test_a_wrong_answer_costs_its_chance_and_a_crash_is_a_forfeit():
    judge = NoisyJudge(Setting(TEN))
    clue = (Turn("crane", 20.0, 242),)
    wrong = Game(Mode.WORDPL, "crane", clue, "slate", Outcome.WRONG)
    crashed = Game(Mode.WORDPL, "crane", clue, "", Outcome.CRASHED)

    costs = [noisy_costs(k, game, judge) for k, game in enumerate((wrong, crashed))]

    assert costs[0].sum_costs("answer", "answer") > 0.9
    assert costs[1].sum_costs(kind="forfeit") > 0.9
    assert costs[0].result < 0.1
    assert costs[1].result == 0.0
    assert kinds(costs) == ["word", "answer", "forfeit"]
    assert turns(costs) == ["1", "answer"]
    ((bits, price),) = costs[0].paid.values()
    assert price == 20.0
    assert 0 < bits < math.log2(10)


def test_a_game_of_fibble_is_won_or_lost_without_a_final_answer():
    setting = Setting(TEN, Mode.FIBBLE, 8, channel="lies:1")
    clues = (Turn("slate", math.inf, 30), Turn("crane", math.inf, 242))
    game = Game(Mode.FIBBLE, "crane", clues, "crane", Outcome.WON)

    found = noisy_costs(0, game, NoisyJudge(setting))

    assert (found.result, found.paid) == (1.0, {})
    assert [*found.parts] == ["1", "2"]


@pytest.mark.system  # compiles the kernels of the search
def test_the_costs_of_a_classic_game_are_the_guesses_above_the_best():
    clue = Turn("vivid", math.inf, 0)
    won = Turn("crane", math.inf, 242)
    game = Game(Mode.CLASSIC, "crane", (clue, won), "crane", Outcome.WON)
    judge = Judge(TEN)

    found = classic_costs(3, game, judge)

    state = judge.search.start()
    best = judge.best(state)
    cost = judge.cost(state, "vivid")
    assert found.result == 2
    assert found.sum_costs("1") == pytest.approx((cost.total - best.total) / 10)
    start = found.result - found.sum_costs() + found.luck
    assert start == pytest.approx(best.total / 10)
    assert judge.best(state) is best
    assert cost == Judge(TEN).cost(state, "vivid")


def test_means_have_an_error_and_an_example():
    games = [
        GameCosts(number, 1.0, 0.0, {"1": {"word": cost}}, {})
        for number, cost in enumerate((0.0, 0.3, 0.0))
    ]

    found = mean_of(games, GameCosts.sum_costs)

    assert found.mean == pytest.approx(0.1)
    assert found.error == pytest.approx(0.1)
    assert found.highest == 1
