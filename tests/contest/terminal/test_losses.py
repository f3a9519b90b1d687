import pytest

from contest.statistics.losses import GameLosses
from contest.terminal.losses import losses_text
from game.protocol import Mode


def games():
    for number in range(6):
        parts = {(str(t), k): number / 100 for t in (1, 2) for k in ("price", "word")}
        parts["answer", "answer"] = 0.0
        first = "1 correct, 2 present" if number % 2 else "none"
        yield GameLosses(number, first, 0.5, 0.3, parts)


def test_losses_stand_by_turn_kind_and_first_clue():
    head, by_turn, by_first, _ = losses_text([*games()], Mode.WORDPL).split("\n\n")

    assert head.startswith("chance to win 30.00 %: 50.00 % by best known play")
    assert "-10.00 by its choices, -10.00 by chance" in head
    first, second, answer, total, example = by_turn.splitlines()[1:]
    assert first.split()[:4] == ["1", "2.50", "±", "0.76"]
    assert second.split()[1:] == first.split()[1:]
    assert answer.split() == ["answer", "0.00", "0.00"]  # no game lost there
    assert total.split()[-5:] == ["10.00", "±", "3.06", "game", "5"]
    assert example.split() == ["example", "game", "5", "game", "5"]
    assert by_first.splitlines()[1].split()[:4] == ["1", "correct,", "2", "present"]


def test_classic_losses_are_guesses():
    lost = [GameLosses(0, "none", 3.4, 4.0, {("1", "word"): 0.25})]

    text = losses_text(lost, Mode.CLASSIC)

    assert text.startswith(
        "4.000 guesses a game: 3.400 by best known play, 0.250 more by its words, "
        "+0.350 by chance"
    )


@pytest.mark.parametrize("mode", [Mode.WORDPL, Mode.CLASSIC])
def test_no_luck_has_no_minus(mode):
    lost = [GameLosses(0, "none", 0.5, 0.5, {("1", "word"): 0.0})]

    assert "-0.0" not in losses_text(lost, mode)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_tables_fit_the_screen(width):
    lines = losses_text([*games()], Mode.WORDPL, width).splitlines()

    assert max(map(len, lines)) <= width
