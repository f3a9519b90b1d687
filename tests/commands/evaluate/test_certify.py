import json

import pytest

from contest.runs.folder import RunFolder
from tests.rows import rows

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt", "--jobs", 1)
ASKED = ("--column", "p50", "--record")


@pytest.mark.system
def test_a_test_that_is_out_of_games_is_open_and_one_that_goes_on_is_decided(
    evaluator, tmp_path
):
    run = tmp_path / "run"
    arguments = ["certify", GOOD, *ASKED, 16, "--by", "wins", "--seed", "s", *WORDS]

    done = evaluator(*arguments, "--games", 3, "--out", run)

    assert done.returncode == 1
    assert "open after 3 games: out of games" in done.stdout

    facts = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(facts | {"games": 500}))
    again = evaluator("certify", "--resume", run, *WORDS)

    assert again.returncode == 0, again.stderr
    played = len(rows(run))
    assert f"{GOOD}: accepted after {played} games: e-value " in again.stdout
    assert "within 15.2, 5 % below the record 16" in again.stdout
    assert facts["seed"] in done.stdout
    assert facts["seed"] in again.stdout
    found = json.loads((run / "record-test.json").read_text())
    assert (found["verdict"], found["by"]) == ("accepted", "wins")
    assert found["games"] == played
    assert found["e_values"]["wins"]["above"] >= 20


@pytest.mark.parametrize(("most", "verdict"), [(14, "refused"), (3, "open")])
def test_a_test_that_is_over_says_the_same_again(evaluator, tmp_path, most, verdict):
    run = tmp_path / "run"
    arguments = ["certify", GOOD, *ASKED, 15.7, *WORDS, "--games", most]

    done = evaluator(*arguments, "--out", run)
    before = (run / "record-test.json").read_text()
    again = evaluator("certify", "--resume", run, *WORDS)

    assert done.returncode == 1, done.stderr
    assert f"{GOOD}: {verdict} after {most} games: " in done.stdout
    assert len(rows(run)) == most
    assert again.stdout == done.stdout
    assert (run / "record-test.json").read_text() == before


def test_a_lead_needs_no_improvement_in_percent(evaluator, tmp_path):
    run = tmp_path / "run"
    arguments = ["certify", GOOD, *ASKED, 15.7, "--improvement", 0, *WORDS]

    done = evaluator(*arguments, "--games", 3, "--out", run)
    again = evaluator("certify", "--resume", run, *WORDS)

    assert "within 15.7, 0 % below the record 15.7" in done.stdout, done.stderr
    assert again.stdout == done.stdout


def test_a_verdict_outlives_a_test_that_cannot_go_on(evaluator, tmp_path):
    run = tmp_path / "run"
    evaluator("certify", GOOD, *ASKED, 15.7, *WORDS, "--games", 3, "--out", run)
    before = (run / "record-test.json").read_text()
    with (tmp_path / "mine.py").open("a") as file:
        file.write("# changed\n")

    again = evaluator("certify", "--resume", run, *WORDS)

    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert (run / "record-test.json").read_text() == before


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"record": NaN}', '{"column": 1}', "[]", "\0", None]
)
def test_a_test_that_cannot_be_read_is_one_line(mistake, tmp_path, run_json, text):
    folder = RunFolder.create(tmp_path / "run", tmp_path)
    folder.write("run.json", run_json())
    if text:  # without one, the run was no test
        folder.write("record-test.json", text)

    assert "record-test.json" in mistake("certify", "--resume", "run", *WORDS)
