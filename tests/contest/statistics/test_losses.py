import math

import pytest

from contest.statistics.losses import (
    GameLosses,
    classic_losses,
    group_by_first_clue,
    kinds,
    mean_loss,
    noisy_losses,
    turns,
)
from game.protocol import Mode, Outcome
from game.record import Game, Turn
from solver.advice.continuation import Continuation
from solver.advice.costs import CachedJudge, Judge
from tests.solver.samples import TEN


def test_a_wrong_answer_is_a_loss_of_the_answer_and_a_crash_a_forfeit():
    play, clue = Continuation(TEN), (Turn("crane", 20.0, 242),)
    wrong = Game(Mode.WORDPL, "crane", clue, "slate", Outcome.WRONG)
    crashed = Game(Mode.WORDPL, "crane", clue, "", Outcome.CRASHED)

    losses = [noisy_losses(k, game, play) for k, game in enumerate((wrong, crashed))]

    assert losses[0].sum_losses("answer", "answer") > 0.9
    assert losses[1].sum_losses(kind="forfeit") > 0.9
    assert kinds(losses) == ["price", "word", "answer", "forfeit"]
    assert turns(losses) == ["1", "answer"]
    assert losses[0].first == "5 correct"


def test_the_losses_of_a_classic_game_are_the_guesses_above_the_best():
    clue = Turn("vivid", math.inf, 0)
    won = Turn("crane", math.inf, 242)
    game = Game(Mode.CLASSIC, "crane", (clue, won), "crane", Outcome.WON)
    judge = CachedJudge(TEN)

    found = classic_losses(3, game, judge)

    assert found.end == 2
    assert found.sum_losses("1") > 0
    assert found.sum_losses() == pytest.approx(sum(found.parts.values()))
    state = judge.search.start()
    assert judge.best(state) is judge.best(state)
    assert judge.cost(state, "vivid") == Judge(TEN).cost(state, "vivid")


def test_means_have_an_error_and_an_example():
    parts = [{("1", "word"): x} for x in (0.0, 0.3, 0.0)]
    games = [GameLosses(k, "none", 1.0, 1.0, part) for k, part in enumerate(parts)]

    found = mean_loss(games, GameLosses.sum_losses)

    assert found.mean == pytest.approx(0.1)
    assert found.error == pytest.approx(0.1)
    assert found.worst == 1


def test_the_first_clues_that_lose_most_come_first():
    lost = {"a": 0.1, "b": 0.4, "c": 0.2}
    games = [GameLosses(0, f, 1.0, 1.0, {("1", "word"): x}) for f, x in lost.items()]

    assert [*group_by_first_clue(games)] == ["b", "c", "a"]
