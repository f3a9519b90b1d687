"""The strategy of examples/programs in every language, through the referee."""

import shutil
import subprocess
import tomllib

import pytest

from contest.entries.home import ROOT
from contest.runs.rows import FIELDS
from contest.runs.workers.runner import Job, end_player, play_chunk
from game.protocol import Mode
from tests.sandboxed import policy_of

README = (ROOT / "examples" / "programs" / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    """A copy of the examples, where they can be built."""
    return shutil.copytree(ROOT / "examples" / "programs", tmp_path / "programs")


def play(entry, mode, games):
    """Return the rows of some games, without the name of the entry."""
    try:
        chunk = play_chunk(Job(policy_of(entry, mode), "examples", games), 0, games)
    finally:
        end_player()
    assert not chunk.failure
    return [{c: row[c] for c in FIELDS if c != "entry"} for row in chunk.rows]


def built(folder, name, tool):
    """Build a program by its TOML file and return that file."""
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    facts = tomllib.loads((folder / f"{name}.toml").read_text())
    if build := facts.get("build"):
        assert f"`{build}`" in README
        subprocess.run(build.split(), cwd=folder, check=True)
    assert facts["modes"] == [Mode.WORDPL, Mode.CLASSIC]
    return folder / f"{name}.toml"


@pytest.mark.system
@pytest.mark.parametrize("mode", [Mode.WORDPL, Mode.CLASSIC])
@pytest.mark.parametrize(
    ("name", "tool"),
    [("agreement_c", "cc"), ("agreement_rust", "rustc"), ("agreement_node", "node")],
)
def test_every_language_plays_the_rows_of_the_class(folder, name, tool, mode):
    rows = play(built(folder, name, tool), mode, 40)

    assert rows == play(folder / "agreement.py", mode, 40)
    assert sum(row["outcome"] == "won" for row in rows) > 30
