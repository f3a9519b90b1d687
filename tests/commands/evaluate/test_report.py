import math
import sys

import pytest

from commands.evaluate.report import main
from contest.runs.folder import RunFolder
from game.hosts import SecretHost
from game.loop import Scripted, play
from game.protocol import Mode, Setting
from game.words import Vocabulary

pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")

ALL = Setting(Vocabulary.load(), Mode.CLASSIC)


@pytest.fixture
def run(tmp_path, run_json):
    """Return the folder of a small run."""
    folder = RunFolder.create(tmp_path / "run", tmp_path)
    game = play(Scripted([("crane", math.inf)]), SecretHost("crane", Mode.CLASSIC), ALL)
    times = {"seconds": "0.1", "cpu_seconds": "0.1"}
    folder.add(
        {"entry": "mine", "game": str(k), **game.to_row(), **times} for k in range(3)
    )
    folder.write("run.json", run_json(words=Vocabulary.load().digest))
    return folder.path


def test_a_run_becomes_a_page(here, run, tmp_path):
    done = here("evaluate.py", main, run, "--out", "page.html")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("wrote page.html: 3 games, 0.")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<code><span>mine</span></code>" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "no run in 'nowhere'"),
        (["run", "--size", "77"], "--size 77: expected 4 to 9"),
        (["run", "--guesses", "x.txt"], "expected --answers with it"),
        (["run", "--oout", "x"], "did you mean '--out'"),
        (["run", "--out", "none/page.html"], "expected a folder that is there"),
    ],
)
def test_a_mistake_is_one_line(here, arguments, told):
    done = here("evaluate.py", main, *arguments)

    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_extra_one_line_says_what_to_install(
    script, run, tmp_path, monkeypatch
):
    (tmp_path / "jinja2.py").write_text("raise ImportError(name='jinja2')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    done = script("evaluate.py", "report", run)

    assert done.returncode == 2
    assert 'the package jinja2 (python -m pip install -e ".[report]")' in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_the_extra_is_looked_for_before_any_run_is_read(mistake, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)

    told = mistake("report", "nowhere")

    assert f"expected the package {package}" in told
