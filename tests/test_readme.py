import csv
import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_first_strategy_of_the_readme_plays(script, tmp_path):
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(class .*?)```", text, re.DOTALL)
    (tmp_path / "bold.py").write_text(code)

    done = script("evaluate.py", "bold.py", "--games", 5, "--out", "run")

    assert done.returncode == 0, done.stderr
    with (tmp_path / "run" / "games.csv").open() as file:
        games = list(csv.DictReader(file))
    assert {game["outcome"] for game in games} <= {"won", "wrong"}
    assert all(game["moves"].startswith("crane:15.0:") for game in games)


def test_the_classic_run_of_the_readme_is_what_comes_out(script, tmp_path):
    text = README.read_text(encoding="utf-8")
    (shown,) = re.findall(r"^entropy:\S* .*$", text, re.MULTILINE)
    entry = "entropy:Entropy(opening='salet')"

    done = script("evaluate.py", entry, "--mode", "classic", "--out", "run")

    measured = next(
        line for line in done.stdout.splitlines() if line.startswith("entropy:")
    )
    # The last figure is a time.
    assert measured.split()[:-1] == shown.split()[:-1]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "LICENSE", "CHANGELOG.md"])
def test_what_the_readme_relies_on_is_there(name):
    assert (README.parent / name).is_file()
