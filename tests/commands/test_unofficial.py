import math

import pytest

import evaluate
from game.clues import MARKERS, to_text
from game.loop import Scripted
from game.protocol import Move

NEVER = Scripted([Move("crane", 3.0), Move("fuzzy", 9.0), Move("mummy", 0.0)])


class Sure:
    """Pays for clues that do not lie, and answers what is left."""

    def prepare(self, setting):
        self.words = setting.vocabulary.answers
        self.rule = setting.rule

    def first_move(self):
        self.left = self.words
        return self.left[0], 500.0

    def next_move(self, guess, epsilon, result):
        mark = MARKERS[self.rule]
        self.left = [w for w in self.left if to_text(mark(w, guess), 5) == result]
        return self.left[0], 0.0 if len(self.left) == 1 else 500.0


def test_a_strategy_object_is_scored_as_in_the_contest():
    scores, p05, p50, p95, timeouts = evaluate.evaluate(Sure(), 60)

    assert (len(scores), timeouts) == (60, 0)
    assert p05 <= p50 <= p95 < math.inf
    assert sorted(scores)[29] == p50
    assert all(score % 500 == 0 and score > 0 for score in scores)


def test_one_game_has_a_score_of_infinity_where_it_is_lost():
    assert evaluate.evaluate_once(Sure()) >= 500
    assert {evaluate.evaluate_once(NEVER) for _ in range(5)} <= {12.0, math.inf}


def test_other_names_are_still_missing():
    with pytest.raises(AttributeError, match="'evaluate' has no attribute 'evalaute'"):
        _ = evaluate.evalaute
