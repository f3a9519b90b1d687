"""A short form of `tests.adversarial.soak`."""

import re
import subprocess
import sys
import time

import pytest

from contest.entries.home import ROOT
from tests.adversarial.soak import CLOCK

pytestmark = pytest.mark.linux


@pytest.mark.slow
def test_a_short_soak_finds_no_fault():
    command = [sys.executable, "-m", "tests.adversarial.soak", "--minutes", "0"]
    done = subprocess.run(
        [*command, "--games", "4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1200,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^  faults +0$", done.stdout, re.MULTILINE)
    assert "rows of honest entries compared                 16" in done.stdout


def test_a_clock_that_jumps(tmp_path):
    file = tmp_path / "clock"
    file.write_text("-86400")
    program = f"{CLOCK.format(file=str(file))}\nprint(time.time(), time.time_ns())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    seconds, nanoseconds = map(float, done.stdout.split())

    assert -90_000 < seconds - time.time() < -80_000
    assert -90_000 < nanoseconds / 1e9 - time.time() < -80_000
