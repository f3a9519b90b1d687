from pathlib import Path

import pytest

from contest.entries.entry import Entry
from contest.runs.provenance import ROOT
from contest.sandbox.policy import SandboxPolicy, readable
from game.protocol import MAX_MOVES
from game.words import DATA

LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]


def allowed(path):
    entry = Entry(path.name, path, "Mine()")
    return readable(SandboxPolicy(entry, *LISTS, "wordpl", MAX_MOVES, 5.0))


@pytest.mark.parametrize(
    "path",
    [
        ROOT / "results.py",
        ROOT.with_suffix(".py"),  # beside the checkout, and named like it
        ROOT / "results" / "published.py",  # beside published.csv
    ],
)
def test_our_results_are_nobodys_own(path):
    results = ROOT / "results"

    for place in map(Path, allowed(path)):
        assert not results.is_relative_to(place)
        assert not place.is_relative_to(results)


def test_the_files_beside_its_own_are_open_to_a_strategy():
    assert str(ROOT / "evaluate.py") in allowed(ROOT / "mine.py")
