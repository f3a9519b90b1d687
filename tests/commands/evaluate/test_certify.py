import json

import pytest

from contest.entries.home import STANDINGS
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
    arguments = ["certify", GOOD, *ASKED, 16, "--seed", "s", *WORDS]

    # Three games are too few to decide.
    done = evaluator(*arguments, "--games", 3, "--out", run)

    assert done.returncode == 1
    assert "open after 3 games: all games are played without a decision" in done.stdout

    facts = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(facts | {"games": 500}))
    again = evaluator("certify", "--resume", run, *WORDS)

    assert again.returncode == 0, again.stderr
    played = len(rows(run))
    assert f"{GOOD}: accepted after {played} games: the e-value " in again.stdout
    assert "within 15.2 nats, at least 5 % below the record of 16 nats." in again.stdout
    assert facts["seed"] in done.stdout
    assert facts["seed"] in again.stdout
    found = json.loads((run / "record-test.json").read_text())
    assert found["verdict"] == "accepted"
    assert found["games"] == played
    assert found["e_values"]["above"] >= 20


@pytest.mark.system
def test_an_entry_that_takes_the_lead_does_so_from_a_game_on(evaluator, tmp_path):
    run = tmp_path / "run"
    arguments = ["certify", GOOD, "--lead", *ASKED, 15.2, "--seed", "s", *WORDS]

    done = evaluator(*arguments, "--out", run)

    assert done.returncode == 0, done.stderr
    played = len(rows(run))
    assert played == json.loads((run / "record-test.json").read_text())["games"]
    assert (
        "within 15.15 nats, at least 0.05 nats below the lead of 15.2 nats"
        in done.stdout
    )
    assert f"a submission with these {played} games would take the lead" in done.stdout


@pytest.mark.system
@pytest.mark.parametrize(("most", "verdict"), [(10, "refused"), (3, "open")])
def test_a_test_that_is_over_says_the_same_again(
    evaluator, mistake, tmp_path, most, verdict
):
    run = tmp_path / "run"
    arguments = ["certify", GOOD, *ASKED, 15.7, *WORDS, "--games", most]

    done = evaluator(*arguments, "--out", run)
    before = (run / "record-test.json").read_text()
    again = evaluator("certify", "--resume", run, *WORDS)

    assert done.returncode == 1, done.stderr
    assert f"{GOOD}: {verdict} after {most} games: " in done.stdout
    assert len(rows(run)) == most
    assert again.stdout == done.stdout
    # Nor does a test that cannot go on change the verdict.
    with (tmp_path / "mine.py").open("a") as file:
        file.write("# changed\n")
    assert mistake("certify", "--resume", run, *WORDS)
    assert (run / "record-test.json").read_text() == before


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"record": NaN}', '{"column": 1}', "[]", "\0", None]
)
def test_a_test_that_cannot_be_read_is_one_line(mistake, tmp_path, run_json, text):
    folder = RunFolder.create(tmp_path / "run")
    folder.write("run.json", run_json())
    if text:  # without this file, the run was no test
        folder.write("record-test.json", text)

    assert "record-test.json" in mistake("certify", "--resume", "run", *WORDS)


@pytest.mark.parametrize(("options", "title"), [((), "record"), (("--lead",), "lead")])
def test_a_column_without_a_lead_needs_a_budget_to_beat(
    mistake, tmp_path, monkeypatch, options, title
):
    for name in ("leads.csv", "records.csv"):
        lines = (STANDINGS / name).read_text().splitlines(keepends=True)
        others = [line for line in lines if not line.startswith("p05,")]
        assert len(others) < len(lines)
        (tmp_path / name).write_text("".join(others))
    monkeypatch.setattr("commands.evaluate.certify.STANDINGS", tmp_path)

    said = mistake("certify", "k_guesses", "--column", "p05", *options)

    assert f"no {title} of p05 yet: expected --record" in said
