"""Progress: shown to a person at a terminal, written to no file and no pipe."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACES = (
    *("game", "solver", "research", "strategies", "contest", "commands"),
    "benchmarks",
)


def bars(file):
    """Yield the calls that make a progress bar."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "tqdm":
            yield node


def test_every_bar_asks_whether_there_is_a_terminal():
    files = [file for place in PLACES for file in (ROOT / place).rglob("*.py")]

    found = [(file, bar) for file in files for bar in bars(file)]

    assert len(found) > 10
    for file, bar in found:
        given = {option.arg: ast.unparse(option.value) for option in bar.keywords}
        assert given.get("disable", "").endswith("None"), (file, bar.lineno)


@pytest.mark.system
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_a_terminal_gets_progress(tmp_path):
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    run = ["k_guesses", "--games", "30", "--jobs", "1", "--out", "run"]
    command = [str(ROOT / "evaluate.py"), *run]

    output = pexpect.run(
        subprocess.list2cmdline([sys.executable, *command]),
        cwd=str(tmp_path),
        timeout=600,
    )

    assert b"k_guesses: " in output
    assert b" games/s]" in output
