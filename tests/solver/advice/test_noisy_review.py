import math

import pytest

from game import Mode, Move, Setting, Turn, letterwise, parse
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.review import review_noisy
from tests.solver.samples import TEN

JUDGE = NoisyJudge(Setting(TEN))


def heard(guess, epsilon, secret, lies=""):
    """Return a turn with the true clue, or another one."""
    clue = parse(lies, 5) if lies else letterwise(secret, guess)
    return Turn(guess, epsilon, clue)


TURNS = [heard("slate", 8.0, "crane"), heard("brick", 6.0, "crane", "ci...")]


def test_every_move_is_rated_and_the_last_guess_as_one():
    first, last = review_noisy(JUDGE, TURNS, "count").turns

    move = Move("brick", 6.0)
    assert first.rating == JUDGE.rate(
        [], Move("slate", 8.0), TURNS[0].clue, found=False
    )
    arguments = TURNS[:1], move, TURNS[1].clue
    assert last.rating == JUDGE.rate(*arguments, found=False, answer_follows=True)
    assert last.rating != JUDGE.rate(*arguments, found=False)


def test_without_an_answer_no_guess_is_known_to_be_the_last():
    review = review_noisy(JUDGE, TURNS, "")

    arguments = TURNS[:1], Move("brick", 6.0), TURNS[1].clue
    assert review.turns[1].rating == JUDGE.rate(*arguments, found=False)
    assert review.answer.cost == review.answer.best_worth > 0


def test_the_best_word_and_the_likeliest_answer_cost_nothing():
    best = review_noisy(JUDGE, [heard("slate", 9.0, "crane")], "crane").turns[0]
    word = best.rating.best

    found = review_noisy(JUDGE, [heard(word, 9.0, "crane")], "crane")

    (turn,) = found.turns
    assert turn.rating.cost == found.answer.cost == 0.0
    assert turn.rating.best == word
    assert found.answer.best == "crane"


def test_insights_are_there_where_the_secret_is_known():
    true = [heard("crane", 20.0, "crane")]
    (honest,) = review_noisy(JUDGE, true, "crane", "crane").turns
    (lied,) = review_noisy(JUDGE, true, "crane", "count").turns
    (unknown,) = review_noisy(JUDGE, true, "crane").turns

    assert honest.insight.rank == 1
    assert lied.insight.rank > 1
    assert lied.insight.chance < 0.01
    assert unknown.insight is None
    assert honest.rating == lied.rating == unknown.rating


def test_a_right_guess_of_fibble_finds_the_secret():
    judge = NoisyJudge(Setting(TEN, Mode.FIBBLE, 8, channel="lies:1"))
    turns = [Turn("slate", math.inf, 30), Turn("crane", math.inf, 242)]

    review = review_noisy(judge, turns, "crane", "crane")

    assert review.answer is None
    (slate, crane) = review.turns
    left = slate.rating.gained
    assert crane.rating.gained == pytest.approx(math.log2(10) - left + 1)
    assert crane.insight.left == 1


def test_a_game_without_a_guess_has_its_answer():
    blind = review_noisy(JUDGE, [], "slate")

    assert blind.turns == ()
    assert blind.answer.worth == pytest.approx(0.1)
