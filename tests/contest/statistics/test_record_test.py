import pytest

from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.evalues import Verdict
from contest.statistics.quantiles import at_most
from contest.statistics.record_test import RecordTest, target_of
from game.errors import InputError
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from tests.contest.summaries import PAIR


def game(price, final, outcome=Outcome.WON):
    return Game(Mode.WORDPL, "crane", (Turn("slate", price, 18),), final, outcome)


def test_a_test_is_over_at_the_game_that_decides():
    rows = [game(9.3, "crane").to_row()] * 500
    test = RecordTest("p50", 9.3, PAIR)

    games = next(k for k, row in enumerate(rows, 1) if test(row))

    alone = AdjustedEvidence(Setting(PAIR), 9.3, 0.5)
    alone.add([Game.from_row(row) for row in rows])
    assert 1 < games == test.evidence.games == alone.games
    assert test.verdict is alone.verdict is not Verdict.OPEN
    assert test.evidence.above == alone.above


def test_wins_without_clues_are_refused_after_a_few_games():
    row = Game(Mode.WORDPL, "crane", (), "crane", Outcome.WON).to_row()
    test = RecordTest("p05", 14.6, Vocabulary.load())

    games = next(k for k in range(1, 1000) if test(row))

    assert test.verdict is Verdict.REFUSED
    assert "more about the secret than its clues" in test.objection
    assert games < 5


def test_a_game_of_other_rules_is_refused():
    row = game(9.3, "crane").to_row() | {"rules": "0"}

    with pytest.raises(InputError, match="rules 0"):
        RecordTest("p50", 9.3, PAIR)(row)


def test_the_target_of_a_record_survives_rounding():
    assert at_most(14.6 * 0.95, target_of(14.6))
