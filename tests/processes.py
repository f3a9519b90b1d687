"""Starts processes for tests, and waits for their effects."""

import os
import subprocess
import sys
import time
from contextlib import suppress

import psutil


def python(*arguments, **options):
    """Run Python to its end; return the exit status and the output as text."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **options)


def eventually(condition, *processes, seconds=120):
    """Return whether a condition becomes true within some seconds.

    The processes must run until then.
    """
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        for process in processes:
            assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.05)
    return condition()


def wait_for_rows(folder, count, *processes):
    """Wait until the table of a run has `count` rows; the processes must run."""
    file = folder / "games.csv"
    assert eventually(
        lambda: file.exists() and file.read_bytes().count(b"\n") > count,
        *processes,
    ), "no rows came"


def ended(process, limit=180):
    """Wait for the end of a process; return its exit status and its standard error."""
    _, errors = process.communicate(timeout=limit)
    return process.returncode, errors


def descendants(pid):
    """Return the ids of a process and of all its descendants."""
    children = psutil.Process(pid).children(recursive=True)
    return [pid, *(child.pid for child in children)]


def running(pids):
    """Return the ids of processes that still run; a zombie has ended."""
    listed = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                listed.append(pid)
    return listed


def in_session(leader):
    """Return the ids of the processes of a session that still run."""
    listed = []
    for pid in psutil.pids():
        with suppress(ProcessLookupError):
            if os.getsid(pid) == leader:
                listed.append(pid)
    return running(listed)


def slow_workers(folder, seconds):
    """Return environment variables with which joblib's workers start slowly.

    When a worker starts, it makes the file `starting` in the folder, and then sleeps
    for `seconds`.
    """
    # Python runs this file whenever it starts.
    (folder / "sitecustomize.py").write_text(
        "import pathlib, sys, time\n"
        "if any('popen_loky' in argument for argument in sys.orig_argv):\n"
        "    pathlib.Path(__file__).with_name('starting').touch()\n"
        f"    time.sleep({seconds})\n"
    )
    return {"PYTHONPATH": str(folder)}
