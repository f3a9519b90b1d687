import pytest

from game import Mode, Setting, Vocabulary
from game.clues import parse
from game.record import Turn
from solver.advice.contradictions import explain
from solver.advice.position import Position

WORDS = Vocabulary.load()


def position(*turns):
    played = [Turn(word, float("inf"), parse(clue, 5)) for word, clue in turns]
    return Position(Setting(WORDS, Mode.CLASSIC), tuple(played))


# In the first game, only GRAPE is at odds with both other turns. In the second game,
# SLATE and CRANE are at odds, so that either may be wrong.
ONE_OF_THREE = ("slate", "..c.c"), ("crane", ".cc.c"), ("grape", ".....")
ANY_OF_TWO = ("slate", "....."), ("crane", "....c")


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (ONE_OF_THREE, ["  turn 3, GRAPE=..... contradicts the other turns:"]),
        (ANY_OF_TWO, ["  turn 1, SLATE=.....:", "  turn 2, CRANE=....c:"]),
        ([("fuzzy", ".cccc")], ["  turn 1, FUZZY=.cccc:"]),
    ],
)
def test_only_a_turn_that_is_alone_to_blame_contradicts_the_others(turns, expected):
    lines = explain(position(*turns))

    assert [line for line in lines if line.startswith("  turn")] == expected
    one_of_these = "One of these turns contradicts the other turns:"
    assert (one_of_these in lines) == (len(expected) > 1)
