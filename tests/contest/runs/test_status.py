from dataclasses import asdict

import pytest

from contest.runs.folder import RunFolder
from contest.runs.status import Progress, RunStatus, load_status, played_before
from contest.runs.workers.runner import Chunk
from game.errors import InputError
from game.protocol import Mode, Outcome
from game.record import Game

DIGESTS = {"code": "c", "words": "w", "digests": {"mine": "m"}}
TIMES = {"seconds": "0.1", "cpu_seconds": "0.1"}


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", tmp_path)


def rows(entry, *outcomes):
    for number, outcome in enumerate(outcomes):
        game = Game(Mode.WORDPL, "crane", (), "crane", outcome)
        yield {"entry": entry, "game": str(number), **game.to_row(), **TIMES}


def test_games_are_counted_with_the_hard_failures_at_the_end(folder):
    won, late = Outcome.WON, Outcome.TIMEOUT
    folder.add(rows("a", late, won, late, late))
    folder.add(rows("b", late))
    folder.add(rows("stopped", won, *[late] * 27))

    a, b, stopped = played_before(folder).values()

    assert (a, b, stopped) == (Progress(4, 2), Progress(1, 1), Progress(28, 25))


def test_findings_are_those_that_were_written(folder, run_json):
    status = RunStatus({"mine": "Mine"}, {}, ["mine"], ["seccomp: left out"])
    folder.write("run.json", run_json(**DIGESTS, **asdict(status)))

    assert load_status(folder, DIGESTS) == status
    for name, things in (("code", "code"), ("words", "words"), ("digests", "entries")):
        with pytest.raises(InputError, match=f"started with different {things}"):
            load_status(folder, DIGESTS | {name: "other"})


def test_the_namespaces_are_those_of_the_first_worker_that_lacks_some():
    status = RunStatus()
    seen = ("own", "", "none (denied)", "own", "none (left out)")

    news = [status.add("mine", Chunk(namespaces=name)) for name in seen]

    assert news == [True, False, True, False, False]
    assert status.namespaces == "none (denied)"


@pytest.mark.parametrize(
    ("missing", "level"),
    [
        ([], "full"),
        (["seccomp: none"], "partial"),
        (["Landlock: none", "seccomp: none"], "process-only"),
    ],
)
def test_the_level_of_isolation_is_what_is_left(missing, level):
    assert RunStatus(missing=missing).isolation == level
