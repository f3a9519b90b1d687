import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs the extra [dask]")

ROOT = Path(__file__).resolve().parents[4]
LIMIT = 120  # seconds: machines stall


def until(condition, what, *processes):
    """Wait for a condition, as long as some processes run."""
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        ended = [process.args for process in processes if process.poll() is not None]
        assert not ended, f"{ended} ended before {what}"
        time.sleep(0.05)


@pytest.fixture
def start(tmp_path):
    """Start a program of dask's; what is still running in the end is killed."""
    started = []

    def run(*arguments):
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        with (tmp_path / f"{arguments[0]}.log").open("a") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start, tmp_path):
    file = tmp_path / "scheduler.json"
    address = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", file]
    process = start("scheduler", *address)
    until(
        lambda: file.exists() and file.read_text().endswith("}"),
        "the scheduler",
        process,
    )
    return json.loads(file.read_text())["address"]


def worker(start, address):
    alone = ["--nthreads", "1", "--host", "127.0.0.1", "--no-nanny"]
    return start("worker", address, *alone)


def evaluate(*arguments):
    command = [sys.executable, ROOT / "evaluate.py", *arguments]
    return subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def games(run):
    file = run / "games.csv"
    return file.read_bytes().count(b"\n") - 1 if file.exists() else 0


def strategies_of(process):
    children = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(pid) for file in children for pid in file.read_text().split()]


@pytest.mark.system
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_cluster_that_loses_a_worker_plays_the_same_bytes(
    start, scheduler, plodder, tmp_path
):
    common = [plodder, "--games", 60, "--seed", "z", "--out"]
    local = evaluate(*common, tmp_path / "local")
    doomed, other = worker(start, scheduler), worker(start, scheduler)
    _, errors = local.communicate(timeout=LIMIT)
    assert local.returncode == 0, errors
    until(lambda: workers_of(scheduler) == 2, "two workers", doomed, other)

    run = evaluate(
        *[*common, tmp_path / "dask", "--backend", "dask", "--scheduler", scheduler]
    )
    until(lambda: games(tmp_path / "dask") > 10, "games", doomed, other)
    strategies = strategies_of(doomed)
    doomed.kill()
    _, errors = run.communicate(timeout=LIMIT)

    assert run.returncode == 0, errors
    assert strategies
    assert "Traceback" not in errors
    for name in ("games.csv", "summary.csv", "run.json"):
        there = (tmp_path / "dask" / name).read_bytes()
        assert there == (tmp_path / "local" / name).read_bytes()
    until(lambda: not any(map(running, strategies)), "the end of its strategy")
    until(lambda: not strategies_of(other), "the end of the other's strategy")


def running(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    # Who is dead but has not been reaped, by whoever inherited it, has ended too.
    return stat.rpartition(")")[2].split()[0] != "Z"


def workers_of(address):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return len(client.nthreads())


class Unreadable:
    def __reduce__(self):
        return os.listdir, ("/no/such/folder",)


@pytest.mark.system
def test_a_task_that_dask_gives_up_ends_the_wait(start, scheduler):
    from joblib import Parallel, delayed, parallel_config

    from contest.runs.workers.cluster import cluster

    process = worker(start, scheduler)
    until(lambda: workers_of(scheduler) == 1, "a worker", process)

    with cluster(scheduler, []) as (backend, _), parallel_config(backend):
        done = Parallel()(delayed(os.getpid)() for _ in range(3))
        with pytest.raises(RuntimeError, match="deserialization"):
            Parallel()(delayed(len)(Unreadable()) for _ in range(3))

    assert os.getpid() not in done


@pytest.mark.system
def test_a_cluster_without_workers_is_one_line(here, scheduler, tmp_path):
    arguments = ["--backend", "dask", "--scheduler", scheduler]

    done = here("evaluate.py", "entropy", *arguments, "--out", tmp_path / "run")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no workers" in done.stderr
    assert not (tmp_path / "run").exists()
