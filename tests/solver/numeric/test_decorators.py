"""Kernels: compiled when they are called, and the same one in another process."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np

from solver.matrix.clue_kernel import classic_rows
from solver.numeric.decorators import inner, kernel

ROOT = Path(__file__).resolve().parents[3]
# The script given as argument, and then the slow imports among what it has imported.
IMPORTED = """
import runpy, sys
sys.argv = sys.argv[1:]
sys.path.insert(0, ".")
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit:
    print("imported:", *{"numba", "scipy", "joblib", "pandas"} & set(sys.modules))
"""


@inner
def doubled(x):
    """Return twice a number."""
    return 2 * x


@kernel(cache=False)
def total_of_doubles(numbers):
    """Return the sum of the numbers, each doubled."""
    total = 0.0
    for number in numbers:
        total += doubled(number)
    return total


def test_a_kernel_calls_another_one():
    assert total_of_doubles(np.arange(4.0)) == 12.0


def test_a_kernel_keeps_name_and_description():
    assert total_of_doubles.__name__ == "total_of_doubles"
    assert total_of_doubles.__doc__ == "Return the sum of the numbers, each doubled."


def test_a_copy_by_pickle_is_the_kernel():
    assert pickle.loads(pickle.dumps(classic_rows)) is classic_rows


def test_a_command_that_calls_no_kernel_does_not_wait_for_numba():
    for line in (
        ["evaluate.py", "score", "--help"],
        ["interactive.py", "play", "--help"],
    ):
        command = [sys.executable, "-c", IMPORTED, *line]

        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=60
        )

        assert done.stdout.splitlines()[-1] == "imported:", done.stderr
