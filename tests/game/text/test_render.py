import math
from string import ascii_lowercase

from game import Game, Mode, Outcome, Turn
from game.text.render import key_rows, keyboard, letter_marks, tile_text
from tests.alphabets import LATIN_AND_OTHERS, RUSSIAN


def test_tiles_in_colour_show_every_letter_and_end_their_colour():
    line = tile_text("crane", 191)

    assert [c for c in line if c.isupper()] == list("CRANE")
    assert line.count("\x1b[0m") == 5


def test_of_exact_clues_the_keyboard_shows_the_best():
    inf = float("inf")
    # E is elsewhere in the word by the first clue, and correct by the second clue.
    turns = [Turn("geese", inf, 27 * 1), Turn("edict", inf, 2 * 81)]

    assert letter_marks(turns)["e"] == 2
    assert letter_marks(turns)["g"] == 0


def test_of_noisy_clues_the_keyboard_shows_what_most_was_paid_for():
    # The first two clues cost 7 nats together, the third clue costs 6.
    turns = [Turn("crane", 3.0, 0), Turn("crane", 4.0, 0), Turn("crane", 6.0, 242)]

    assert letter_marks(turns)["c"] == 0


def test_the_keyboard_without_colour_leaves_absent_letters_out():
    text = keyboard([Turn("crane", 9.0, 191)], ascii_lowercase, colour=False)

    assert "[C]" in text
    assert "(R)" in text
    assert "A" not in text
    assert " Q " in text


def test_a_game_for_a_notebook_shows_what_was_seen_and_the_truth():
    turns = (Turn("crane", 12.3, 191), Turn("slump", 3.0, 0))

    shown = Game(Mode.WORDPL, "crane", turns, "crane", Outcome.WON)._repr_html_()

    assert "CRANE: won, answered CRANE, score 15.3" in shown
    assert shown.count("<tr>") == 3
    assert shown.count('role="img"') == 4
    assert "<td>12.3</td><td>12.3</td>" in shown


def test_several_boards_for_a_notebook_stand_side_by_side():
    turns = (Turn("crane", math.inf, 3**5 * 242, boards=2),)

    shown = Game(Mode.CLASSIC, "crane,slump", turns, "", Outcome.CRASHED)._repr_html_()

    assert shown.count('role="img"') == 2
    assert "CRANE,SLUMP: crashed, score inf" in shown


def test_a_keyboard_has_each_letter_once_in_rows_of_twelve_at_most():
    for alphabet in (ascii_lowercase, "abcxyzßäöü", RUSSIAN, LATIN_AND_OTHERS):
        letters = "".join(sorted({*alphabet} - {" "}))

        rows = key_rows(letters)

        assert set(letters) <= set("".join(rows))
        assert len("".join(rows)) == len(set("".join(rows)))
        assert max(map(len, rows)) <= 12
