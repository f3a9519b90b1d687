"""Every command that prints a table, on terminals of three widths."""

import os
import sys
from pathlib import Path

import pexpect
import pytest

from commands.evaluate import leaderboard
from commands.evaluate.selftest import promise_text
from contest.conformance.selftest import PROMISES, PromiseResult
from tests.widths import WIDTHS, fits, plain, too_long

ROOT = Path(__file__).resolve().parent.parent
LONG = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet')"
LONG_AND_FAST = "k_guesses:KGuesses(schedule=(9.3125, 5.3125), opening='trace')"
FEW = "salet crony whiff crane slate mount brick jumpy vozhd waltz"
CHOSEN = ("--answers", "few.txt")
BOARDS = ("--mode", "classic", "--answer", "salty,crane,vivid,hover")

QUIET = {
    "profile": ("evaluate.py", "profile", LONG_AND_FAST, "--games", "3"),
    "check": ("evaluate.py", "check", LONG_AND_FAST),
    "tree": ("evaluate.py", "tree", "crane", *CHOSEN),
    "leaderboard": ("evaluate.py", "leaderboard"),
    "watch": ("interactive.py", "watch", LONG, "--seed", "s"),
    "watch classic": ("interactive.py", "watch", LONG, *BOARDS),
    "review": ("interactive.py", "review", "salet.crony.whiff", *CHOSEN),
}
ASKING = {
    "solve": ("interactive.py", "solve", "--exact", *CHOSEN),
    "play": ("interactive.py", "play", "--answer", "crane"),
    "play long words": ("interactive.py", "play", "--answer", "abdominal"),
    "play boards": ("interactive.py", "play", *BOARDS),
    "hide": ("interactive.py", "hide"),
}
TYPED = {
    "solve": ["help", "salet=.....", "quit"],
    "play": ["help", "slate 40", "quit"],
    "play long words": ["abdominal 400", "quit"],
    "play boards": ["slate", "quit"],
    "hide": ["help", "slate", "quit"],
}


@pytest.fixture(scope="module")
def terminal(tmp_path_factory):
    """Run a command on a terminal of some width and return the lines it leaves."""
    folder = tmp_path_factory.mktemp("widths")
    # COLUMNS would say how wide the terminal of the tests is.
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    (folder / "few.txt").write_text("\n".join(FEW.split()))

    def run(width, script, *arguments, typed=()):
        child = pexpect.spawn(
            sys.executable,
            [str(ROOT / script), *arguments],
            cwd=folder,
            encoding="utf-8",
            dimensions=(50, width),
            env=environment,
            timeout=600,
        )
        said = []
        for line in typed:
            child.expect(r": $")
            said.append(child.before + child.after)
            child.sendline(line)
        child.expect(pexpect.EOF)
        child.close()
        text = "".join([*said, child.before])
        assert child.exitstatus in (0, 1), text
        # A progress bar is written over, from the start of its line.
        return [line.rpartition("\r")[2] for line in plain(text).split("\r\n")]

    return run


@pytest.mark.system
@pytest.mark.parametrize("width", [WIDTHS[0]])
@pytest.mark.parametrize("name", ASKING)
def test_no_conversation_is_wider_than_the_screen(terminal, name, width):
    lines = terminal(width, *ASKING[name], typed=TYPED[name])

    assert len(lines) > 2
    assert [line for line in lines if not fits(line, width)] == []


@pytest.mark.parametrize(
    ("name", "width"),
    [
        *(("tree", width) for width in WIDTHS),
        *(("watch classic", 60), ("review", 60)),
        *(
            pytest.param(*(name, 60), marks=pytest.mark.system)
            for name in ("profile", "check", "leaderboard", "watch")
        ),
    ],
)
def test_nothing_else_is_wider_than_the_screen(
    here, tmp_path, monkeypatch, name, width
):
    (tmp_path / "few.txt").write_text("\n".join(FEW.split()))
    (tmp_path / "published.csv").write_bytes(
        (ROOT / "results" / "published.csv").read_bytes()
    )
    for place, file in (("README", ROOT / "README.md"), ("PAGE", leaderboard.PAGE)):
        copy = tmp_path / file.name
        copy.write_bytes(file.read_bytes())
        monkeypatch.setattr(leaderboard, place, copy)
    monkeypatch.setattr(leaderboard, "RESULTS", tmp_path)

    done = here(*QUIET[name], width=width)

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > 2
    assert too_long(done.stdout, width) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("promise", PROMISES)
def test_no_result_of_the_self_test_is_wider_than_the_screen(promise, width):
    faults = ("read_frames: a game was won, which the attack has no other way to win",)

    for result in (PromiseResult(promise), PromiseResult(promise, faults)):
        assert too_long(promise_text(result, width), width) == []
