import random

import numpy as np
import pytest

from contest.conformance.checks import SUBJECTS, check_entry
from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.entries.names import builtin_names, reserved_names
from contest.runs.workers.runner import Job, end_player, play_chunk
from game import Draws, Mode, Outcome, Setting, Vocabulary, deal, play
from solver.warm import warm
from tests.library import LIBRARY, all_entries, ready
from tests.sandboxed import policy_of

WORDS = Vocabulary.load()
ENTRIES = [(mode, entry) for mode in Mode for entry in all_entries(mode)]
OURS = [(mode, entry) for mode, entry in ENTRIES if entry.path.stem in LIBRARY]
NAMES = [f"{mode} {entry.text}" for mode, entry in ENTRIES]
LONG = ("adversarial", "combined_eliminations")  # seconds before the first game
# The entries of WORDPL play in the sandbox at every `make run`.
NOISY = {entry.path for mode, entry in ENTRIES if mode is Mode.WORDPL}
OTHERS = [
    *({e.path: (m, e) for m, e in ENTRIES if e.path not in NOISY}.values()),
    (Mode.WORDPL, resolve("entropy")),
]
FAIR = (Outcome.WON, Outcome.WRONG)


@pytest.fixture(scope="module", autouse=True)
def kernels():
    """Compile the kernels once: a strategy's process cannot store them."""
    for mode in Mode:
        warm(WORDS, mode.rule)


def play_numbered(strategy, number, setting):
    draws = Draws("contract", number)
    random.seed(draws.strategy())
    np.random.seed(draws.strategy())
    return play(strategy, deal(setting, draws), setting)


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "entry"), ENTRIES, ids=NAMES)
def test_it_passes_every_check_of_the_contest(mode, entry):
    found = list(check_entry(policy_of(entry.text, mode), games=2))

    assert [finding for finding in found if finding.advice] == []
    assert [finding.subject for finding in found] == [*SUBJECTS]


@pytest.mark.system
@pytest.mark.parametrize(
    ("mode", "entry"), OTHERS, ids=[entry.text for _, entry in OTHERS]
)
def test_it_plays_in_the_sandbox(mode, entry):
    try:
        chunk = play_chunk(Job(policy_of(entry.text, mode), "contract", 1), 0, 1)
    finally:
        end_player()

    assert not chunk.failure
    assert [row["outcome"] in FAIR for row in chunk.rows] == [True], chunk.rows


@pytest.mark.parametrize(
    ("mode", "entry"),
    [
        pytest.param(mode, entry, marks=pytest.mark.system)
        if entry.text in LONG
        else (mode, entry)
        for mode, entry in OURS
    ],
    ids=[f"{mode} {entry.text}" for mode, entry in OURS],
)
def test_its_games_depend_on_nothing_else_and_classic_ones_are_won(mode, entry):
    setting = Setting(WORDS, mode)
    games = [play_numbered(ready(entry, setting), k, setting) for k in range(2)]

    outcomes = {game.outcome for game in games}
    assert outcomes == {Outcome.WON} or mode is not Mode.CLASSIC

    again = load(entry)
    others = [load(each) for each in all_entries(mode) if each.path == entry.path]
    for strategy in (*others, again):
        strategy.prepare(setting)
    assert [play_numbered(again, k, setting) for k in (1, 0)] == games[::-1]


def test_no_entry_takes_the_name_of_a_command():
    assert not set(builtin_names()) & reserved_names()
