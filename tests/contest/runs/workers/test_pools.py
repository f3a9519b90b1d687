import json
import os
import subprocess
import sys

import psutil
import pytest

from contest.entries.home import ROOT
from tests.processes import ended, eventually, running, wait_for_rows

pytest.importorskip("distributed", reason="needs the extra [dask]")


@pytest.fixture
def start(tmp_path):
    """Start a program of dask; in the end, kill the processes that still run."""
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
    assert eventually(lambda: file.exists() and file.read_text().endswith("}"), process)
    return json.loads(file.read_text())["address"]


def worker(start, address):
    alone = ["--nthreads", "1", "--host", "127.0.0.1", "--no-nanny"]
    return start("worker", address, *alone)


def strategies_of(process):
    return [child.pid for child in psutil.Process(process.pid).children()]


@pytest.mark.system
@pytest.mark.linux
def test_a_cluster_that_loses_a_worker_plays_the_same_bytes(
    start, begin, scheduler, plodder, tmp_path
):
    common = [plodder, "--games", 60, "--seed", "z", "--out"]
    local = begin(*common, tmp_path / "local")
    doomed = worker(start, scheduler)
    other = worker(start, scheduler)
    status, errors = ended(local)
    assert status == 0, errors
    assert eventually(lambda: workers_of(scheduler) == 2, doomed, other)

    run = begin(*common, tmp_path / "dask", "--scheduler", scheduler)
    wait_for_rows(tmp_path / "dask", 10, doomed, other)
    strategies = strategies_of(doomed)
    doomed.kill()
    status, errors = ended(run)

    assert status == 0, errors
    assert strategies
    assert "Traceback" not in errors
    for name in ("games.csv", "summary.csv", "run.json"):
        there = (tmp_path / "dask" / name).read_bytes()
        assert there == (tmp_path / "local" / name).read_bytes()
    # A strategy outlives neither its worker nor the run.
    assert eventually(lambda: not running(strategies))
    assert eventually(lambda: not strategies_of(other))


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
    assert eventually(lambda: workers_of(scheduler) == 1, process)

    with cluster(scheduler, []) as (backend, _), parallel_config(backend):
        done = Parallel()(delayed(os.getpid)() for _ in range(3))
        with pytest.raises(RuntimeError, match="deserialization"):
            Parallel()(delayed(len)(Unreadable()) for _ in range(3))

    assert os.getpid() not in done


@pytest.mark.system
def test_a_cluster_without_workers_is_one_line(here, scheduler, tmp_path):
    arguments = ["--scheduler", scheduler]

    done = here("evaluate.py", "entropy", *arguments, "--out", tmp_path / "run")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no workers" in done.stderr
    assert not (tmp_path / "run").exists()
