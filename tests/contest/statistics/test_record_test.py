import pytest

from contest.statistics.evalues import Verdict, certify
from contest.statistics.quantiles import at_most
from contest.statistics.record_test import (
    RecordTest,
    share_of,
    target_of,
    values_within,
)
from game.errors import InputError
from game.protocol import Mode, Outcome
from game.record import Game, Turn
from game.words import Vocabulary

PAIR = Vocabulary(("crane", "slate"), ("crane", "slate"))
SHARES = (0.05, 0.5, 0.95)


def game(price, final, outcome=Outcome.WON):
    return Game(Mode.WORDPL, "crane", (Turn("slate", price, 18),), final, outcome)


def test_games_are_worth_nothing_beyond_the_target():
    games = [
        game(9.3, "crane"),
        game(9.3, "slate", Outcome.WRONG),
        game(14.7, "crane"),
        Game(Mode.WORDPL, "crane", (), "", Outcome.TIMEOUT),
    ]

    values = values_within(games, 14.6, PAIR)

    assert values["wins"].tolist() == [1, 0, 0, 0]
    assert values["posteriors"][0] + values["posteriors"][1] == pytest.approx(1)
    assert values["posteriors"][2:].tolist() == [0, 0]


@pytest.mark.parametrize("by", ["posteriors", "wins"])
def test_the_verdict_is_that_of_the_deciding_evidence(by):
    rows = [game(9.3, "crane").to_row()] * 500
    test = RecordTest("p50", 9.3, PAIR, by)

    games = next(k for k, row in enumerate(rows, 1) if test(row))

    values = values_within([Game.from_row(row) for row in rows], 9.3, PAIR)[by]
    assert certify(values, 0.5).games == games
    assert test.verdict is certify(values, 0.5).verdict


@pytest.mark.parametrize("by", ["adjusted", "posteriors", "wins"])
def test_wins_without_clues_are_refused_after_a_few_games(by):
    row = Game(Mode.WORDPL, "crane", (), "crane", Outcome.WON).to_row()
    test = RecordTest("p05", 14.6, Vocabulary.load(), by)

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
    assert at_most(9.3 + 5.3, target_of(14.6, 0.0))


def test_an_unknown_column_is_quoted():
    with pytest.raises(InputError, match=r"'p5'.*p05, p50, p95"):
        share_of("p5")
