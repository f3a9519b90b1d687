import json
import os

import pytest


@pytest.fixture
def folder(tmp_path, monkeypatch, run_json):
    """Write runs of the last three days, the first of them a year old by its name."""
    place = tmp_path / "runs"
    entries = {
        "20250101-000000-aaaa": ["quantile/p05", "entropy"],
        "two": [
            "entropy",
            "minimax",
            "quantile:Quantile(schedule=(10.0, 4.45), opening='trace')",
            "k_guesses",
        ],
        "three": ["mine.py:Mine(x=1, opening='a word that is far too long to fit')"],
    }
    for day, (name, texts) in enumerate(entries.items()):
        facts = {"entries": texts, "games": 1001, "command": "compare"}
        file = place / name / "run.json"
        file.parent.mkdir(parents=True)
        file.write_text(run_json(**facts, complete=name != "three"))
        (file.parent / "games.csv").write_text("head\n" + "row\n" * (371 * len(texts)))
        time = 1_700_000_000 + 86_400 * (2 - day)
        os.utime(file, (time, time))
    monkeypatch.setenv("CLUEPROOF_RUNS", str(place))
    return place


def test_runs_are_listed_the_latest_first(here, folder):
    done = here("evaluate.py", "runs")

    assert done.returncode == 0, done.stderr
    head, *lines, where, about, again = done.stdout.splitlines()
    assert head.split() == ["entries", "command", "games", "date", "folder"]
    assert max(map(len, [head, *lines])) <= 80
    ends = [line.split()[-1] for line in lines if "2023-11-1" in line]
    assert ends == ["20250101-000000-aaaa", "two", "three"]
    assert lines[0].startswith("quantile/p05, entropy  ")
    # Not the 1,001 that were allowed.
    assert "compare wordpl    742  2023-11-1" in lines[0]
    names = " ".join(line[:23].strip() for line in lines)
    assert "entropy, minimax, quantile:Quantile( schedule=(10.0, 4.45)," in names
    assert "opening='trace') and 1 more" in names
    assert "unfinished" in "".join(lines)
    assert where == f"runs in {folder}"
    assert about == "continue the latest unfinished run:"
    assert again == "python evaluate.py compare --resume runs/three"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_fits_and_no_figure_is_broken(here, folder, width):
    done = here("evaluate.py", "runs", width=width)

    lines = done.stdout.splitlines()[:-3]
    assert max(map(len, lines)) <= width
    assert sum("20250101-000000-aaaa" in line for line in lines) == 1
    assert done.stdout.count("compare wordpl") == 3
    assert done.stdout.count("2023-11-1") == (3 if width > 60 else 0)


def test_a_run_that_cannot_be_read_is_named(here, folder):
    facts = json.loads((folder / "two" / "run.json").read_text())
    (folder / "two" / "run.json").write_text(json.dumps(facts | {"games": "x"}))

    done = here("evaluate.py", "runs")

    assert done.returncode == 1
    assert "at `$.games`" in done.stdout


def test_a_folder_without_runs_is_one_line(here, tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_RUNS", str(tmp_path / "none"))

    done = here("evaluate.py", "runs")

    assert done.returncode == 2
    assert "expected a run, which evaluate.py score makes" in done.stderr
    assert done.stderr.count("\n") == 1
