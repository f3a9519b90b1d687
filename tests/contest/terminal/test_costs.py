import pytest

from contest.statistics.costs import GameCosts
from contest.terminal.costs import costs_text
from game.protocol import Mode
from solver.advice.ratings import Unit


def games(luck=-0.25):
    for number in range(6):
        parts = {str(turn): {"word": number / 100} for turn in (1, 2)}
        parts["answer"] = {"answer": 0.0}
        paid = {"1": (2.0, 10.0), "2": (0.5 * number, 5.0)}
        yield GameCosts(number, 0.3, luck, parts, paid)


def test_costs_stand_by_turn_and_kind():
    head, by_turn, note = costs_text([*games()], Mode.WORDPL).split("\n\n")

    assert head == "chance to win 30.00 %; cost 0.050 bits, luck -0.250 bits"
    names, first, second, answer, total, example = by_turn.splitlines()
    assert names.split()[-3:] == ["all", "bits/nat", "example"]
    assert first.split()[:4] == ["1", "0.025", "±", "0.008"]
    assert first.split()[-3:] == ["0.200", "game", "5"]
    assert second.split()[-3:] == ["0.250", "game", "5"]
    assert answer.split() == ["answer", "0.000", "0.000"]  # no game has a cost there
    assert total.split()[-6:] == ["0.050", "±", "0.015", "0.217", "game", "5"]
    assert example.split() == ["example", "game", "5"]
    assert "in bits" in note


def test_classic_costs_are_guesses():
    games = [GameCosts(0, 4.0, -0.35, {"1": {"word": 0.25}}, {}, Unit.GUESSES)]

    text = costs_text(games, Mode.CLASSIC)

    assert text.startswith(
        "4.000 guesses a game: 3.400 by best play, cost of the words 0.250, luck -0.350"
    )


@pytest.mark.parametrize("mode", Mode)
def test_no_luck_has_no_minus_and_no_price_no_bits_for_a_nat(mode):
    text = costs_text([*games(-1e-9)], mode)

    assert "luck +0.000" in text
    assert ("nat" in text) == mode.priced


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_tables_fit_the_screen(width):
    lines = costs_text([*games()], Mode.WORDPL, width).splitlines()

    assert max(map(len, lines)) <= width
