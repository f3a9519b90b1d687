import csv
import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.checkout import make

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


SESSIONS = re.findall(
    r"```text\n\$ python (.*?)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=lambda text: text[:20])
def test_a_session_of_the_readme_is_what_comes_out(script, command, shown):
    name, *arguments = shlex.split(command)
    out = ["--out", "run"] if name == "evaluate.py" else []

    done = script(name, *arguments, *out)

    assert done.returncode == 0, done.stderr
    printed = without_times(done.stdout)
    assert without_times(shown) <= printed, done.stdout


def without_times(text):
    """Return the lines of a text, less a time in seconds at their end."""
    return {re.sub(r"\d\.\d{3}$", "", line) for line in text.splitlines()}


def test_an_example_with_another_project_runs(script, tmp_path):
    lines = runpy.run_path(str(README.parent / ".ci" / "readme.py"))["lines"]
    text, checkout = README.read_text(encoding="utf-8"), make(tmp_path / "theirs")
    examples = [line for line in lines(text, checkout) if "--from" in line]

    assert examples
    for example in examples:
        _, name, *arguments = shlex.split(example)
        done = script(name, *arguments, "--games", 3, "--jobs", 1, "--out", "run")
        assert done.returncode == 0, done.stderr
        assert "3 games" in done.stdout
    assert text.count("--from") == len(examples)


def test_the_readme_shows_sessions():
    assert len(SESSIONS) >= 2


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "LICENSE", "CHANGELOG.md"])
def test_what_the_readme_relies_on_is_there(name):
    assert (README.parent / name).is_file()
