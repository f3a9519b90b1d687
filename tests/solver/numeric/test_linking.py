"""Functions that only kernels call are compiled with these, in a process of its own.

The tests' process may have imported numba before `solver`.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FUNCTIONS = """
import numpy as np
from solver.numeric.inner import inner
import numba

@inner
def half(n):
    return n // 2

@inner
def is_even(n):
    return True if n == 0 else is_odd(n - 1)

@inner
def is_odd(n):
    return False if n == 0 else is_even(n - 1)

@inner
def told(n):
    print("told", n)
    return n

half.compile((numba.int64,))
(found,) = half.overloads.values()
engine = found.library._codegen._engine
"""
LINES = {
    "engine.is_symbol_defined(found.fndesc.mangled_name)": "False",
    "numba.njit(lambda n: half(n))(9)": "4",
    "numba.njit(lambda n: is_even(n))(10)": "True",  # they call each other
    "numba.njit(lambda n: told(n) + 1)(7)": "told 7\n8",  # its text is a constant
    "numba.vectorize(lambda x: x + half(x))(np.arange(4)).tolist()": "[0, 1, 3, 4]",
}


def test_functions_that_only_kernels_call_have_no_code_of_their_own():
    text = FUNCTIONS + "".join(f"print({line})\n" for line in LINES)

    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True
    )

    assert done.stdout.splitlines() == "\n".join(LINES.values()).splitlines(), (
        done.stderr
    )
