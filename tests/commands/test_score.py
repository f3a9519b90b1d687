import csv
import json

import pytest

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt")


def lines(folder):
    return (folder / "games.csv").read_text().splitlines()


def test_auto_plays_until_it_is_sure_enough_however_it_is_played(evaluator, tmp_path):
    auto = (GOOD, *WORDS, "--games", "auto", "--width")

    done = evaluator(*auto, 6, "--jobs", 1, "--out", "one")
    evaluator(*auto, 6, "--jobs", 2, "--out", "two")
    evaluator(*auto, 60, "--jobs", 1, "--out", "wide")

    assert done.returncode == 0, done.stderr
    rows = lines(tmp_path / "one")
    assert rows == lines(tmp_path / "two")
    assert len(rows) - 1 > len(lines(tmp_path / "wide")) - 1 == 250
    with (tmp_path / "one" / "summary.csv").open(newline="") as file:
        (summary,) = csv.DictReader(file)
    errors = [float(summary[f"{name}_error"]) for name in ("p05", "p50", "p95")]
    # In percentage points, 1.96 standard errors on both sides.
    assert 100 * 2 * 1.96 * max(errors) <= 6.001


def test_auto_goes_on_where_it_was_stopped(evaluator, tmp_path):
    auto = (GOOD, *WORDS, "--games", "auto", "--width", 6, "--jobs", 1)
    evaluator(*auto, "--out", "run")
    whole = lines(tmp_path / "run")
    games = tmp_path / "run" / "games.csv"
    games.write_text("\n".join(whole[:300]) + "\n")

    done = evaluator("--resume", "run", *WORDS, "--jobs", 1)

    assert done.returncode == 0, done.stderr
    assert lines(tmp_path / "run") == whole
    assert json.loads((tmp_path / "run" / "run.json").read_text())["width"] == 6


def test_a_table_shows_interval_and_exact_chance_of_each_percentile(evaluator):
    done = evaluator(GOOD, *WORDS, "--games", 40, "--jobs", 1, "--out", "run")

    head, names, *figures = done.stdout.splitlines()[:5]
    assert [head.split(), names.split()] == [
        ["95", "%", "exact", "chance", "to", "win"],
        ["entry", "score", "interval", "budget", "within", "it"],
    ]
    assert [line.split()[-6:-4] for line in figures[:2]] == [["15", "15"]] * 2
    assert all("±" in line for line in figures)


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["entropy", "--games", "autom"], ["'autom'", "whole number", "or auto"]),
        (["entropy", "--width", "2"], ["--width 2", "--games auto"]),
        (["entropy", "--games", "auto", "--width", "0"], ["'0'", "percentage points"]),
        (["entropy", "--games", "auto", "--width", "x"], ["'x'", "percentage points"]),
        (
            ["entropy", "--games", "auto", "--mode", "classic"],
            ["'auto'", "classic Wordle"],
        ),
    ],
)
def test_bad_input_is_one_line_that_quotes_it(mistake, tmp_path, arguments, quoted):
    said = mistake("score", *arguments)

    for text in quoted:
        assert text in said
    assert not list(tmp_path.iterdir())
