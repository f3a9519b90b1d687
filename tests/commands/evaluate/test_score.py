import json
import re

import pytest

from tests.rows import rows

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt")


@pytest.mark.parametrize("mode", ["classic", "fibble"])
def test_chances_within_guesses_are_those_of_the_table(evaluator, tmp_path, mode):
    few = ("--games", 20, "--seed", "s", "--jobs", 1, "--out", "run")

    done = evaluator("entropy", *WORDS, "--mode", mode, *few)

    assert done.returncode == 0, done.stderr
    (summary,) = rows(tmp_path / "run", "summary.csv")
    numbers = [int(n) for n in re.findall(r"within (\d+) %", done.stdout)]
    assert numbers
    table = done.stdout.split("\nadjusted ")[1]
    line = table.splitlines()[1]
    shown = [float(cell) for cell in re.findall(r"([\d.]+) ±", line)][1:]
    kept = [100 * float(summary[f"within_{number}"]) for number in numbers]
    assert kept == pytest.approx(shown, abs=0.06)
    assert all(float(summary[f"within_{n}_error"]) >= 0 for n in numbers)


def test_the_last_line_leads_to_the_plots(evaluator):
    options = (*WORDS, "--games", 2, "--jobs", 1, "--out", "my run")

    done = evaluator(GOOD, *options, width=30)

    *_, command = done.stdout.splitlines()
    assert "plots and every game:" in " ".join(done.stdout.split())
    assert command == "python evaluate.py runs 'my run'"


def test_a_checkout_that_is_a_link_to_itself_is_no_folder(mistake, tmp_path):
    (tmp_path / "loop").symlink_to("loop")

    assert "loop': expected the folder of a contest" in mistake(
        "score", "x", "--from", "loop"
    )


def test_the_leads_and_what_each_entry_lacks_stand_below_its_figures(evaluator):
    few = ("--games", 30, "--seed", "s", "--jobs", 1, "--json")

    done = evaluator("k_guesses", "k_guesses:KGuesses(schedule=(100.0,))", *few)

    said = json.loads(done.stdout)
    assert set(said["leads"]) == {"p05", "p50", "p95"}
    for column, (lead, taken_by) in said["leads"].items():
        assert taken_by == pytest.approx(lead - 0.05), column
    cheap, costly = said["nearest"].values()
    # Two clues for 14.6 nats win 5 % of the games.
    assert cheap["column"] == "p05"
    # A single clue names few answers, whatever it costs.
    assert (costly["column"], costly["budget"]) == ("p05", 100.0)

    run = said["run"]
    text = " ".join(evaluator("score", "--resume", run, "--jobs", 1).stdout.split())
    assert "always pays 14.6 nats and wins " in text
    assert f": {costly['text']}" in text
    # Games with other words have no lead.
    other = evaluator("mine.py", *WORDS, *few)
    assert json.loads(other.stdout)["leads"] == {}
