from contest.entries import Entry
from contest.provenance import ROOT
from contest.terms import Terms, readable
from game.protocol import MAX_MOVES
from game.words import DATA

LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]


def test_our_results_are_nobodys_own():
    entry = Entry("results.py", ROOT / "results.py", "Mine()")

    allowed = readable(Terms(entry, *LISTS, "wordpl", MAX_MOVES, 5.0))

    assert str(ROOT / "evaluate.py") in allowed
    assert str(ROOT / "results") not in allowed
