import os
import sys
from functools import partial

import pexpect
import pytest

from contest.entries.home import ROOT

SCRIPT = ROOT / "interactive.py"

MINE = '''
import sys

class Mine:
    """Strategy of a test."""
    def prepare(self, setting):
        self.words = setting.vocabulary.guesses
    def first_move(self):
        return "trace", 9.25
    def next_move(self, guess, epsilon, result):
        assert (guess, result) == ("crane", "ccccc"), (guess, result)
        return guess, 0.0

class Raises(Mine):
    def first_move(self):
        raise RuntimeError("two\\nlines")

class Exits(Mine):
    def first_move(self):
        sys.exit(3)

class Odd(Mine):
    def first_move(self):
        return "crane", "12"

class Illegal(Mine):
    def first_move(self):
        return "zzzzz", 3.0
'''


@pytest.fixture
def mine(tmp_path):
    """Return a file of strategies that make mistakes."""
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


@pytest.fixture
def interactive(here):
    """Return a function that runs interactive.py on typed lines.

    The function returns the completed process.
    """
    return partial(here, "interactive.py")


@pytest.fixture
def screen(tmp_path):
    """Return a function that starts interactive.py in a terminal of 100 columns."""
    started = []

    def start(*arguments, **environment):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        env |= {"TERM": "xterm", "PYTHONUTF8": "1", "XDG_DATA_HOME": str(tmp_path)}
        env |= environment
        child = pexpect.spawn(
            sys.executable,
            [str(SCRIPT), *arguments],
            env=env,
            encoding="utf-8",
            timeout=300,
            dimensions=(50, 100),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.fixture
def status():
    """Return a function that waits for the end of a program in a terminal.

    The function returns the exit status.
    """

    def wait(child):
        child.expect(pexpect.EOF)
        child.close()
        return child.exitstatus

    return wait


@pytest.fixture
def evaluator(here, tmp_path, strategy_file):
    """Return a function that runs evaluate.py in a folder with a strategy.

    The words are CRANE and SLATE. The strategy ``Mine(x)`` guesses CRANE at the price
    x, and believes the clue.
    """
    (tmp_path / "pair.txt").write_text("crane\nslate\n")
    # A clue for CRANE: all marks are correct if CRANE is the secret.
    believed = "return 'crane' if result == 'ccccc' else 'slate', 0.0"
    strategy_file("return 'crane', self.x", believed, x=15.0)
    return partial(here, "evaluate.py")


@pytest.fixture
def mistake(here):
    """Return a function that runs a command of evaluate.py that has a mistake.

    The function returns the only line of the error output.
    """

    def run(*arguments):
        done = here("evaluate.py", *arguments)
        assert done.returncode == 2, done
        assert (done.stdout, done.stderr.count("\n")) == ("", 1), done
        return done.stderr

    return run
