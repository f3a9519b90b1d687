import csv
from xml.etree import ElementTree

import pytest

from commands.evaluate.leaderboard import update_leaderboard
from contest.leaderboard.records import (
    official_folders,
    read_history,
    read_lines,
    read_standing,
    submission_numbers,
    submissions_of,
)
from contest.pages.entry_facts import read_entries
from contest.pages.leaderboard import END, START
from contest.runs.facts import RunError
from game.text.formats import number


@pytest.fixture
def rank(results, documents, words):
    """Update the leaderboard of few words; return the lines that the command says."""

    def run():
        text = update_leaderboard(results, *documents, words).text(80)
        return [line.strip() for line in text.splitlines()]

    return run


def test_new_submissions_are_reported_and_all_files_are_written(
    rank, results, documents, record
):
    submissions, (readme, page) = results / "submissions", documents
    assert rank() == rank()  # only published scores are ranked
    record(submissions / "a", games=100, price=30.0)
    rank()
    second, fourth = ([("numbers", {"p50": k})] for k in (2, 4))
    record(submissions / "b", games=100, price=29.0, seed="t", changed=second)
    third = [("numbers", {"p05": 2, "p50": 3, "p95": 2})]
    record(
        submissions / "c",
        entry="minimax",
        games=100,
        price=29.9,
        seed="u",
        changed=third,
    )
    record(
        submissions / "d",
        entry="k_guesses",
        games=100,
        price=17.0,
        seed="v",
        knows=True,
        changed=fourth,
    )

    lines = rank()

    assert lines[:2] == ["entropy, b:", "p50: the budget 29 is certified"]
    assert lines[3:6] == [
        "minimax, c:",
        "p05: the budget 29.9 is certified",
        "p50: the budget 29.9 is certified",
    ]
    assert lines[6].startswith("p95: no budget certified: ")
    assert lines[6].endswith(" of games won at any cost; needed: 95 %")
    assert lines[8] == "k_guesses, d:"
    assert lines[9].startswith("not ranked: the entry knows more about the secret")
    (table,) = (line for line in lines if line.startswith("p50  "))
    assert table.split() == ["p50", "entropy", "29", "28.95", "30", "28.5"]
    texts = [file.read_text() for file in (readme, page)]
    again = rank()
    names = "entropy, ", "minimax, ", "k_guesses, "
    assert not [line for line in again if line.startswith(names)]
    assert [file.read_text() for file in (readme, page)] == texts
    title = "50 % | **29** | `entropy` | 0.9, over `minimax` | 28.95 or less | 30, `ent"
    for text in texts:
        assert text.startswith(f"before\n{START}\n")
        assert "](leaderboard.svg)\n" in text
        assert text.endswith(f"{END}\nafter\n")
        assert title in text
    assert "## p50" not in texts[0]
    assert "| 1 | [`entropy`](../strategies/entropy.py) | Clueproof | 29 |" in texts[1]
    plot = page.with_suffix(".svg").read_text()
    labels = ("15.6 published", "36.9 published", "29 entropy", "75 published")
    assert all(f">{text}<" in plot for text in labels)
    ElementTree.fromstring(plot)
    facts = read_entries(page.with_name("entries.json"))
    assert "minimax" in [entry.entry for entry in facts]


def test_the_files_have_the_history_and_numbers_as_they_were_paid(
    rank, results, record
):
    record(results / "submissions" / "two", games=100, price=30.0)

    rank()

    for name in ("leads.csv", "records.csv"):
        history = [(h.column, h.budget, h.games) for h in read_history(results / name)]
        published = [("p05", 15.6, 0), ("p50", 36.9, 0), ("p95", 75.0, 0)]
        assert history == [*published, ("p50", 30.0, 100)]
        assert read_standing(results / name)["p50"].run == "two"
    lines = read_lines(results / "leaderboard.csv")
    assert [line.games for line in lines if line.run] == [100]
    assert len(lines) == 6
    for name in ("leaderboard.csv", "leads.csv", "records.csv"):
        with (results / name).open(newline="") as file:
            cells = [cell for line in csv.reader(file) for cell in line]
        numbers = [cell for cell in cells if cell[:1].isdigit() and "-" not in cell[1:]]
        assert all(cell == number(float(cell)) for cell in numbers)


def test_official_runs_are_listed_in_the_order_of_their_folders(results, record):
    with pytest.raises(RunError, match=r"no official run in .*expected the folder"):
        official_folders(results)
    assert submissions_of("one", results) == [results / "submissions" / "one"]

    record(results / "submissions" / "one")
    record(results / "official" / "two", seed="t")

    assert [path.name for path in official_folders(results)] == ["two", "one"]
    assert [path.name for path in submissions_of("one", results)] == ["one", "one-2"]


def test_a_withdrawn_submission_keeps_its_numbers(results, record):
    record(results / "submissions" / "one", changed=[("numbers", {"p50": 1})])
    (results / "withdrawn.csv").write_text(
        "folder,date,reason,asked_by,p05,p50,p95\none-2,2026-11-28,a fault,me,1,2,\n"
    )

    assert submission_numbers(results) == [{"p50": 1}, {"p05": 1, "p50": 2}]
    paths = submissions_of("one", results)
    assert [path.name for path in paths] == ["one", "one-2", "one-3"]
