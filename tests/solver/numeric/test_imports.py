import gc
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from solver.numeric.imports import hook, no_collection

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "module_of_a_test.py").write_text("import gc\nactive = gc.isenabled()")
    monkeypatch.syspath_prepend(tmp_path)
    yield "module_of_a_test"
    sys.modules.pop("module_of_a_test", None)


def test_the_first_import_runs_in_the_context(module):
    seen = []

    @contextmanager
    def context():
        seen.append(module in sys.modules)
        yield
        seen.append("after")

    finders = list(sys.meta_path)
    hook(module, context)
    __import__(module)
    __import__(module)

    assert seen == [True, "after"]
    assert sys.meta_path == finders


def test_a_module_that_is_there_needs_no_hook():
    finders = list(sys.meta_path)

    hook("sys", no_collection)

    assert sys.meta_path == finders


def test_the_garbage_collector_is_off_only_meanwhile(module):
    hook(module, no_collection)

    assert not __import__(module).active
    assert gc.isenabled()
    gc.unfreeze()


@pytest.mark.system
def test_kernels_load_no_linear_algebra_but_may_use_it():
    text = """
import sys
import numpy as np
from solver import partitions
partitions(np.array([[0, 1]], np.uint8), np.ones(2))
print("scipy.linalg" in sys.modules)
import numba
print(numba.njit(lambda a: np.cov(a))(np.eye(2)).tolist())
"""
    line = [sys.executable, "-c", text]

    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=600)

    assert done.stdout == "False\n[[0.5, -0.5], [-0.5, 0.5]]\n", done.stderr
