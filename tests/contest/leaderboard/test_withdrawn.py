import shutil

import pytest

from contest.entries.entry import resolve
from contest.entries.home import RESULTS
from contest.leaderboard.leads import last_holders
from contest.leaderboard.records import (
    FORMER,
    WITHDRAWN,
    check_missing,
    read_history,
    read_withdrawn,
)
from contest.leaderboard.standings import leaderboard
from contest.leaderboard.submission import submission_name
from contest.pages.leaderboard import leaderboard_page, write_leaderboard
from contest.pages.wording import short_name
from contest.statistics.error_budget import next_number
from game.errors import InputError
from game.protocol import Mode

HEADER = "folder,date,reason,asked_by,p05,p50,p95\n"


@pytest.fixture
def withdraw(results):
    """Write the table of withdrawn submissions."""

    def write(*lines):
        text = "".join(f"{line}\n" for line in lines)
        (results / WITHDRAWN).write_text(HEADER + text)

    return write


@pytest.fixture
def contest(results, record, words, documents):
    """Return the folders of two submissions to p50; the later one leads."""
    paths = []
    for number, (entry, price) in enumerate((("minimax", 30.0), ("entropy", 29.0)), 1):
        name = submission_name(resolve(entry, Mode.WORDPL))
        path = results / "submissions" / name
        changed = [("numbers", {"p50": number})]
        paths.append(
            record(path, entry=entry, games=80, price=price, seed=name, changed=changed)
        )
    # Both were sealed in the same second: the order of their names is that of the runs.
    write_leaderboard(results, *documents, words)
    return paths


def lead_of(board):
    return last_holders(board.leads)["p50"]


def test_a_withdrawn_lead_goes_back_and_its_number_stays_used(
    contest, results, words, documents, withdraw
):
    first, second = contest
    assert lead_of(leaderboard(results, words)).run == second.name

    shutil.rmtree(second)
    with pytest.raises(InputError, match=f"'{second.name}', .* is missing: expected"):
        leaderboard(results, words)
    withdraw(f"{second.name},2026-11-28,it was a | mistake,its author,,2,")
    board = write_leaderboard(results, *documents, words)

    assert lead_of(board).run == first.name
    assert second.name not in {holder.run for holder in board.leads + board.records}
    assert board.next_numbers == {"p05": 1, "p50": 3, "p95": 1}
    row = rf"| 2026-11-28 | `{second.name}` | `it was a \| mistake` | `its author` |"
    assert row in documents[1].read_text()
    addresses = {line.entry: short_name(line.entry) for line in board.lines}
    page = leaderboard_page(board, addresses, {})
    assert f"{second.name} was withdrawn on 2026-11-28: it was a | mistake" in page
    # The tables do not name it any more, and its line is still needed.
    (results / WITHDRAWN).unlink()
    assert leaderboard(results, words).next_numbers["p50"] == 2


def test_a_run_that_came_second_takes_the_lead_of_a_withdrawn_one(
    contest, results, words, withdraw
):
    first, second = contest
    shutil.rmtree(first)
    withdraw(f"{first.name},2026-11-28,a mistake,me,,1,")

    board = leaderboard(results, words)

    taken = [(h.budget, h.target) for h in board.leads if h.column == "p50"]
    assert taken[1:] == [(29.0, 36.85)]
    assert lead_of(board).run == second.name


@pytest.mark.parametrize("emptied", [(), ("leads.csv", "records.csv")])
def test_a_gap_in_the_numbers_is_refused(contest, results, words, emptied):
    shutil.rmtree(contest[0])
    tables = "leaderboard.csv", "leads.csv", "records.csv"
    for name in tables if emptied else ():
        (results / name).unlink()

    message = "submission 1 to p50 is missing" if emptied else "is missing: expected"
    with pytest.raises(InputError, match=message):
        leaderboard(results, words)


WRONG = [
    ("{},2026-11-28,why,me,,3,", "has {'p50': 3} as the numbers of"),
    ("{},2026-11-28,why,me,1,2,", "has {'p05': 1, 'p50': 2} as the numbers"),
    ("{},2026-11-28,,me,,2,", "line 2: .*reason"),
    ("{},28 November,why,me,,2,", "line 2: .*date"),
    ("{},2026-11-28,why,me,,,", "line 2: .*numbers"),
    ("{},2026-11-28,why,me,,0,", "line 2: .*numbers"),
    ("{},2026-11-28,why,,,2,", "line 2: .*asked_by"),
    ("{},2026-11-28,why\x1b,me,,2,", "line 2: an invisible character"),
    ("a b,2026-11-28,why,me,,2,", "line 2: .*folder"),
    ("{0},2026-11-28,why,me,,2,\n{0},2026-11-28,why,me,,2,", "second line"),
    ("other,2026-11-28,why,me,,2,", "is missing: expected its folder, or a line"),
]


def test_a_withdrawal_that_is_wrong_is_one_line(contest, results, words, withdraw):
    shutil.rmtree(contest[1])
    # The submissions are made once for all lines: to make them takes a second.
    for line, message in WRONG:
        withdraw(line.format(contest[1].name))
        with pytest.raises(InputError, match=message) as refused:
            leaderboard(results, words)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("number", "message"),
    [(2, "says that .* folder exists"), (1, "folder exists")],
)
def test_a_submission_that_is_there_is_not_withdrawn(
    contest, results, words, withdraw, number, message
):
    withdraw(f"{contest[1].name},2026-11-28,why,me,,{number},")

    with pytest.raises(InputError, match=message):
        leaderboard(results, words)


def test_the_number_of_a_withdrawn_submission_is_not_used_again(
    contest, results, record, words, withdraw
):
    shutil.rmtree(contest[1])
    withdraw(f"{contest[1].name},2026-11-28,why,me,,2,")
    again = results / "submissions" / f"{contest[1].name}-2"
    numbers = [("numbers", {"p50": 2})]
    record(again, games=80, seed="t", changed=numbers)
    with pytest.raises(
        InputError, match=r"another run are both submission 2 to p50: exp.* number 3"
    ):
        leaderboard(results, words)

    # The first submission of the entry is the withdrawn one.
    shutil.rmtree(again)
    record(again, games=80, seed="t", changed=[("numbers", {"p50": 3})])
    with pytest.raises(
        InputError, match="submission 1 of its entry: expected each number from 1 to 2"
    ):
        leaderboard(results, words)


def test_titles_from_before_beacons_are_marked(
    results, record, words, documents, make_former
):
    path = record(results / "submissions" / "one", games=80, price=30.0)
    write_leaderboard(results, *documents, words)
    assert not any("†" in document.read_text() for document in documents)
    shutil.rmtree(path)
    make_former("one")

    board = write_leaderboard(results, *documents, words)

    for document in documents:
        text = document.read_text()
        assert "| p50: 50 % | **30** † | `entropy` |" in text
        assert "| 36.9, `published` |" not in text
        assert "\n† Certified before the seeds" in text
    assert board.next_numbers == {"p05": 2, "p50": 2, "p95": 2}


def test_every_submission_of_this_project_is_there_or_explained():
    folder = RESULTS / "submissions"
    present = {path.name for path in folder.glob("*/")}
    withdrawn = read_withdrawn(RESULTS)

    check_missing(RESULTS, present, withdrawn)

    assert next_number(FORMER.values(), "p95") == 7
    titles = read_history(RESULTS / "leads.csv") + read_history(RESULTS / "records.csv")
    held = {holder.run for holder in titles} - present
    assert held & FORMER.keys()
