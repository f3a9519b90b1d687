"""Turns and shared results as people type and paste them."""

from itertools import product

import pytest

from game.clues import ClueError, parse
from game.text.typed import (
    read_clue,
    sample_word,
    split_turn,
    split_turns,
    typed_prices,
)
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


NAMES = ":black_large_square::large_green_square::green_square:"
SHARED = (
    "Wordle 216 2/6\n\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩",
    "Wordle 1,216 X/6*\r\n\r\n⬛🟩🟩⬛🟩\r\n🟩🟩🟩🟩🟩\r\n",
    "Wordle 216 2/6 ⬛🟩🟩⬛🟩 🟩🟩🟩🟩🟩",
    "Wordle 216 2/6; ⬛🟩🟩⬛🟩; 🟩🟩🟩🟩🟩",
    "⬛🟩🟩⬛🟩/🟩🟩🟩🟩🟩",
    "Wordle 216 2/6\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\n\nWordleBot\nSkill 96/99\nLuck 52/99",
)
INSIDE = (  # other text
    f"Wordle 216 2/6\n{FIRST}\n{LAST}\n\nmywordle.strivemath.com",
    f"Look at my game of today:\n{FIRST}\n{LAST}\nwordle.com",
    f"Wordle 216 2/6<br><br>{FIRST}<br/>{LAST}<br>",
    f"<p>{FIRST}</p><p>{LAST}</p>",
    f"{NAMES}:black_large_square::large_green_square:\n{':green_square:' * 5}",
    f'"2022-01-22","someone","Wordle 216 2/6\n\n{FIRST}\n{LAST}"',
    f'7,2022-01-22 10:11,"Wordle 216\\n{FIRST}\\n{LAST}",12',
    f"{FIRST} 12\n{LAST} 3.5",
    f"1. {FIRST} 0:12\n2. {LAST} 0:40",
    f"> Wordle 216 2/6\r\n>\r\n> {FIRST}\r\n> {LAST}\r\n",
)
BESIDE = (  # their words, and lines that are quoted, numbered or hidden
    f"> {FIRST}\n> {LAST}\n> trace\n> crane",
    f"> > {FIRST} trace\r\n>> {LAST} crane\r\n",
    f"1. trace {FIRST}\n2. crane {LAST}",
    f"> 1) trace {FIRST}\n> 2) crane {LAST}",
    f"||trace {FIRST}||\n||crane|| {LAST}",
    "> trace .cc.c\r\n> crane ccccc",
    "||trace .cc.c||\n||crane ccccc||",
    "<b>trace .cc.c</b><br>crane ccccc",
    "trace .cc.c\ncrane ccccc\npython interactive.py play --seed 3",
    f"Wordle 216 2/6\n\nTRACE {FIRST}\nCRANE {LAST}",
    f"Wordle 216 2/6\n\n{FIRST} trace\n{LAST} crane\nhttps://a.b/c",
    f"trace={FIRST} crane={LAST}",
)


@pytest.mark.parametrize(
    "typed",
    [
        *product(("trace.crane", "trace crane", "TRACE, CRANE"), SHARED),
        *product(("trace crane",), INSIDE),
        *product(BESIDE),
        ("trace", FIRST, "crane", LAST),
    ],
)
def test_rows_of_a_shared_result_are_read_wherever_they_and_their_words_stand(typed):
    guesses, scores = split_turns([*typed], WORDS)

    assert [word.lower() for word in guesses] == ["trace", "crane"]
    assert [parse(score, 5) for score in scores] == [parse(row, 5) for row in ROWS]
    assert len(sample_word([*typed])) == 5
    assert not typed_prices(guesses, scores)


def test_numbers_behind_rows_are_prices_where_the_title_says_so():
    shared = f"WORDPL 22, daily 2026-11-22, 3 lies\n{FIRST} 12\n{LAST} 9.5"

    guesses, scores = split_turns(["trace crane", shared], WORDS)

    assert typed_prices(guesses, scores) == [f"trace=12:{FIRST}", f"crane=9.5:{LAST}"]


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        (".RAc.", ".cci."),
        ("-RA-K", ".cc.c"),
        ("CRACK", "ccccc"),
        ("absent correct correct present absent", ".cci."),
        ("grey, green, green, yellow, gray", ".cci."),
        (".cci.", ".cci."),
    ],
)
def test_clues_are_words_or_letters_of_the_guess(text, clue):
    assert read_clue("crack", text) == parse(clue, 5)
    for typed in (f"crack {text}", f"crack={text}"):
        (guess,), (score,) = split_turns([typed], WORDS)
        assert read_clue(guess, score) == parse(clue, 5)


@pytest.mark.parametrize("text", ["XOOVX", "crack", "RAc..", ".RAc", "trace"])
def test_an_ambiguous_clue_is_told_what_the_marks_are(text):
    with pytest.raises(ClueError, match=r"c correct, i present, \. absent"):
        read_clue("crack", text)


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
