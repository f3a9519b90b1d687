import math

import pytest

import evaluate
from game.loop import Scripted
from game.protocol import Move
from strategies.k_guesses import KGuesses


def test_a_strategy_object_is_scored_as_in_the_contest():
    sure = KGuesses(schedule=(500.0, 500.0))  # such clues are always true

    scores, p05, p50, p95, timeouts = evaluate.evaluate(sure, 60)

    assert (len(scores), timeouts) == (60, 0)
    assert p05 <= p50 <= p95
    # The median of 60 scores is the 30th score.
    assert sorted(scores)[29] == p50
    assert {*scores} == {1000.0, math.inf}


def test_one_game_has_a_score_of_infinity_where_it_is_lost():
    script = Scripted([Move("crane", 3.0), Move("fuzzy", 9.0), Move("mummy", 0.0)])

    assert {evaluate.evaluate_once(script) for _ in range(5)} <= {12.0, math.inf}


def test_other_names_are_still_missing():
    with pytest.raises(AttributeError, match="'evaluate' has no attribute 'evalaute'"):
        _ = evaluate.evalaute
