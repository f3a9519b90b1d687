"""Commands that are printed to be copied: each is run as it stands."""

import shlex
import shutil
import signal
import subprocess
import sys

import pytest

from contest.entries.home import ROOT
from tests.processes import eventually

WORDS = "crane\nslate\ntrace\ncrate\n"
ENTRY = "mine.py:Mine(x=15.0)"
# The seed begins like an option and has a quote, so that a printed command has to quote
# it.
FEW = ("--games", 3, "--seed", "-s'", "--jobs", 1)


def commands(text):
    """Return the commands of a text, each as its words without the interpreter."""
    lines = [line.partition("python ")[2] for line in text.splitlines()]
    return [shlex.split(line) for line in lines if line]


@pytest.fixture
def mine(strategy_file, tmp_path, monkeypatch):
    """Write a strategy, and words that have a name."""
    strategy_file("return 'slate', float(self.x)", "return 'crane', 0")
    (tmp_path / "lists" / "mine").mkdir(parents=True)
    (tmp_path / "lists" / "mine" / "answers.txt").write_text(WORDS)
    (tmp_path / "few.txt").write_text(WORDS)
    monkeypatch.setenv("CLUEPROOF_WORDS", str(tmp_path / "lists"))


@pytest.mark.system
@pytest.mark.parametrize(
    "line",
    [
        ("evaluate.py", "score", ENTRY, *FEW, "--out", "my run"),
        ("evaluate.py", "compare", ENTRY, "minimax", *FEW, "--out", "-run"),
        ("evaluate.py", "why", ENTRY, *FEW),
        ("evaluate.py", "certify", ENTRY, "--column", "p50", "--record", 16, *FEW),
        ("interactive.py", "watch", ENTRY),
        ("interactive.py", "watch", "entropy", "--mode", "classic", "--hard", "nyt"),
        ("interactive.py", "watch", "fibble", "--mode", "fibble", "--lies", 2),
    ],
    ids=lambda line: " ".join(map(str, line[1:3])),
)
def test_what_a_command_prints_runs(here, mine, line):
    done = here(*line, "--words", "mine")
    assert done.returncode in (0, 1), done.stderr
    printed = commands(done.stdout)
    assert printed

    while printed:
        done = here(*printed.pop())
        assert done.returncode == 0, done.stderr
        if "report.html" not in done.stdout:
            printed += commands(done.stdout) if "--games" in line else []


@pytest.mark.system
@pytest.mark.parametrize(
    "line",
    [
        ("score", "mine.py", "--games", 20, "--answers", "few.txt"),
        ("compare", "mine.py", "minimax", "--games", 20),
        ("certify", "mine.py", "--column", "p50", "--record", 11),
    ],
    ids=lambda line: line[0],
)
def test_an_interrupted_command_goes_on_as_it_prints(mine, tmp_path, line):
    # Games are so slow that the interrupt comes before the end.
    slow = "import time; time.sleep(0.1); return 'slate', float(self.x) + 5"
    file = tmp_path / "mine.py"
    file.write_text(file.read_text().replace("return 'slate', float(self.x)", slow))
    (tmp_path / "a b").mkdir()
    words = () if "--answers" in line else ("--words", "mine")
    command = [sys.executable, ROOT / "evaluate.py", *line, *words, "--jobs", 1]
    options = {"cwd": tmp_path, "text": True, "stderr": subprocess.PIPE}
    out = tmp_path / "a b" / "run"
    process = subprocess.Popen([*map(str, command), "--out", "a b/run"], **options)
    # A test is decided by the first rows that are written.
    name = "run.json" if line[0] == "certify" else "games.csv"
    assert eventually(
        lambda: any(file.read_text().count("\n") > 2 for file in out.rglob(name)),
        process,
    )
    process.send_signal(signal.SIGINT)
    errors = process.communicate()[1]
    assert process.returncode == 130, errors
    (printed,) = [
        x for x in errors.splitlines() if x.startswith("continue the run with: ")
    ]
    again = printed.removeprefix("continue the run with: ")
    assert "--jobs 1" in again
    # Nothing that the folder holds is asked for again.
    shutil.rmtree(tmp_path / "lists")
    (tmp_path / "few.txt").unlink()

    done = subprocess.run(again, shell=True, **options, stdout=subprocess.PIPE)

    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
