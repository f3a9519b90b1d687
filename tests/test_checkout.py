import os
import subprocess
import sys

import pytest

from contest.entries.home import ROOT
from tests.checkout import make
from tests.rows import rows


@pytest.fixture
def checkout(tmp_path):
    return make(tmp_path / "theirs")


def test_its_strategies_find_their_own_packages_and_files(here, checkout, tmp_path):
    entry = "strategies.mine:Mine(first=9.5)"
    options = ["--games", 3, "--jobs", 1, "--out", tmp_path / "run"]

    done = here("evaluate.py", "--from", checkout, entry, *options)

    assert done.returncode == 0, done.stderr
    played = rows(tmp_path / "run")
    assert [row["outcome"] in ("won", "wrong") for row in played] == [True] * 3
    assert {row["moves"].split()[0][:9] for row in played} == {"crane:9.5"}
    assert {row["final"] for row in played} == {"trace"}
    # What it wrote, it wrote to a copy.
    assert not (checkout / "table.txt").exists()


def test_results_are_in_the_checkout_wherever_a_command_runs(tmp_path):
    code = "from contest.entries.home import *; print(RESULTS, STANDINGS, sep='\\n')"
    places = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(ROOT)}}

    printed = subprocess.check_output([sys.executable, "-c", code], text=True, **places)

    assert printed.splitlines() == [str(ROOT / "results")] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["strategies.nine"], "did you mean 'mine'"),
        (["strategies.mine"], "lists no entry"),
        (["strategies.mine:Yours()"], "defines no 'Yours'"),
        ([], "expected one of strategies.g3:G3 strategies.mine:Mine"),
    ],
)
def test_a_mistake_is_one_line(here, checkout, arguments, message):
    done = here("evaluate.py", "--from", checkout, *arguments)

    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
