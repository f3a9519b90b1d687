"""The strategy of examples/programs in every language, through the referee."""

import shutil
import subprocess
import tomllib

import pytest

from contest.entries.entry import resolve
from contest.entries.home import ROOT
from contest.runs.folder import TIMES
from contest.runs.workers.current import leave
from contest.runs.workers.runner import Job, play_chunk
from contest.sandbox.policy import SandboxPolicy
from game.protocol import Mode, Setting
from game.words import DATA, Vocabulary

LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))
README = (ROOT / "examples" / "programs" / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    """A copy of the examples, where they can be built."""
    return shutil.copytree(ROOT / "examples" / "programs", tmp_path / "programs")


def play(entry, mode, games):
    """Return the rows of some games, without what differs from run to run."""
    setting = Setting(Vocabulary.from_files(*LISTS), mode, timeout=60.0)
    policy = SandboxPolicy(resolve(str(entry), mode), LISTS, setting)
    try:
        chunk = play_chunk(Job(policy, "examples", games), 0, games)
    finally:
        leave()
    assert not chunk.failure
    return [{k: v for k, v in row.items() if k not in TIMES} for row in chunk.rows]


@pytest.mark.parametrize(
    ("name", "tool", "games"),
    [
        ("agreement_c", "cc", 3),
        *(
            pytest.param(name, tool, 40, marks=pytest.mark.system)
            for name, tool in (
                ("agreement_c", "cc"),
                ("agreement_rust", "rustc"),
                ("agreement_node", "node"),
            )
        ),
    ],
)
def test_a_program_plays_the_rows_of_its_python_twin(folder, name, tool, games):
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    facts = tomllib.loads((folder / f"{name}.toml").read_text())
    if build := facts.get("build"):
        assert f"`{build}`" in README
        subprocess.run(build.split(), cwd=folder, check=True)

    for mode in map(Mode, facts["modes"]):
        rows = play(folder / f"{name}.toml", mode, games)

        assert rows == play(folder / "agreement.py", mode, games)
        assert {row["outcome"] for row in rows} <= {"won", "wrong"}
