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
    """Return the text of the page of an entry with a run repeated on machines."""

    def make(machines):
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
        runs = [RunReplays(run, "", ["mine"], "", m) for run, m in machines.items()]
        standings = Leaderboard([line], [], [])
        pages = EntryPages([facts], standings, Vocabulary.load(), runs, {})
        return pages.files()["entries/mine.html"]

    return make


@pytest.mark.parametrize(
    ("machines", "sentence"),
    [
        (["Linux x86_64"], "on 1 kind of machine: Linux x86_64."),
        (
            ["Darwin arm64", "Linux x86_64"],
            "on 2 kinds of machine: Darwin arm64, Linux x86_64.",
        ),
    ],
)
def test_the_page_says_on_how_many_kinds_of_machine_a_run_was_repeated(
    text, machines, sentence
):
    shown = text({"mine-1": machines, "other": ["Linux riscv64"]})

    assert f"<p>Run mine-1 was repeated {sentence}</p>" in shown
    assert "riscv64" not in shown


@pytest.mark.parametrize("machines", [{}, {"mine-1": []}])
def test_the_page_of_an_entry_without_receipts_says_nothing_of_them(text, machines):
    assert "kinds of machine" not in text(machines)
    assert "repeated" not in text(machines)
