import pytest

from contest.statistics.adjusted.capped import known_limits
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
    # Wins without a clue have a chance of 1 in 2,315 each.
    assert games < 5


def test_a_game_of_other_rules_is_refused():
    row = game(9.3, "crane").to_row() | {"rules": "0"}

    with pytest.raises(InputError, match="version 0"):
        RecordTest("p50", 9.3, PAIR)(row)


@pytest.mark.parametrize("record", [14.45, 14.6, 15.6, 36.37, 36.9, 71.0, 75.0])
def test_who_spends_the_target_is_certified_within_it(record):
    target = target_of(record)

    assert [*known_limits([target])] == [target]
    assert at_most(target, 0.95 * record)
    # One step of the grid more is no longer 5 % below the record.
    assert not at_most(target + 0.05, 0.95 * record)
