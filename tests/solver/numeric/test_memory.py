"""Memory of numba: its runtime library comes from the cache, LLVM's file is let go."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from solver.numeric.memory import release_code

ROOT = Path(__file__).resolve().parents[3]
ALLOCATES = """
import solver, numba, numpy as np
print(numba.njit(lambda n: np.arange(n)[::-1].copy())(3).tolist())
"""


def resident(library):
    """Return the kB of a library that are in memory, and those that were changed."""
    found = {"Rss": 0, "Anonymous": 0}
    mine = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        name, *rest = line.split()
        if not name.endswith(":"):
            mine = bool(rest) and library in rest[-1]
        elif mine and name[:-1] in found:
            found[name[:-1]] += int(rest[0])
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone shows what it maps")
def test_code_that_was_let_go_is_read_again_when_needed():
    before = resident("llvmlite")
    release_code("llvmlite")
    after = resident("llvmlite")

    assert after["Rss"] < before["Rss"] / 2
    assert after["Anonymous"] == before["Anonymous"] > 0
    assert numba.njit(lambda x: 3 * x)(14) == 42


@pytest.mark.system
def test_the_runtime_is_compiled_once_and_again_where_it_is_damaged(tmp_path):
    def run():
        names = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        line = [sys.executable, "-c", ALLOCATES]
        done = subprocess.run(
            line, cwd=ROOT, env=names, capture_output=True, text=True, timeout=600
        )
        assert done.stdout == "[2, 1, 0]\n", done.stderr
        (file,) = tmp_path.glob("runtime-*")
        return file, file.stat().st_ino, file.read_bytes()

    file, place, code = run()
    assert run() == (file, place, code)

    file.write_bytes(code[: len(code) // 2])
    assert run()[2][:100] == code[:100]
    assert len(file.read_bytes()) == len(code)
