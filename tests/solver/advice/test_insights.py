import math

import pytest

from game import Mode, Setting, Turn, Vocabulary, classic, letterwise
from solver.advice.insights import LIKELIEST, insights, likely_line

WORDS = Vocabulary.load()


def test_exact_clues_leave_the_answers_that_fit():
    turns = [Turn(w, math.inf, classic("salty", w)) for w in ("crane", "salty")]

    first, second = insights(Setting(WORDS, Mode.CLASSIC), turns, "salty")

    assert first.left == sum(
        classic(answer, "crane") == turns[0].clue for answer in WORDS.answers
    )
    assert first.gained == pytest.approx(math.log2(len(WORDS.answers) / first.left))
    assert first.chance == pytest.approx(1 / first.left)
    assert first.rank == 1
    assert (second.left, second.likeliest) == (1, (("salty", 1.0),))


def test_noisy_clues_leave_all_answers_and_say_what_was_false():
    truth = letterwise("salty", "crane")
    turn = Turn("crane", 9.0, truth + 2)

    (found,) = insights(Setting(WORDS), [turn], "salty")

    assert found.truth == truth != turn.clue
    assert found.left == len(WORDS.answers)
    assert len(found.likeliest) == LIKELIEST
    chances = [chance for _, chance in found.likeliest]
    assert chances == sorted(chances, reverse=True)
    assert found.rank > 1


def test_words_of_equal_chance_are_listed_and_the_others_mentioned():
    few = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))

    texts = [
        likely_line(Setting(words, Mode.FIBBLE, channel="lies:1"), [])
        for words in (few, WORDS)
    ]

    listed = ", ".join(WORDS.answers[:LIKELIEST])
    assert texts == [
        "3 words left: mount, count, found",
        f"2,315 words left: {listed} and others",
    ]
