"""Runs of somebody else: the user of this checkout did not name their entries."""

import sys
from dataclasses import replace

import pytest

from commands.evaluate import certify, compare, score, verify
from commands.interactive import watch
from contest.leaderboard.submission import read
from contest.leaderboard.verification import objection_to_record
from contest.runs.folder import RunFolder
from contest.runs.official import seal
from contest.runs.plan import Plan
from game.errors import InputError
from game.words import Vocabulary
from tests.contest.conftest import repeated

pytestmark = pytest.mark.linux

TEXTS = [
    "program:/usr/bin/python3 -c pass {secret}",
    "tree:{secret}",
    "{secret}",
    "{secret}:Mine()",
    "{toml}",
    "strategies/../../{toml}",
]


@pytest.fixture(scope="module")
def words():
    return Vocabulary.load()


class Opened:
    """Names of opened files, while somebody asks for them; a hook cannot be removed."""

    def __init__(self):
        self.names = None
        sys.addaudithook(self)

    def __call__(self, event, arguments):
        if self.names is not None and event == "open":
            self.names.append(str(arguments[0]))


@pytest.fixture(scope="module")
def opened():
    return Opened()


@pytest.fixture
def secret(tmp_path, opened):
    """Return a file of this machine that no run may open, and let nothing open it."""
    path = tmp_path / "secret.py"
    path.write_text("class Mine: ...\nENTRIES = [Mine()]\n")
    path.with_suffix(".toml").write_text("command = '/usr/bin/python3 secret.py'\n")
    opened.names = []
    path.read_bytes()
    assert str(path) in opened.names
    opened.names.clear()
    yield path
    names = opened.names
    opened.names = None
    assert not [name for name in names if "secret." in name]


@pytest.fixture
def foreign(record, secret, tmp_path):
    """Return a run of another's text, as verify, --resume and watch would read it."""

    def write(text):
        path = record(tmp_path / "run")
        for name in ("run.json", "games.csv"):
            named = text.format(secret=secret, toml=secret.with_suffix(".toml"))
            whole = (path / name).read_text().replace("entropy", named)
            (path / name).write_text(whole)
        seal(RunFolder(path), [])
        repeated(path)
        return path

    return write


def run(command, *arguments):
    return command.main.main([*map(str, arguments)], standalone_mode=False)


@pytest.mark.parametrize("text", TEXTS)
def test_no_command_plays_or_reads_what_a_foreign_run_names(text, foreign, words):
    path = foreign(text)
    (path / "record-test.json").write_text('{"column": "p50", "record": 40.0}')

    for command, *arguments in (
        (verify, path),
        (score, "--resume", path),
        (compare, "--resume", path),
        (certify, "--resume", path),
        (watch, "--run", path, "--game", 0),
    ):
        with pytest.raises(InputError, match=r"of a file in strategies/|no strategy"):
            run(command, *arguments)
    submission = read(path, words)
    facts = replace(submission.facts, digests={submission.facts.entries[0]: ""})
    assert objection_to_record(replace(submission, facts=facts))


def test_a_run_that_was_started_here_goes_on_with_any_entry(record, words, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("class Mine: ...\nENTRIES = [Mine()]\n")
    facts = RunFolder(record(tmp_path / "one", entry=str(mine))).open().facts

    (entry,) = Plan.from_facts(facts).entries

    assert entry.path == mine
    other = tmp_path / "other.py"
    other.write_text(mine.read_text())
    for edit in ({"entries": [str(other)]}, {"mark": ""}, {"checkout": str(tmp_path)}):
        with pytest.raises(
            InputError, match=r"not started in this checkout|expected --from"
        ):
            Plan.from_facts(replace(facts, **edit))
