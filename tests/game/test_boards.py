import math
import re
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import Draws, Hard, InputError, Mode, Setting, Turn, Vocabulary, deal
from game.clues import join, parse, split, to_text
from game.text.render import board, keyboard
from game.text.share import rows

WORDS = Vocabulary.load()
INF = math.inf


@given(st.lists(st.integers(0, 3**9 - 1), min_size=1, max_size=20))
def test_clues_of_boards_are_joined_and_split(clues):
    whole = join(clues, 9)

    assert split(whole, len(clues), 9) == tuple(clues)
    assert to_text(whole, 9 * len(clues)) == "".join(to_text(c, 9) for c in clues)
    assert parse(to_text(whole, 9 * len(clues)), 9 * len(clues)) == whole


def test_secrets_are_drawn_all_different_and_the_first_is_that_of_one_board():
    for number in range(50):
        draws = Draws("s", number)
        one = deal(Setting(WORDS, Mode.CLASSIC), draws).reveal()

        many = deal(Setting(WORDS, Mode.CLASSIC, boards=8), draws).reveal().split(",")

        assert many[0] == one
        assert len(set(many)) == 8


def test_every_answer_comes_equally_often_on_every_board():
    drawn = sum(
        Draws("s", number).answers(5, boards=3).astype(int) for number in range(2000)
    )

    # 400 of 2,000 draws are expected. The tolerance is over four standard deviations.
    assert drawn == pytest.approx(np.full((3, 5), 400), abs=80)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": Mode.WORDPL, "boards": 2}, "boards 2: expected 1 in wordpl"),
        ({"mode": Mode.WORDPL, "hard": Hard.NYT}, "hard mode nyt: expected off"),
        ({"boards": 2, "hard": Hard.STRICT}, "hard mode strict: expected off with 2"),
        ({"boards": 0}, "boards 0: expected 1 to 2315"),
        ({"boards": 2316}, "boards 2316: expected 1 to 2315"),
        ({"max_turns": 1001}, "max_turns 1001: expected 1 to 1000"),
    ],
)
def test_a_setting_that_cannot_be_played_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        Setting(WORDS, **{"mode": Mode.CLASSIC, **options}).check()


TURNS = [
    Turn("crane", INF, parse("ccccc.....", 10), 2),
    Turn("mamma", INF, parse(".i...cic..", 10), 2),
]


def test_boards_stand_side_by_side_or_below():
    assert board(TURNS, colour=False).splitlines() == [
        "  board  1      2",
        "  CRANE  ccccc  .....",
        "  MAMMA         cic..",
    ]
    assert board(TURNS, colour=False, columns=20).splitlines() == [
        "  board  1",
        "  CRANE  ccccc",
        "  MAMMA",
        "",
        "  board  2",
        "  CRANE  .....",
        "  MAMMA  cic..",
    ]


def test_coloured_boards_stand_below_their_numbers():
    numbers, first, _ = board(TURNS).splitlines()

    plain = re.sub(r"\x1b\[[\d;]*m", "", first)
    assert numbers.index("board 2") == plain.rindex(" C ")


def test_the_keyboard_is_that_of_the_boards_not_yet_solved():
    text = keyboard(TURNS, ascii_lowercase, colour=False)

    assert "[M]" in text
    assert "(A)" in text
    assert not set("CRNE") & set(text)


def test_sharing_darkens_a_board_that_was_solved_before():
    assert rows(TURNS) == ["🟩🟩🟩🟩🟩 ⬜⬜⬜⬜⬜", "⬛⬛⬛⬛⬛ 🟩🟨🟩⬜⬜"]
