import os
from pathlib import Path

import pytest

from tests.processes import python

ROOT = Path(__file__).resolve().parent.parent
CONFTEST = """
from pathlib import Path
from tests.guard import Guard

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Guard(Path(__file__).parent))
"""
TESTS = """
from pathlib import Path

def test_writes(tmp_path):
    Path({place}, "seed").write_text("1234")

def test_writes_nothing():
    pass
"""


@pytest.fixture
def small(tmp_path):
    """Run the tests of a small checkout, in which one writes to a place."""

    def run(place, *options):
        checkout = tmp_path / "checkout"
        (checkout / "runs").mkdir(parents=True)
        (checkout / "runs" / "seed").write_text("123")
        (checkout / "conftest.py").write_text(CONFTEST)
        (checkout / "test_small.py").write_text(TESTS.format(place=place))
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        command = "-m", "pytest", "-q", *options
        return python(*command, env=env, cwd=checkout, timeout=600)

    return run


@pytest.mark.system
@pytest.mark.parametrize(("place", "workers"), [("'runs'", "2"), ("'.'", "0")])
def test_a_test_that_writes_into_the_checkout_fails_the_session(small, place, workers):
    done = small(place, "-n", workers)

    file = Path(place.strip("'"), "seed")
    assert done.returncode == 1, done.stdout
    assert f"written while the tests ran: {file}" in done.stdout
    assert "2 passed" in done.stdout
