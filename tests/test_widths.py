"""Every command that prints a table, on terminals of three widths."""

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = (60, 80, 120)
LONG = "entropy:Entropy(epsilon=12.3, confidence=0.5, opening='salet')"
SHORT = "k_guesses:KGuesses(schedule=(9.3, 5.3), opening='trace')"
GAMES = ("--games", "3", "--jobs", "1", "--seed", "s")
CLASSIC = ("--mode", "classic", *GAMES)
HOLES = "k_guesses:KGuesses(schedule=({first}, {second}), opening='trace')"
FEW = "salet crony whiff crane slate mount brick jumpy vozhd waltz"
CHOSEN = ("--answers", "few.txt")

PLAYED = {
    "wordpl": (LONG, "k_guesses", *GAMES),
    "classic": (LONG, "minimax", *CLASSIC),
    "compare": ("compare", LONG, SHORT, *GAMES),
    "compare classic": ("compare", LONG, "minimax", *CLASSIC),
    "certify": ("certify", SHORT, "--column", "p05", "--record", "15.6", *GAMES),
    "tune": ("tune", HOLES, "first=7:11", "second=4:8", "--trials", "1", *GAMES),
}
LIGHT = {
    "profile": ("evaluate.py", "profile", LONG, "--games", "3"),
    "check": ("evaluate.py", "check", LONG),
    "tree": ("evaluate.py", "tree", "crane", *CHOSEN),
    "run": ("interactive.py", "run", "--answer", "salty,crane,vivid,hover"),
    "solve": ("interactive.py", "solve", "--exact", *CHOSEN),
    "review": ("interactive.py", "review", "salet.crony.whiff", *CHOSEN),
    "play": ("interactive.py", "play", "--answer", "crane"),
    "hide": ("interactive.py", "hide"),
}
TYPED = {
    "solve": ["help", "salet=.....", "quit"],
    "play": ["help", "slate 40", "quit"],
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
        for line in typed:
            child.expect(r": $")
            child.sendline(line)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus in (0, 1), child.before
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before)
        # A progress bar is written over, from the start of its line.
        return [line.rpartition("\r")[2] for line in plain.split("\r\n")]

    return run


def fits(line, width):
    """Whether a line fits; what is to be copied, like a path, is not broken."""
    to_copy = line.startswith("python evaluate.py") or " " not in line.strip()
    return len(line) <= width or to_copy


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PLAYED)
def test_no_table_of_a_run_is_wider_than_the_screen(terminal, tmp_path, name, width):
    out = ("--out", str(tmp_path / "run"))

    lines = terminal(width, "evaluate.py", *PLAYED[name], *out)

    assert len(lines) > 5
    assert [line for line in lines if not fits(line, width)] == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", LIGHT)
def test_nothing_else_is_wider_than_the_screen(terminal, name, width):
    lines = terminal(width, *LIGHT[name], typed=TYPED.get(name, ()))

    assert len(lines) > 2
    assert [line for line in lines if not fits(line, width)] == []
