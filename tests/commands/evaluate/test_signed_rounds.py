"""Submissions with a round that the beacon signed, from a commit of another time."""

import hashlib
import json
import sys

import pytest
from msgspec.structs import asdict, replace

from commands.evaluate import submit, verify
from contest.entries import entry, names
from contest.leaderboard.standings import leaderboard
from contest.runs import provenance
from contest.runs.beacons import CHAIN, DELAY
from contest.runs.facts import SEAL
from game.errors import InputError
from game.words import Vocabulary
from tests.commands.evaluate.test_submit import made
from tests.contest.leaderboard.conftest import PUBLISHED
from tests.repositories import git
from tests.rounds import PUBLIC

pytestmark = [pytest.mark.linux, pytest.mark.system]

HOUR_BEFORE = CHAIN.time_of(PUBLIC.round) - DELAY


@pytest.fixture(scope="module", autouse=True)
def _library():
    """Skip these tests where the library that checks signatures is missing."""
    depth = sys.getrecursionlimit()
    pytest.importorskip("py_ecc.bls")
    sys.setrecursionlimit(depth)  # the import raises it for all tests


@pytest.fixture
def project(tmp_path, monkeypatch, strategy_file):
    """Put a repository in the place of ours; its entry `mine` is not committed yet."""
    folder = tmp_path / "project"
    (folder / "strategies").mkdir(parents=True)
    (folder / "results").mkdir()
    (folder / "results" / "published.csv").write_text(PUBLISHED)
    strategy_file("return 'crane', 9.0", name="project/strategies/mine.py")
    git(folder, "init", "--quiet", "--initial-branch=main")
    monkeypatch.setattr(provenance, "ROOT", folder)
    monkeypatch.setattr(submit, "RESULTS", folder / "results")
    for module in (entry, names):
        monkeypatch.setattr(module, "STRATEGIES", folder / "strategies")
    return folder


@pytest.fixture
def commit(project):
    """Commit the entry at a time, in seconds of Unix time."""

    def commit(moment):
        git(project, "add", "--all")
        date = {"GIT_COMMITTER_DATE": f"@{moment} +0000"}
        git(project, "commit", "--quiet", "--message=enter", env=date)

    return commit


@pytest.fixture
def submit_with(tmp_path):
    """Submit the entry with a round, and return the folder of the run."""

    def submit_with(drawn, project):
        file = tmp_path / "round.json"
        file.write_text(json.dumps(asdict(drawn)))
        assert made("mine", "--games", "4", "--beacon", str(file)) == 0
        (path,) = (project / "results" / "submissions").iterdir()
        return path

    return submit_with


def verified(path):
    return verify.main.main([str(path), "--jobs", "1"], standalone_mode=False)


def line_of(project):
    """Return the line of the only run on the leaderboard."""
    lines = leaderboard(project / "results", Vocabulary.load()).lines
    (line,) = (line for line in lines if line.run)
    return line


def test_a_run_with_the_first_signed_round_counts(project, commit, submit_with):
    commit(HOUR_BEFORE)

    path = submit_with(PUBLIC, project)

    beacon = json.loads((path / "run.json").read_text())["beacon"]
    assert beacon == asdict(PUBLIC) | {"submission": 1}
    expected = "has a run that was not repeated by evaluate.py verify"
    assert line_of(project).refused == expected
    assert verified(path) == 0
    line = line_of(project)
    assert (line.kind, line.entry, line.refused) == ("submission", "mine", "")


def test_a_run_with_a_later_round_takes_nothing(project, commit, submit_with):
    commit(HOUR_BEFORE - CHAIN.period)

    path = submit_with(PUBLIC, project)

    assert verified(path) == 0
    assert line_of(project).refused.startswith(
        f"has a run with round 3,311,596 of the beacon: expected {3_311_595:,}, the "
        "first round an hour or more after"
    )


def signed_by(text):
    """Return a signature that nobody made, with the randomness that follows from it."""
    signature = text + PUBLIC.signature[len(text) :]
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    return {"signature": signature, "randomness": randomness}


@pytest.mark.parametrize(
    ("forged", "moment", "message"),
    [
        ({"round": PUBLIC.round + 1}, HOUR_BEFORE, "the signature that the beacon's"),
        ({"round": PUBLIC.round + 10**6}, HOUR_BEFORE, "the signature that the beac"),
        ({"round": 10**9}, HOUR_BEFORE, "a round before the end of the run"),
        ({"round": 1 << 40}, HOUR_BEFORE, "a round before the end of the run"),
        ({"randomness": "5a" * 32}, HOUR_BEFORE, "the SHA-256 of the signature"),
        (signed_by("b6"), HOUR_BEFORE, "the signature that the beacon's key makes"),
        (signed_by("00" * 96), HOUR_BEFORE, "the signature that the beacon's key"),
        ({"previous_signature": "8f" * 96}, HOUR_BEFORE, "the signature that the bea"),
        ({}, HOUR_BEFORE + 1, "round 3311597 or a later round, an hour or more"),
        ({}, HOUR_BEFORE + 10**7, "an hour or more after .*, the time of the commit"),
    ],
)
def test_a_forged_round_is_refused_by_every_command(
    project, commit, submit_with, monkeypatch, forged, moment, message
):
    drawn = replace(PUBLIC, **forged)
    commit(moment)
    with pytest.raises(InputError, match=message):
        submit_with(drawn, project)
    assert not (project / "results" / "submissions").exists()

    # An organiser may change `submit`, and the other commands still check the round.
    monkeypatch.setattr(submit, "check_round", lambda *_: None)
    path = submit_with(drawn, project)

    for judge in (lambda: verified(path), lambda: line_of(project)):
        with pytest.raises(InputError, match=message):
            judge()


def test_an_entry_that_is_not_the_committed_one_has_no_round(
    project, commit, submit_with
):
    commit(HOUR_BEFORE)
    with (project / "strategies" / "mine.py").open("a") as file:
        file.write("# better\n")

    with pytest.raises(InputError, match=r"mine.py' has another text than in commit"):
        submit_with(PUBLIC, project)


@pytest.mark.parametrize(
    ("name", "key", "value", "message"),
    [
        ("run.json", "commit", "c" * 40, "is not in the history of this checkout"),
        (SEAL, "sealed", "2023-09-15T11:54:59Z", "a round before the end of the run"),
        (SEAL, "sealed", "2999-01-01T00:00:00Z", "expected a time in the past"),
    ],
)
def test_a_record_that_is_changed_later_is_refused(
    project, commit, submit_with, name, key, value, message
):
    commit(HOUR_BEFORE)
    path = submit_with(PUBLIC, project)
    assert verified(path) == 0

    facts = json.loads((path / name).read_text())
    (path / name).write_text(json.dumps(facts | {key: value}))
    if name != SEAL:
        seal = json.loads((path / SEAL).read_text())
        seal["files"][name] = hashlib.sha256((path / name).read_bytes()).hexdigest()
        (path / SEAL).write_text(json.dumps(seal))

    for judge in (lambda: verified(path), lambda: line_of(project)):
        with pytest.raises(InputError, match=message):
            judge()
