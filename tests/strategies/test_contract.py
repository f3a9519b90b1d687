"""What every entry must do, whatever it is."""

import random
from functools import cache

import pytest

from contest.conformance.checks import check
from contest.entries.entry import RESERVED, builtin_entries, builtin_names, load
from contest.sandbox.policy import SandboxPolicy
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.words import DATA, Vocabulary
from solver.jit import warm

WORDS = Vocabulary.load()
LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]
ENTRIES = [(mode, entry) for mode in Mode for entry in builtin_entries(mode)]
NAMES = [f"{mode} {entry.text}" for mode, entry in ENTRIES]


@pytest.fixture(scope="module", autouse=True)
def kernels():
    """Compile once what a strategy's process could not keep."""
    for mode in Mode:
        warm(WORDS, mode.rule)


@cache
def kept(entry, mode):
    strategy = load(entry)
    strategy.prepare(Setting(WORDS, mode))
    return strategy


def play_numbered(strategy, number):
    draws = Draws("contract", number)
    random.seed(draws.strategy())
    setting = Setting(WORDS, Mode.CLASSIC)
    return play(strategy, deal(setting, draws), setting)


@pytest.mark.parametrize(("mode", "entry"), ENTRIES, ids=NAMES)
def test_it_passes_every_check_of_the_contest(mode, entry):
    limits = (MAX_MOVES, 60.0, 600.0)  # a busy machine is nobody's fault

    found = list(check(SandboxPolicy(entry, *LISTS, str(mode), *limits), games=2))

    assert [finding for finding in found if finding.advice] == []
    assert len(found) == 7


@pytest.mark.parametrize(
    "entry", builtin_entries(Mode.CLASSIC), ids=lambda entry: entry.text
)
def test_classic_games_are_won(entry):
    games = [play_numbered(kept(entry, Mode.CLASSIC), number) for number in range(3)]

    assert all(game.outcome is Outcome.WON for game in games)


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
