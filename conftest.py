"""Settings for the tests of all folders, and for the examples in docstrings."""

import ctypes
import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from solver.matrix.cache import cache_folder
from tests.guard import Guard
from tests.library import LIBRARY

PR_SET_CHILD_SUBREAPER = 36
ROOT = Path(__file__).resolve().parent

# Examples in docstrings are run only in strategies that were reviewed.
collect_ignore = [
    str(file)
    for file in ROOT.joinpath("strategies").glob("[!_]*.py")
    if file.stem not in LIBRARY
]


def pytest_configure(config: pytest.Config) -> None:
    """Protect the checkout and the user's files: tests write to a temporary folder.

    Runs without ``--seed`` and tests of properties use seeds that never change.
    """
    # Without compiled files, hundreds of processes would compile the same sources.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    patience = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("tests", derandomize=True, **patience)
    settings.load_profile("tests")
    if hasattr(config, "workerinput"):
        return  # this is a worker of xdist: the main process has done the rest
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    runs = Path(folder.name, "runs")
    runs.mkdir()
    (runs / "seed").write_text("tests")
    os.environ["CLUEPROOF_RUNS"] = str(runs)
    os.environ["XDG_DATA_HOME"] = str(Path(folder.name, "data"))
    os.environ.pop("CLUEPROOF_WORDS", None)  # the user may have set it
    # Clue matrices of the tests' words go to a temporary folder. Compiled kernels go to
    # the user's cache, so that the next tests reuse them.
    cache = Path(folder.name, "cache")
    cache.mkdir()
    kernels = cache_folder() / "kernels"
    kernels.mkdir(exist_ok=True)
    (cache / "kernels").symlink_to(kernels)
    os.environ["CLUEPROOF_CACHE"] = str(cache)
    has_cache = config.pluginmanager.hasplugin("cacheprovider")
    storage = config.cache.mkdir("hypothesis") if has_cache else folder.name
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(storage)
    config.pluginmanager.register(Guard(ROOT))


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark tests that use a browser or a terminal; skip Linux tests elsewhere."""
    elsewhere = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
    for item in items:
        if item.get_closest_marker("linux"):
            item.add_marker(elsewhere)
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        if item.get_closest_marker("browser") or "screen" in item.fixturenames:
            item.add_marker("system")


def pytest_runtest_teardown() -> None:
    """Undo that a referee in a test has made this process a subreaper.

    A subreaper adopts processes whose parent has ended. This process does not wait for
    adopted processes, but a namespace ends only after somebody has waited for its first
    process.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
