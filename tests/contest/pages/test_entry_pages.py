import pytest

from contest.leaderboard.figures import ClueFigures, TurnFigures
from contest.leaderboard.lines import Line
from contest.leaderboard.standings import Leaderboard
from contest.pages.entry_facts import EntryFacts
from contest.pages.entry_pages import EntryPages
from contest.pages.replays_page import RunReplays
from game.words import Vocabulary


@pytest.fixture
def text():
    """Return what makes the page of an entry; `others` are lines of other runs."""

    def make(others=()):
        turns, clues = [TurnFigures(9, 14.0)], [ClueFigures("1 + 2", 9, 0.5)]
        facts = EntryFacts(
            entry="mine",
            call="Mine()",
            run="mine-1",
            games=9,
            budgets=[14.0],
            chances=[0.5],
            errors=[0.1],
            turns=turns,
            clues=clues,
        )
        line = Line(
            kind="submission",
            entry="mine",
            call="Mine()",
            author="A",
            run="mine-1",
            date="2026-11-26",
            statistics={"games": 9.0, "won": 5.0, "side_information": 1.0},
        )
        runs = [RunReplays("mine-1", "", ["mine"], "")]
        standings = Leaderboard([line, *others], [], [])
        pages = EntryPages([facts], standings, Vocabulary.load(), runs, {})
        return pages.files()["entries/mine.html"]

    return make


def test_entries_that_the_file_listed_before_have_a_table_of_their_own(text):
    games = {"games": 9.0, "won": 5.0, "side_information": 1.0}
    runs = [("mine", "Mine(8.0)", "mine-0"), ("other", "Other(7.0)", "other-0")]
    others = [
        Line(kind="submission", entry=entry, call=call, run=run, statistics=games)
        for entry, call, run in runs
    ]

    shown = text(others)

    assert "Earlier entries of mine.py" in shown
    assert "Mine(8.0)" in shown
    assert "Other(7.0)" not in shown
    assert "Earlier entries" not in text()
