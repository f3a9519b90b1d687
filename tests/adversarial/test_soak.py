"""A short form of `tests.adversarial.soak`."""

import re
import subprocess
import sys
import time

import pytest

from contest.entries.home import ROOT
from tests.adversarial.chaos import CLOCK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.mark.slow
def test_a_short_soak_finds_no_fault():
    command = [sys.executable, "-m", "tests.adversarial.soak", "--minutes", "0"]
    done = subprocess.run(
        [*command, "--games", "4", "--attacks", "4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1200,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^  faults +0$", done.stdout, re.MULTILINE)
    assert re.search(
        r"^  rows of honest entries compared +32$", done.stdout, re.MULTILINE
    )


def test_a_clock_that_jumps(tmp_path):
    file = tmp_path / "clock"
    program = f"{CLOCK.format(file=str(file))}\nprint(time.time(), time.time_ns())"

    def shown():
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        return [float(text) for text in done.stdout.split()]

    file.write_text("-86400")
    seconds, nanoseconds = shown()
    file.unlink()

    assert -90_000 < seconds - time.time() < -80_000
    assert -90_000 < nanoseconds / 1e9 - time.time() < -80_000
    assert abs(shown()[0] - time.time()) < 600
