import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.clues import classic, parse
from game.hard import Hard, objection

# Five places and four letters: every word has a letter twice.
WORDS = st.text("abcd", min_size=5, max_size=5)


def why(guess, *known, hard=Hard.NYT):
    return objection(guess, [(word, parse(clue, 5)) for word, clue in known], hard)


@pytest.mark.parametrize(
    ("guess", "known", "message"),
    [
        ("crony", ("slate", "..c.c"), "must have 'A' in place 3, as in 'slate'"),
        ("grape", ("crane", "ii..."), "must use the 'C' of 'crane'"),
        ("cable", ("steel", "..ii."), "must use the 'E' of 'steel' 2 times"),
        ("eager", ("steel", "..ci."), "must have 'E' in place 3, as in 'steel'"),
        ("wheat", ("steel", "..ci."), "must use the 'E' of 'steel' 2 times"),
    ],
)
def test_nyt_asks_for_what_was_revealed(guess, known, message):
    assert why(guess, known) == f"hard mode: guess {guess!r} {message}"


@pytest.mark.parametrize(
    ("guess", "known"),
    [
        ("slate", ("slate", ".....")),  # absent letters may come back
        ("crane", ("caper", "ii..i")),  # a present letter may stay: C stays first
        ("cable", ("steel", "..i..")),  # one of two was revealed: one is enough
        ("where", ("steel", "..ci.")),  # a present copy may be used in a correct place
    ],
)
def test_nyt_asks_for_no_more(guess, known):
    assert why(guess, known) == ""


def test_the_first_clue_that_objects_is_named():
    known = [("slate", "..c.c"), ("grape", ".cc.c")]

    assert "as in 'grape'" in why("stage", *known)
    assert "as in 'slate'" in why("crony", *known)


@pytest.mark.parametrize(
    ("guess", "known"),
    [
        ("crane", ("caper", "ii..i")),  # present where it stays
        ("slate", ("slate", ".....")),  # an absent letter
        ("eerie", ("steel", "..i..")),  # one copy too many
    ],
)
def test_strict_asks_that_the_guess_could_be_the_secret(guess, known):
    reason = why(guess, known, hard=Hard.STRICT)

    assert reason.startswith(f"hard mode: guess {guess!r} cannot be the secret: ")
    assert reason.endswith(f", not {known[1]!r}")


def test_off_allows_everything():
    assert why("mummy", ("slate", "..c.c"), hard=Hard.OFF) == ""


@given(WORDS, st.lists(WORDS, max_size=4))
def test_the_secret_is_always_allowed(secret, played):
    known = [(guess, classic(secret, guess)) for guess in played]

    assert all(objection(secret, known, hard) == "" for hard in Hard)


@given(WORDS, st.lists(WORDS, max_size=4), WORDS)
def test_strict_is_agreeing_with_every_clue_and_allows_no_more_than_nyt(
    secret, played, guess
):
    known = [(word, classic(secret, word)) for word in played]

    could_be = all(classic(guess, word) == clue for word, clue in known)

    assert (objection(guess, known, Hard.STRICT) == "") == could_be
    if could_be:
        assert objection(guess, known, Hard.NYT) == ""
