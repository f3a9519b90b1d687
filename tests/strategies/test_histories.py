"""Every entry in games that others began: players ask for hints in any position."""

import math
import random
from functools import partial

import pytest

from contest.entries.entry import resolve
from game import Draws, Hard, InputError, Mode, Move, Setting, Turn, Vocabulary, deal
from game.loop import move_after
from tests.library import library_entries, ready

WORDS = Vocabulary.load()
ODD = (
    *("crane", "fuzzy", "mamma", "jazzy", "qajaq", "slate", "brave"),
    *("foyer", "rover", "mover", "joker"),
)
SOME = Vocabulary(
    tuple(sorted({*WORDS.answers[::9], *(w for w in ODD if w in WORDS.answer_index)})),
    tuple(sorted({*WORDS.answers[::9], *WORDS.guesses[::9], *ODD})),
)
FOUR = Vocabulary(*[("bake", "cake", "find", "lake")] * 2)
SHORT = Vocabulary(*[("bake", "find", *Vocabulary.load(4).guesses[::50])] * 2)
WORDPL = Setting(WORDS)

PRICED = {
    "nothing yet": [],
    "three usual guesses": [("slate", 12.0), ("crony", 12.0), ("pudgy", 12.0)],
    "a huge price": [("crane", 1000.0)],
    "huge prices": [("crane", 1e300), ("trace", 1000.0), ("trace", 1000.0)],
    "a tiny price": [("slate", 1e-300)],
    "a huge price and a tiny one": [("trace", 700.0), ("slate", 1e-9)],
    "more than the budget": [("trace", 40.0)],
    "all but the budget": [("trace", 14.449999)],
    "another first guess": [("slate", 12.25)],
    "another first price": [("trace", 11.0)],
    "the same guess again and again": [("trace", 10.0)] * 5,
    "many cheap guesses": [(word, 0.5) for word in WORDS.guesses[::1300]],
}


def exact(words):
    """Return settings of classic Wordle, secrets and guesses, each by its oddity."""
    classic, four = (partial(Setting, w, Mode.CLASSIC) for w in (words, FOUR))
    return {
        "words with little information": (classic(), "crane", "fuzzy mamma jazzy"),
        "the same word again": (classic(), "crane", "qajaq qajaq qajaq"),
        "all but the last": (classic(4), "foyer", "rover mover joker"),
        "two boards": (classic(boards=2), "crane,slate", ""),
        "a board solved": (classic(boards=2), "crane,fuzzy", "crane"),
        "hard": (classic(hard=Hard.NYT), "crane", "slate"),
        "strict": (classic(hard=Hard.STRICT), "crane", "slate brave"),
        "four words": (four(), "find", "bake"),
        "four words, nothing yet": (four(), "find", ""),
        "all words": (four(boards=4), "find,bake,cake,lake", "bake"),
    }


# Slow entries are asked with fewer words, and a tree is for all of them, where it is
# asked for what is not in the tree.
ALL = exact(WORDS)
FEWER = exact(SOME)
TREES = ("the same word again", "two boards", "hard", "strict", "four words")
HISTORIES = [
    (entry, history)
    for entry in library_entries(Mode.CLASSIC)
    for history in (TREES if "optimal" in entry.text else FEWER)
]

SCHEDULED = [e for e in library_entries(Mode.WORDPL) if "trace" in e.expression]


def after(entry, setting, secret, moves):
    """Return the move of an entry after some moves of somebody else."""
    host = deal(setting, Draws("odd", 1), secret)
    clues = [host.reply(*move, turn) for turn, move in enumerate(moves)]
    turns = [
        Turn(*move, clue, setting.boards)
        for move, clue in zip(moves, clues, strict=True)
    ]
    random.seed(1)
    return move_after(ready(entry, setting), turns, setting)


def refused(entry, setting, secret, moves):
    """Return why an entry refuses a game, or an empty string for a legal move."""
    try:
        after(entry, setting, secret, moves)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("history", PRICED)
@pytest.mark.parametrize("entry", library_entries(Mode.WORDPL), ids=lambda e: e.text)
def test_a_legal_move_follows_any_prices(entry, history):
    assert after(entry, WORDPL, "crane", PRICED[history])


@pytest.mark.parametrize(
    ("entry", "history"), HISTORIES, ids=[f"{e.text}-{name}" for e, name in HISTORIES]
)
def test_a_legal_move_follows_any_guesses_or_the_game_is_refused(entry, history):
    chosen = ALL if "optimal" in entry.text else FEWER
    setting, secret, guesses = chosen[history]
    moves = [(guess, math.inf) for guess in guesses.split()]

    refusal = refused(entry, setting, secret, moves)

    assert not refusal or "optimal" in entry.text
    assert not refusal or "is not for this game" in refusal


@pytest.mark.parametrize("entry", library_entries(Mode.WORDPL), ids=lambda e: e.text)
def test_words_of_another_length_are_played_or_the_opening_is_refused(entry):
    moves = [("bake", 12.0), ("find", 3.0)]

    refusal = refused(entry, Setting(SHORT), "find", moves)

    assert bool(refusal) == (entry in SCHEDULED)
    expected = "opening 'trace' is not a valid guess, with 5 letters: expected one"
    assert not refusal or expected in refusal


@pytest.mark.parametrize("entry", SCHEDULED, ids=lambda e: e.text)
@pytest.mark.parametrize(
    "moves", [[("crane", 1000.0)], [("trace", 5.0), ("crane", 90.0), ("crane", 9.0)]]
)
def test_an_overspent_budget_is_followed_by_the_answer(entry, moves):
    assert after(entry, WORDPL, "crane", moves) == Move("crane", 0.0)


@pytest.mark.parametrize(
    ("name", "moves", "price"),
    [
        ("quantile/p05", [("trace", 12.0)], 2.35),
        ("quantile/p05", [("trace", 1.0)], 13.35),
        ("quantile/p05", [("trace", 1.0), ("slate", 1.0), ("crony", 1.0)], 11.35),
        ("quantile/p05", [("trace", 10.0), ("slate", 4.35)], 0.0),
        ("k_guesses", [("trace", 1.0)], 5.3),
        ("k_guesses", [("trace", 12.0)], 2.6),
        ("k_guesses", [("trace", 1.0), ("slate", 1.0)], 0.0),
    ],
)
def test_a_guess_costs_no_more_than_is_left(name, moves, price):
    assert after(resolve(name), WORDPL, "crane", moves).epsilon == price


@pytest.mark.parametrize("name", ["quantile/p50", "two_ahead/p95"])
def test_a_table_of_replies_is_for_its_first_guess_alone(name):
    entry = resolve(name)
    strategy = ready(entry, WORDPL)
    first, second, *_ = strategy.schedule

    for moves in ([("slate", first)], [("trace", first - 0.25)]):
        assert after(entry, WORDPL, "crane", moves).epsilon == second
    assert after(entry, WORDPL, "crane", [("trace", first)]) in strategy._replies
