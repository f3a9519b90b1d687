import os
import time

import pytest

from contest.runs.facts import RunError
from contest.runs.listing import find_last_run, find_runs, read_runs

NOON = 1_700_000_000.0


@pytest.fixture
def runs(tmp_path, run_json):
    """Write a folder with runs of three days, whose names are in another order."""
    for name, day, games in (("b", 0, 2), ("c", 2, 0), ("a", 1, 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "games.csv").write_text("head\n" + "row\n" * games)
        facts = tmp_path / name / "run.json"
        facts.write_text(run_json(entries=[f"{name}.py", "minimax"]))
        os.utime(facts, (NOON, NOON + 86_400 * day))
    return tmp_path


def test_runs_are_in_the_order_of_their_last_games_the_latest_first(runs):
    assert [path.name for path in find_runs(runs)] == ["c", "a", "b"]
    assert find_last_run(runs) == runs / "c"


def test_a_run_is_listed_with_its_entries_games_and_date(runs):
    listed, faults = read_runs(runs)

    assert faults == []
    assert [run.games for run in listed] == [0, 5, 2]
    assert listed[1].facts.entries == ["a.py", "minimax"]
    assert listed[1].written == NOON + 86_400
    assert listed[1].date == time.strftime(
        "%Y-%m-%d %H:%M", time.localtime(NOON + 86_400)
    )


def test_a_run_that_cannot_be_read_is_named_beside_the_others(runs):
    (runs / "a" / "run.json").write_text("{}")

    listed, (fault,) = read_runs(runs)

    assert {run.path.name for run in listed} == {"b", "c"}
    assert f"{runs / 'a' / 'run.json'}" in fault


def test_a_folder_without_a_run_has_no_last_one(tmp_path):
    with pytest.raises(RunError, match="no run in"):
        find_last_run(tmp_path)
