import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest

from contest.entries.home import ROOT
from contest.sandbox.claims import only_official_run
from solver.matrix.cache import usual_folder

pytestmark = pytest.mark.linux


def claim():
    """Claim official runs; return the mode of the folder of claims."""
    with only_official_run():
        folder = usual_folder() / "claims"
        assert [*folder.glob("*-official")]
        return folder.stat().st_mode & 0o777


def test_the_claim_on_official_runs_is_a_file_of_the_user_alone():
    other = socket.socket(socket.AF_UNIX)  # any user can have such a socket
    with suppress(OSError):
        other.bind("\0clueproof-official")

    with other, ThreadPoolExecutor(1) as thread:
        # Another run of this user may hold the claim for a while.
        found = [thread.submit(claim).result(timeout=600) for _ in range(2)]

    assert found == [0o700] * 2


def test_a_worker_has_a_core_that_no_other_worker_has(tmp_path):
    code = (
        "import os\n"
        "from contest.sandbox.claims import one_core\n"
        "with one_core():\n"
        "    print(*os.sched_getaffinity(0), flush=True)\n"
        "    input()\n"
    )
    cores = sorted(os.sched_getaffinity(0))[:2]
    options = {
        "cwd": ROOT,
        "env": os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "text": True,
    }

    with ExitStack() as stack:
        command = [sys.executable, "-c", code]
        started = [subprocess.Popen(command, **options) for _ in cores]
        workers = [stack.enter_context(worker) for worker in started]
        claimed = sorted(int(worker.stdout.readline()) for worker in workers)
        for worker in workers:
            worker.communicate("\n")

    assert claimed == cores
