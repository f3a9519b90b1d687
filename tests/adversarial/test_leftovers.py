"""Leftovers of runs, however they end: processes, files, memory, descriptors."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from joblib import cpu_count

from contest.entries.home import ROOT
from tests.adversarial.leftovers import shared_memory
from tests.processes import (
    descendants,
    ended,
    eventually,
    in_session,
    running,
    slow_workers,
    wait_for_rows,
)

pytestmark = [
    pytest.mark.system,
    pytest.mark.linux,
]

# Runs in one process: what it holds before each and after it, as JSON.
HARNESS = Path(__file__).with_name("leftovers_harness.py")
CASES = ("whole", "isolated", "no start", "crashes", "worker killed", "interrupted")


@pytest.fixture
def temporary(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def start(begin, temporary):
    """Start a run in a session of its own that has a temporary folder of its own."""

    def run(*arguments, **environment):
        variables = {**os.environ, "TMPDIR": str(temporary), **environment}
        return begin(*arguments, env=variables, start_new_session=True)

    return run


def test_a_process_holds_after_a_run_what_it_held_before(temporary, tmp_path):
    done = subprocess.run(
        [sys.executable, "-P", str(HARNESS), str(tmp_path), *CASES],
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    held = json.loads(done.stdout)
    assert list(held) == [*CASES]
    for case, (before, during, after) in held.items():
        assert after == before, case
        assert len(during["processes"]) > len(before["processes"]), case
        assert len(during["temporary"]) > len(before["temporary"]), case


def workers_among(pids):
    """Return the processes that joblib has started to work."""
    workers = []
    for pid in pids:
        with suppress(psutil.Error):
            if "popen_loky" in " ".join(psutil.Process(pid).cmdline()):
                workers.append(pid)
    return workers


def is_confined(pid):
    """Whether a process has the filter of system calls."""
    with suppress(OSError):
        return "Seccomp:\t2" in Path(f"/proc/{pid}/status").read_text()
    return False


def nothing_is_left(pid, pids, temporary):
    """Wait until nothing of a run is left; its processes may take a moment to end."""
    assert eventually(lambda: not running(pids) and not in_session(pid))
    assert eventually(lambda: not shared_memory(pid))
    assert list(temporary.iterdir()) == []


CERTIFIED = ("--column", "p50", "--record", 60)
COMMANDS = {
    "run": ["bayesian_random", "--games", 12],
    "compare": ["compare", "bayesian_random", "bayesian_greedy", "--games", 12],
    "certify": ["certify", "k_guesses", "--games", 12, *CERTIFIED],
    "from": ["strategies.theirs", "--games", 12, "--from", "theirs"],
    "selftest": ["selftest"],
}


@pytest.mark.parametrize(
    "command", [*list(COMMANDS)[:4], pytest.param("selftest", marks=pytest.mark.slow)]
)
def test_a_command_with_two_workers_leaves_nothing(
    start, temporary, plodder, tmp_path, command
):
    theirs = tmp_path / "theirs" / "strategies" / "theirs.py"
    theirs.parent.mkdir(parents=True)
    theirs.write_text(plodder.read_text())
    arguments = [tmp_path / t if t == "theirs" else t for t in COMMANDS[command]]
    if command != "selftest":
        arguments += ["--jobs", 2, "--out", tmp_path / "out"]

    process = start(*arguments)
    code, errors = ended(process)

    assert code in (0, 1), errors
    nothing_is_left(process.pid, [], temporary)


@pytest.mark.parametrize(
    ("who", "jobs", "code", "said"),
    [
        ("main", 1, 130, "stopped"),
        ("main", 2, 130, "stopped"),
        ("worker", 2, 2, "error: a worker was killed"),
    ],
)
def test_a_search_of_all_openings_leaves_nothing(
    start, temporary, tmp_path, who, jobs, code, said
):
    left = temporary / f"clueproof-{2**22 + 1}-{'0' * 16}"  # left by a killed run
    left.mkdir()
    record = tmp_path / "all.csv"
    process = start("prove", "--all", "--jobs", jobs, "--record", record)
    assert eventually(lambda: record.exists() and record.read_bytes().count(b"\n") > 20)
    pids = descendants(process.pid)
    workers = workers_among(pids)
    # A single job is done by the main process, without workers.
    assert (len(workers), left.exists()) == (jobs // 2 * 2, False)

    if who == "main":
        process.send_signal(signal.SIGINT)
    else:
        os.kill(workers[0], signal.SIGKILL)
    end, errors = ended(process)

    assert (end, said in errors, "Warning" in errors) == (code, True, False), errors
    nothing_is_left(process.pid, pids, temporary)


@pytest.mark.parametrize(
    ("who", "options"),
    [("main", []), ("main", ["--isolate-games"]), ("worker", []), ("group", [])],
)
def test_after_kill_9_the_next_run_leaves_nothing(
    start, temporary, strategy_file, tmp_path, who, options
):
    # An open folder, a folder without rights and a link all make it harder to remove
    # the scratch folder.
    hold = (
        "import os, time\n"
        "folder = os.open('.', os.O_RDONLY)\n"
        "os.mkdir('locked', 0)\n"
        "os.symlink('/proc/self/cwd/..', 'up')\n"
    )
    mine = strategy_file("time.sleep(0.01); return 'crane', 5", head=hold)
    arguments = [mine, "--games", 9000, "--jobs", 2, *options]
    process = start(*arguments, "--out", tmp_path / "a")
    wait_for_rows(tmp_path / "a", 5, process)
    pids = descendants(process.pid)
    workers = set()  # with a new process for each game, one may be without a folder
    assert eventually(
        lambda: (
            workers.update(p for p in pids[1:] if temporary_of(p, temporary))
            or len(workers) == 2
        )
    )

    if who == "group":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        os.kill(process.pid if who == "main" else min(workers), signal.SIGKILL)
    code, errors = ended(process)
    assert eventually(lambda: not running(pids) and not in_session(process.pid))
    left = list(temporary.iterdir())

    assert code == (2 if who == "worker" else -signal.SIGKILL), errors
    assert "Warning" not in errors
    assert bool(left) == (who != "worker")
    assert (
        ended(start("bayesian_random", "--games", 2, "--out", tmp_path / "b"))[0] == 0
    )
    nothing_is_left(process.pid, pids, temporary)


@pytest.mark.skipif(cpu_count() == 1, reason="needs two cores")
def test_workers_that_verify_runs_end_with_a_killed_leaderboard(start, tmp_path):
    cache = str(tmp_path / "cache")
    process = start("leaderboard", "--recompute", CLUEPROOF_CACHE=cache)
    assert eventually(lambda: len(workers_among(descendants(process.pid))) > 1)
    pids = descendants(process.pid)

    process.kill()  # nothing has been written yet

    assert process.wait() == -signal.SIGKILL
    assert eventually(lambda: not running(pids), seconds=60)


def temporary_of(pid, temporary):
    """Whether a process owns a folder there."""
    return bool(list(temporary.glob(f"clueproof-{pid}-*")))


def test_workers_that_have_not_played_yet_end_with_a_killed_run(
    start, temporary, plodder, tmp_path
):
    arguments = [plodder, "--games", 60, "--jobs", 2, "--out", tmp_path / "run"]
    process = start(*arguments, **slow_workers(tmp_path, 2))
    assert eventually((tmp_path / "starting").exists)
    pids = descendants(process.pid)

    process.kill()
    ended(process)

    assert eventually(lambda: not running(pids) and not in_session(process.pid))


@pytest.mark.parametrize(
    ("jobs", "number", "kill"),
    [
        (1, signal.SIGINT, os.killpg),
        (1, signal.SIGTERM, os.kill),
        (2, signal.SIGINT, os.killpg),
        (2, signal.SIGTERM, os.kill),
        (2, signal.SIGHUP, os.killpg),
    ],
)
def test_what_ends_a_command_leaves_nothing(
    start, temporary, plodder, tmp_path, jobs, number, kill
):
    run = tmp_path / "my run"
    process = start(plodder, "--games", 9000, "--jobs", jobs, "--out", run)
    wait_for_rows(run, 5, process)
    pids = descendants(process.pid)

    kill(process.pid, number)
    code, errors = ended(process)

    assert code == 130, errors
    again = re.escape(f"score --resume '{run}'")
    # The path of the script is in quotes where the checkout has a space.
    assert re.search(
        rf"^continue the run with: .*python.*evaluate\.py'? {again}", errors, re.M
    )
    nothing_is_left(process.pid, pids, temporary)


def test_ctrl_c_while_a_strategy_gets_ready_leaves_nothing(
    start, temporary, strategy_file, tmp_path
):
    slow = strategy_file("pass", head="import time\ntime.sleep(900)")
    process = start(slow, "--games", 2, "--jobs", 1, "--out", tmp_path / "run")
    assert eventually(lambda: any(map(is_confined, descendants(process.pid))))
    pids = descendants(process.pid)

    process.send_signal(signal.SIGINT)
    code, errors = ended(process)

    assert code == 130, errors
    nothing_is_left(process.pid, pids, temporary)
