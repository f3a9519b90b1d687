import json
from dataclasses import replace

import pytest

from contest.entries.digests import file_digest
from contest.entries.entry import resolve
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.official import official_run
from contest.runs.plan import Plan
from contest.runs.rows import PACKED
from game import Setting


@pytest.fixture
def played(tmp_path, words):
    """Return the plan of an official run, and its folder with `run.json`."""
    plan = Plan(
        entries=(resolve("entropy"),),
        setting=Setting(words),
        games=1,
        seed="s",
        commit="c" * 40,
    )
    folder = RunFolder.create(tmp_path / "run")
    folder.write("run.json", plan.facts().to_json())
    return plan, folder


def test_an_official_run_is_sealed_and_packed_when_it_is_over(played):
    plan, folder = played
    rows = file_digest(folder.path / "games.csv")

    with official_run(plan, folder):
        assert not (folder.path / SEAL).exists()

    seal = json.loads((folder.path / SEAL).read_text())
    run = file_digest(folder.path / "run.json")
    assert seal["files"] == {"run.json": run, "games.csv": rows}
    assert "entropy.py" in seal["sources"]
    assert (folder.path / PACKED).exists()


def test_a_run_that_was_interrupted_is_not_sealed(played):
    plan, folder = played

    with pytest.raises(KeyboardInterrupt), official_run(plan, folder):
        raise KeyboardInterrupt

    assert not (folder.path / SEAL).exists()
    assert (folder.path / "games.csv").exists()


def test_a_run_that_is_not_official_has_no_seal(played):
    plan, folder = played

    with official_run(replace(plan, commit=""), folder):
        pass

    assert not (folder.path / SEAL).exists()
    assert (folder.path / "games.csv").exists()
