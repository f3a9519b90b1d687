"""Turns and shared results as people type and paste them."""

import pytest

from game.text.typed import split_turn, split_turns
from game.words import Vocabulary

WORDS = Vocabulary.load()
ROWS = ["⬛🟩🟩⬛🟩", "🟩🟩🟩🟩🟩"]
FIRST, LAST = ROWS


@pytest.mark.parametrize(
    "typed",
    [
        *("salet ....c", "SALET: ....c", "salet -> ....c", "salet\u2192....c"),
        *("salet;....c", "salet|....c", "....c, salet", "salet=....c"),
    ],
)
def test_a_word_and_its_score_have_any_sign_between_them(typed):
    assert split_turn(typed, WORDS) == ("salet", "....c")


@pytest.mark.parametrize("words", ["trace.crane", "trace crane", "TRACE, CRANE"])
@pytest.mark.parametrize(
    "shared",
    [
        "Wordle 216 2/6\n\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩",
        "Wordle 1,216 X/6*\r\n\r\n⬛🟩🟩⬛🟩\r\n🟩🟩🟩🟩🟩\r\n",
        "Wordle 216 2/6 ⬛🟩🟩⬛🟩 🟩🟩🟩🟩🟩",
        "Wordle 216 2/6; ⬛🟩🟩⬛🟩; 🟩🟩🟩🟩🟩",
        "⬛🟩🟩⬛🟩/🟩🟩🟩🟩🟩",
        "Wordle 216 2/6\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\n\nWordleBot\nSkill 96/99\nLuck 52/99",
    ],
)
def test_a_shared_result_has_its_rows_on_any_lines(words, shared):
    guesses, scores = split_turns([words, shared], WORDS)

    assert [word.lower() for word in guesses] == ["trace", "crane"]
    assert [score.strip() for score in scores] == ROWS


@pytest.mark.parametrize(
    "typed",
    [
        [f"Wordle 216 2/6\n\nTRACE {FIRST}\nCRANE {LAST}"],
        [f"Wordle 216 2/6\n\n{FIRST} trace\n{LAST} crane\nhttps://a.b/c"],
        [f"trace={FIRST} crane={LAST}"],
        ["trace", FIRST, "crane", LAST],
    ],
)
def test_the_words_of_a_shared_result_stand_beside_its_rows(typed):
    guesses, scores = split_turns(typed, WORDS)

    assert [word.lower() for word in guesses] == ["trace", "crane"]
    assert [score.strip() for score in scores] == ROWS


@pytest.mark.parametrize(
    "typed",
    [
        *("“trace”.“crane”", "'trace' 'crane'", "\u00a0trace\u00a0.crane\u200b"),
        *("«trace», «crane»", "trace . crane.", '"trace", "crane"'),
    ],
)
def test_signs_around_words_that_were_copied_are_left_out(typed):
    assert split_turns([typed], WORDS) == (["trace", "crane"], [])


def test_words_of_another_length_are_kept_where_nothing_was_shared():
    assert split_turns(["trace.crn"], WORDS) == (["trace", "crn"], [])
