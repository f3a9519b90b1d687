import re

import pytest

from solver.trees.notation import from_csv, from_games, from_selby, to_csv, to_selby
from solver.trees.tree import TreeError

GAMES = [
    ("crane",),
    ("crane", "crank"),
    ("crane", "dogma"),
    ("crane", "slump"),
    ("crane", "slump", "pudgy"),
    ("crane", "slump", "pudgy", "humph"),
]
# Marked by hand. Each line goes on below the column of its first clue.
TEXT = """\
crane BBBBB1 slump BBYBY2 pudgy GGGGG3
                   BBYYY2 pudgy YGBBB3 humph GGGGG4
                   GGGGG2
      BBYBB1 dogma GGGGG2
      GGGGB1 crank GGGGG2
      GGGGG1
"""


def test_games_are_written_and_read_in_selbys_format():
    tree = from_games(GAMES)

    assert to_selby(tree) == TEXT
    assert tree.total == 1 + 2 + 2 + 2 + 3 + 4
    assert from_selby(TEXT) == tree
    assert sorted(tree.games()) == sorted(GAMES)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (TEXT, "", "an empty tree: expected lines like 'salet GGGGG1'"),
        ("crane BBBBB1", "  crane BBBBB1", "line 1: 'crane' in column 3"),
        ("      GGGGG1", "     GGGGG1", "line 6: 'GGGGG1' in column 6: expected a"),
        ("      GGGGG1\n", "\n", "line 6: an empty line: expected a path"),
        ("BBYBB1 dogma", "BBYBB2 dogma", "line 4: 'BBYBB2': expected the number 1"),
        ("BBYBB1 dogma", "BBYBX1 dogma", "line 4: 'BBYBX1': expected 5 marks B, Y"),
        ("BBYBB1 dogma", "BBYB1 dogma", "line 4: 'BBYB1': expected 5 marks"),
        ("BBYBB1 dogma", "BBYBY1 dogma", "line 4: crane is marked BBYBY: expected BBY"),
        ("dogma GGGGG2", "dogmas GGGGG2", "line 4: 'dogmas': expected a word of 5"),
        ("dogma GGGGG2", "Dogma GGGGG2", "line 4: 'Dogma': expected a word of 5"),
        ("dogma GGGGG2", "dogma", "line 4: 'dogma' at the end of the line: expected"),
        ("dogma GGGGG2", "dogma GGGGB2", "line 4: 'GGGGB2' at the end of the line: "),
        ("     GGGGG1", "     GGGGG1 crank GGGGG2", "line 6: 'crank': expected"),
        ("     GGGGG1", "     GGGGB1 crank GGGGG2", "line 6: 'crank' is found twice"),
        (
            "     GGGGG1\n",
            "     GGGGG1\n      GGGGG1\n",
            "line 7: 'crane' is found twice",
        ),
        ("GGGGG2\n      GGGGG1", "GGGGG2\nslump GGGGG1", "line 6: 'slump' in column 1"),
    ],
)
def test_a_mistake_in_selbys_format_is_named_with_its_line(old, new, message):
    assert old in TEXT

    with pytest.raises(TreeError, match=f"^{re.escape(message)}"):
        from_selby(TEXT.replace(old, new))


def test_the_wordle_bots_lines_are_sorted_by_the_answer_in_which_they_end():
    text = to_csv(GAMES)

    assert text.split("\n") == [
        *("crane", "crane,crank", "crane,dogma", "crane,slump,pudgy,humph"),
        *("crane,slump,pudgy", "crane,slump"),
    ]
    assert sorted(from_csv(text)) == sorted(GAMES)


@pytest.mark.parametrize(
    "text",
    ["CRANE\nCRANE,CRANK", "crane\r\ncrane,crank\r\n\r\n", "\ncrane\ncrane,crank"],
)
def test_games_are_read_as_other_programs_write_them(text):
    assert from_csv(text) == [("crane",), ("crane", "crank")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no games: expected a line like 'crane,crank'"),
        ("crane\n\ncrane,,crank", "line 3: '': expected the guesses of a game"),
        ("crane\ncrane,cran", "line 2: 'cran': expected the guesses of a game"),
        ("crane\ncrane;crank", "line 2: 'crane;crank': expected the guesses of a game"),
        ("crane\nslump,crane", "line 2: 'crane' is found twice: expected once"),
        ("crane,crank,crane", "line 1: 'crane' is found twice: expected once"),
    ],
)
def test_a_mistake_in_games_is_named_with_its_line(text, message):
    with pytest.raises(TreeError, match=f"^{re.escape(message)}"):
        from_csv(text)


def test_games_of_no_one_tree_are_refused():
    with pytest.raises(TreeError, match="one game plays 'slump' and another game"):
        from_games([("crane", "dogma", "humph"), ("crane", "slump", "pudgy")])


def test_a_game_has_so_many_guesses():
    clues = [f"GGGBG{number}" for number in range(1, 101)]

    with pytest.raises(TreeError, match="line 1: a game of 101 guesses: expected 100"):
        from_selby(f"crane {' crane '.join(clues)} crake GGGGG101\n")
    with pytest.raises(TreeError, match="a game of 101 guesses: expected 100 at most"):
        from_games([("crane",) * 100 + ("crake",)])
