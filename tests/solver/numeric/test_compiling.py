"""Progress while kernels compile, on a terminal and nowhere else."""

import sys
from pathlib import Path

import pexpect
import pytest

from tests.processes import python

ROOT = Path(__file__).resolve().parents[3]
LINE = "compiling kernels, once on this machine..."
# What numba announces about a kernel, without the work.
SLOW = """
import sys, time
sys.path.insert(0, {root!r})
import solver.numeric.compiling
solver.numeric.compiling.SILENT = {silent}
from numba.core import event
for seconds in {seconds}:
    with event.trigger_event("numba:compile", data={{}}):
        with event.trigger_event("numba:compile", data={{}}):
            time.sleep(seconds)
print("over")
"""


def program(*seconds, silent=0.2):
    return ["-c", SLOW.format(root=str(ROOT), seconds=seconds, silent=silent)]


def on_a_terminal(arguments):
    child = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=600)
    child.expect(pexpect.EOF)
    child.close()
    return child.before


@pytest.mark.system
@pytest.mark.parametrize(
    ("silent", "seconds", "lines"),
    [(60, (0.01, 0.02), 0), (0.2, (0.3, 0.3), 1), (0.2, (0.1,) * 4, 1)],
)
def test_a_terminal_gets_one_line_after_a_while_instead_of_a_progress_bar(
    silent, seconds, lines
):
    bar = "import sys; sys.stderr.write('5 positions'); sys.stderr.flush()"
    flag, code = program(*seconds, silent=silent)

    shown = on_a_terminal([flag, bar + code])

    assert shown.count(f"5 positions\r\x1b[K{LINE}") == shown.count(LINE) == lines
    assert shown.rstrip().endswith("over")


@pytest.mark.system
def test_a_pipe_gets_none():
    done = python(*program(0.3), timeout=600)

    assert (done.stdout, done.stderr) == ("over\n", "")
