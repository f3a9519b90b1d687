import math

import pytest

from contest.runs.folder import RunFolder
from game.hosts import SecretHost
from game.loop import Scripted, play
from game.protocol import Mode, Setting
from game.words import Vocabulary

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
    folder.write("run.json", run_json(mode="classic", words=Vocabulary.load().digest))
    return folder.path


def test_a_run_becomes_a_page(here, run, tmp_path):
    done = here("evaluate.py", "report", run, "--out", "page.html")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("wrote page.html: 3 games, 0.")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<code><span>mine</span></code>" in text
