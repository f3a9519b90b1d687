import random

import pytest

from contest.entries.entry import resolve
from game import Draws, Hard, Mode, Outcome, Setting, Vocabulary, deal, play
from tests.library import library_entries, ready

WORDS = Vocabulary.load()
# A tree of one board, or of one hard mode, refuses any other game.
ENTRIES = [e for e in library_entries(Mode.CLASSIC) if "optimal" not in e.text]
LONG = ("adversarial", "combined_eliminations")  # seconds before the first game
EACH = [
    pytest.param(e, id=e.text, marks=[pytest.mark.system] * (e.text in LONG))
    for e in ENTRIES
]


def played(number, entry, answer=None, **options):
    setting = Setting(WORDS, Mode.CLASSIC, **options)
    draws = Draws("boards", number)
    random.seed(draws.strategy())
    return play(ready(entry, setting), deal(setting, draws, answer), setting)


@pytest.mark.parametrize("entry", EACH)
def test_several_boards_are_solved(entry):
    games = [played(number, entry, boards=2) for number in range(2)]

    assert all(game.outcome is Outcome.WON for game in games)
    spare = 20 if entry.text == "uniform_random" else 9  # it guesses at random
    assert all(2 <= game.score <= 2 + spare for game in games)


@pytest.mark.parametrize("entry", EACH)
@pytest.mark.parametrize(
    "hard", [pytest.param(Hard.NYT, marks=pytest.mark.system), Hard.STRICT]
)
def test_hard_mode_is_kept(entry, hard):
    # WOUND and HATCH have many neighbours, and MUMMY has a letter three times.
    for answer in ("wound", "mummy", "crane", "hatch"):
        game = played(0, entry, answer, hard=hard)

        assert game.outcome is Outcome.WON, game.reason


def test_a_secret_that_is_known_is_played_at_once():
    entropy = resolve("entropy", Mode.CLASSIC)
    strategy = ready(entropy, Setting(WORDS, Mode.CLASSIC, boards=2))
    strategy.first_move()
    # Of SALET, the clue ccc.i leaves SALTY alone, and five absent letters leave many.

    guess, _ = strategy.next_move("salet", float("inf"), ".....ccc.i")

    assert guess == "salty"
