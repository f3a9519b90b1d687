import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.checkout import make
from tests.rows import rows

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "AGENTS.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = PAGES[0]


def test_the_first_strategy_of_the_readme_plays(here, tmp_path):
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(class .*?)```", text, re.DOTALL)
    (tmp_path / "bold.py").write_text(code)

    done = here("evaluate.py", "bold.py", "--games", 5, "--jobs", 1, "--out", "run")

    assert done.returncode == 0, done.stderr
    games = rows(tmp_path / "run")
    assert {game["outcome"] for game in games} <= {"won", "wrong"}
    assert all(game["moves"].startswith("crane:15.0:") for game in games)


GUIDE = ROOT / "docs" / "guide" / "write-a-strategy.md"  # tested in test_guide.py
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES if page != GUIDE)
SESSIONS = re.findall(r"```text\n\$ python (.*?)\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.system
@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=lambda text: text[:20])
def test_a_session_of_a_page_is_what_comes_out(script, command, shown):
    name, *arguments = shlex.split(command)
    plays = name == "evaluate.py" and arguments[0] != "tree"
    out = ["--out", "run"] if plays else []

    done = script(name, *arguments, *out)

    assert done.returncode == 0, done.stderr
    printed = without_times(done.stdout)
    assert without_times(shown) <= printed, done.stdout


def without_times(text):
    """Return the lines of a text without the column of times: its width varies."""
    last = r" +(time/game|[\d.]+ ± [\d.]+ m?s)$"
    return {re.sub(last, "", line) for line in text.splitlines()}


@pytest.mark.system
def test_an_example_with_another_project_runs(script, tmp_path):
    lines = runpy.run_path(str(ROOT / ".ci" / "readme.py"))["lines"]
    checkout = make(tmp_path / "theirs")
    examples = [line for line in lines(TEXT, checkout) if "--from" in line]

    assert examples
    for example in examples:
        _, name, *arguments = shlex.split(example)
        done = script(name, *arguments, "--games", 3, "--jobs", 1, "--out", "run")
        assert done.returncode == 0, done.stderr
        assert re.search(r"games .*\n.* 3 ", done.stdout)
    # `lines` has left out no command of the pages.
    commands = re.findall(r"^python .*--from", TEXT, re.MULTILINE)
    assert len(commands) == len(examples)


def test_the_pages_show_sessions():
    assert len(SESSIONS) >= 2
