from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.clues import (
    ClueError,
    classic,
    from_marks,
    letterwise,
    parse,
    to_marks,
    to_text,
)

# With only five letters, most words have a letter twice.
pairs = st.integers(4, 9).flatmap(
    lambda n: st.tuples(*[st.text("abcde", min_size=n, max_size=n)] * 2)
)
FORMS = ["letters", "digits", "tiles", "dark tiles", "contrast tiles", "colours"]


@pytest.mark.parametrize(
    ("rule", "secret", "guess", "text"),
    [
        (classic, "mesas", "sassy", "iic.."),
        (letterwise, "mesas", "sassy", "iici."),
        (classic, "sleep", "dream", "..c.."),
        (classic, "chute", "sleep", "..i.."),
        (classic, "skate", "canoe", ".i..c"),
        (classic, "crane", "crane", "ccccc"),
        (letterwise, "abbey", "bobby", "i.cic"),
        (classic, "abbey", "bobby", "i.c.c"),
    ],
)
def test_known_clues(rule, secret, guess, text):
    assert to_text(rule(secret, guess), 5) == text


@given(pairs, st.permutations("abcde"))
def test_renaming_the_letters_changes_no_clue(pair, letters):
    rename = str.maketrans("abcde", "".join(letters))
    renamed = [word.translate(rename) for word in pair]

    assert classic(*renamed) == classic(*pair)
    assert letterwise(*renamed) == letterwise(*pair)


@given(pairs)
def test_classic_marks_of_a_letter_are_the_smaller_of_the_two_counts(pair):
    secret, guess = pair
    marked = Counter(
        letter
        for letter, mark in zip(guess, to_marks(classic(secret, guess), len(guess)))
        if mark
    )

    assert marked == Counter(secret) & Counter(guess)


@given(pairs)
def test_both_rules_see_the_same_correct_letters(pair):
    secret, guess = pair
    places = [s == g for s, g in zip(secret, guess)]

    for rule in (classic, letterwise):
        marks = to_marks(rule(secret, guess), len(guess))
        assert [mark == 2 for mark in marks] == places


@given(st.lists(st.integers(0, 2), min_size=4, max_size=9), st.sampled_from(FORMS))
def test_every_text_form_is_read_back(marks, form):
    clue = from_marks(marks)

    text = to_text(clue, len(marks), form)

    assert parse(text, len(marks)) == clue
    assert list(to_marks(clue, len(marks))) == marks


@pytest.mark.parametrize(
    "text",
    [
        # Letters, digits with any separator, and the initials of colours.
        *(" CI..C ", "2 1 0 0 2", "2,1,0,0,2", "[2, 1, 0, 0, 2]", "GYXXG", "gyWWg"),
        # Signs that stand for marks, and digits of full width.
        *(
            "ci__c",
            "ci??c",
            "gy??g",
            "+?--+",
            "!?__!",
            "c?..c",
            "+?xx+",
            "\uff12\uff11\uff10\uff10\uff12",
        ),
        # Tiles in all shapes and colours, with and without selectors of their look;
        # dashes.
        *(
            "🟩🟨⬜\ufe0f⬜\ufe0e🟩",
            "🟧🟦⬜⬛🟧",
            "🟢🟡⚪⚫🟢",
            "🟠🔵⚪⚫🟠",
            "💚💛🤍🖤💚",
            "✅🟨❌❌✅",
            *("ci\u2013\u2014c", "ci\u2212\u2010c", "c?\u00b7.c"),
        ),
        # Keys with digits, squares of other sizes, and invisible characters.
        *("2\ufe0f\u20e31\ufe0f\u20e300\u200b2", "🟩🟪◼️◻️🟩", "\ufeff🧡💙▫️▪️🧡\u200e"),
    ],
)
def test_clues_are_read_as_people_type_and_paste_them(text):
    assert to_text(parse(text, 5), 5) == "ci..c"


@pytest.mark.parametrize("text", ["", "ci..", "ci..cc", "ci..z", "21003", "🟥🟩🟩🟩🟩"])
def test_what_is_no_clue_is_quoted(text):
    with pytest.raises(ClueError) as caught:
        parse(text, 5)

    assert repr(text) in str(caught.value)
    assert "expected 5 marks" in str(caught.value)
