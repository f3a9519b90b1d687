"""Every command that prints a table, on terminals of three widths."""

import shutil
from pathlib import Path

import pytest

from commands.evaluate.leaderboard import update_leaderboard
from commands.evaluate.selftest import promise_text
from contest.conformance.selftest import PROMISES, PromiseResult
from contest.terminal.layout import fold_text
from game.words import Vocabulary
from tests.widths import WIDTHS, too_long

ROOT = Path(__file__).resolve().parent.parent
WORDS = Vocabulary(("aback", "crane"), ("aback", "crane"))
LONG = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet')"
LONG_AND_FAST = "k_guesses:KGuesses(schedule=(9.3125, 5.3125), opening='trace')"
FEW = "salet crony whiff crane slate mount brick jumpy vozhd waltz"
CHOSEN = ("--answers", "few.txt")
BOARDS = ("--mode", "classic", "--answer", "salty,crane,vivid,hover")
LONGER = "abdominal 400\n"

# The command, and what is typed.
COMMANDS = {
    "watch classic": (("interactive.py", "watch", LONG, *BOARDS), ""),
    "solve": (("interactive.py", "solve", *CHOSEN), "help\nsalet=.....\n"),
    "play": (("interactive.py", "play", "--answer", "crane"), "help\nslate 40\n"),
    "play boards": (("interactive.py", "play", *BOARDS), "slate\n"),
    "absurdle": (("interactive.py", "play", "--mode", "absurdle"), "help\nslate\n"),
}
SLOW = {
    "tree": (("evaluate.py", "tree", "crane", *CHOSEN), ""),
    "review": (("interactive.py", "review", "salet.crony.whiff", *CHOSEN), ""),
    "check": (("evaluate.py", "check", LONG_AND_FAST), ""),
    "play long words": (("interactive.py", "play", "--answer", "abdominal"), LONGER),
    "watch": (("interactive.py", "watch", LONG, "--seed", "s"), ""),
}


@pytest.mark.parametrize(
    ("command", "typed", "width"),
    [
        *((*command, WIDTHS[0]) for command in COMMANDS.values()),
        *(
            pytest.param(*command, WIDTHS[0], marks=pytest.mark.system)
            for command in SLOW.values()
        ),
        *(
            pytest.param(*SLOW["tree"], width, marks=pytest.mark.system)
            for width in WIDTHS[1:]
        ),
    ],
)
def test_nothing_is_wider_than_the_screen(here, tmp_path, command, typed, width):
    (tmp_path / "few.txt").write_text("\n".join(FEW.split()))

    done = here(*command, typed=f"{typed}quit\n" if typed else "", width=width)

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > 2
    assert too_long(done.stdout, width) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_what_the_leaderboard_says_is_not_wider_than_the_screen(tmp_path, width):
    files = "results/published.csv", "README.md", "docs/leaderboard.md"
    _, readme, page = (shutil.copy(ROOT / file, tmp_path) for file in files)

    updated = update_leaderboard(tmp_path, Path(readme), Path(page), WORDS)

    shown, _, _ = updated.text(width).partition("\nwrote ")  # paths are whole
    assert "p05" in shown
    assert too_long(shown, width) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("promise", PROMISES)
def test_no_result_of_the_self_test_is_wider_than_the_screen(promise, width):
    faults = ("read_frames: a game was won, which the attack has no other way to win",)

    for result in (PromiseResult(promise), PromiseResult(promise, faults)):
        assert too_long(promise_text(result, width), width) == []


@pytest.mark.parametrize(
    "program",
    ["python interactive.py", "'/a b/bin/python3' '/a b/interactive.py'", "clueproof"],
)
def test_a_command_stays_whole(program):
    command = f"{program} review slate=12:..c.c crane=9.3:c.... crane --answer crane"

    text = f"rate the game with\n{command}"

    assert fold_text(text, 60) == text
