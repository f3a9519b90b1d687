"""What every entry must do, whatever it is."""

import random
from functools import cache

import pytest

from contest.entries import RESERVED, builtin_entries, builtin_names, load
from game.draws import Draws
from game.hosts import deal
from game.play import play
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()
ENTRIES = [(mode, entry) for mode in Mode for entry in builtin_entries(mode)]
NAMES = [f"{mode} {entry.text}" for mode, entry in ENTRIES]


def ready(entry, mode):
    strategy = load(entry)
    strategy.prepare(Setting(WORDS, mode))
    return strategy


@cache
def kept(entry, mode):
    return ready(entry, mode)


def play_numbered(strategy, mode, number):
    draws = Draws("contract", number)
    random.seed(draws.strategy())
    setting = Setting(WORDS, mode)
    return play(strategy, deal(setting, draws), setting)


@pytest.mark.parametrize(("mode", "entry"), ENTRIES, ids=NAMES)
def test_every_game_ends_by_an_answer(mode, entry):
    games = [play_numbered(kept(entry, mode), mode, number) for number in range(3)]

    assert {game.outcome for game in games} <= {Outcome.WON, Outcome.WRONG}
    if mode is Mode.CLASSIC:
        assert all(game.outcome is Outcome.WON for game in games)


@pytest.mark.parametrize(("mode", "entry"), ENTRIES, ids=NAMES)
def test_a_game_does_not_depend_on_those_before(mode, entry):
    after_others = play_numbered(kept(entry, mode), mode, 2)

    alone = play_numbered(ready(entry, mode), mode, 2)

    assert alone == after_others


@pytest.mark.parametrize(("mode", "entry"), ENTRIES, ids=NAMES)
def test_its_name_is_one_line(mode, entry):
    name = str(kept(entry, mode))

    assert name
    assert name.isprintable()


def test_no_entry_takes_the_name_of_a_command():
    assert not set(builtin_names()) & RESERVED


def test_the_entries_are_found():
    assert {"entropy", "minimax", "k_guesses"} <= set(builtin_names())
    assert {entry.text for _, entry in ENTRIES} >= set(builtin_names())
