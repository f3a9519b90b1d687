import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from contest.sandbox.claims import only_official_run
from solver.matrix.cache import usual_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def claim():
    with only_official_run():
        pass


def test_the_claim_on_official_runs_is_a_file_of_the_user_alone():
    other = socket.socket(socket.AF_UNIX)  # which any user can have
    with suppress(OSError):
        other.bind("\0clueproof-official")

    with other, ThreadPoolExecutor(1) as thread:
        thread.submit(claim).result(timeout=60)

    assert (usual_folder() / "claims").stat().st_mode & 0o777 == 0o700
