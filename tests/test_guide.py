"""Commands and outputs of docs/guide/write-a-strategy.md, as its reader types them."""

import re
import runpy
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from game import Draws, Setting, Vocabulary, deal, play
from tests.processes import python
from tests.widths import plain

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "guide" / "write-a-strategy.md").read_text(encoding="utf-8")
FILES = re.findall(r"Write this\s+into `(\w+\.py)`.*?```python\n(.*?)```", TEXT, re.S)
BLOCKS = re.findall(r"```(?:sh|text)\n(.*?)```", TEXT, re.S)


def commands():
    """Yield each command, the lines of its output on the page, and the typed text."""
    for block in BLOCKS:
        if block.startswith("$ "):
            command, *lines = block.removeprefix("$ ").splitlines()
            typed = [line for line in lines if line.startswith("(Pdb) ")]
            shown = [line for line in lines if line not in typed]
            text = "".join(line.removeprefix("(Pdb) ") + "\n" for line in typed)
            yield command, shown, text
        else:
            yield from ((line, [], "") for line in block.splitlines())


def with_few_games(command):
    """Return a command that plays no more than a test has time for."""
    jobs = " --jobs 1" if "evaluate.py" in command else ""
    fewer = re.sub(r"--games \d+", f"--games 4{jobs}", command)
    return re.sub(r"--trials \d+", "--trials 1", fewer)


def without_times(line):
    same = re.sub(r"\d+\.\d{3} s|[\d.]+ ± [\d.]+ m?s", "0.000 s", line)
    return re.sub(" {2,}", "  ", same).strip()


@pytest.fixture
def follow(here, tmp_path, monkeypatch):
    """Write the files of the guide, run its commands and return what they print."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("CLUEPROOF_RUNS", str(tmp_path / "runs"))
    (tmp_path / "examples").mkdir()
    for example in (ROOT / "examples").glob("*.py"):
        shutil.copy(example, tmp_path / "examples")
    for name, code in FILES:
        (tmp_path / name).write_text(code)

    def run(command, typed=""):
        if not command.startswith("python "):
            shell = {"cwd": tmp_path, "capture_output": True, "text": True}
            return subprocess.run(command, shell=True, **shell)
        _, name, *arguments = shlex.split(command)
        if name.startswith(("benchmarks", "research")):
            return python(ROOT / name, *arguments, cwd=tmp_path)
        return here(name, *arguments, typed=typed, width=80)

    def lines(command, typed):
        done = run(command, typed)
        # These commands show strategies that fail.
        fails = re.search(r"py broken|py watch (broken|.*--game crashed)", command)
        assert done.returncode == bool(fails), done.stderr
        text = plain(done.stdout).replace("(Pdb) ", "").replace(f"{tmp_path}/", "")
        return {without_times(line) for line in text.splitlines()}

    return lines


def test_the_strategy_of_the_guide_is_the_example(tmp_path):
    (tmp_path / "guide.py").write_text(dict(FILES)["three_clues.py"])
    setting = Setting(Vocabulary.load())
    played = []

    for path in (tmp_path / "guide.py", ROOT / "examples" / "three_clues.py"):
        (strategy,) = runpy.run_path(str(path))["ENTRIES"]
        strategy.prepare(setting)
        games = (play(strategy, deal(setting, Draws("s", k)), setting) for k in (0, 1))
        played.append([*games])

    assert played[0] == played[1]
    assert {round(game.budget, 9) for game in played[0]} == {36.8}


@pytest.mark.slow  # its games take minutes
def test_the_figures_of_the_guide_are_those_that_its_commands_print(follow):
    for command, shown, typed in commands():
        printed = follow(command, typed)

        missing = {without_times(line) for line in shown} - printed
        assert missing == set(), command


@pytest.mark.system
def test_every_step_of_the_guide_leads_on(follow):
    for command, _, typed in commands():
        follow(with_few_games(command), typed)
