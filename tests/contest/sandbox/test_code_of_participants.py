"""Typical code of strategies in the sandbox: it works, or is refused with an error."""

import importlib.util
import json
import sys

import pytest

from tests.contest.sandbox.pieces import ERRORS, LIBRARIES, REFUSED, WORKS

pytestmark = pytest.mark.linux

# Runs pieces of code and prints the error of each.
RUNNER = """
import json
class Mine:
    def first_move(self):
        errors = {}
        for name, code in json.load(open(__file__.replace(".py", ".json"))).items():
            try:
                exec(code, {"__name__": "piece"})
                errors[name] = ""
            except Exception as error:
                errors[name] = f"{type(error).__name__}: {error}"
        print("\\n" + json.dumps(errors))
        return "crane", 5.0
    def next_move(self, guess, epsilon, result):
        return "slate", 0
ENTRIES = [Mine()]
"""


@pytest.fixture
def outcomes(start_file, play_crane, tmp_path):
    """Run pieces of code in the sandbox and return the error of each, or no text."""

    def run(pieces):
        (tmp_path / "mine.json").write_text(json.dumps(pieces))
        (tmp_path / "mine.py").write_text(RUNNER)
        player = start_file(tmp_path / "mine.py", timeout=600.0, log=True)
        process = player.process
        if process.missing:
            pytest.skip(f"not protected here: {process.missing}")
        errors = json.loads(play_crane(player).log.splitlines()[-1])
        if process.namespaces != "own" and "reserved space" in errors:
            # In a folder on a disk it could be used between two looks of the referee.
            assert "not permitted" in errors["reserved space"]
            errors["reserved space"] = ""
        return errors

    return run


def test_every_module_of_the_standard_library_can_be_imported(outcomes):
    # Not what speaks, opens a window, or belongs to another system.
    odd = {"antigravity", "this", "idlelib", "tkinter", "turtle", "turtledemo"}
    names = [n for n in sys.stdlib_module_names - odd if not n.startswith("_")]
    names = [name for name in sorted(names) if importlib.util.find_spec(name)]

    errors = outcomes({name: f"import {name}" for name in names})

    assert len(errors) > 150
    assert {name: error for name, error in errors.items() if error} == {}


def test_what_strategies_do_works(outcomes):
    errors = outcomes(WORKS)

    assert errors.keys() == WORKS.keys()
    assert {name: error for name, error in errors.items() if error} == {}


def test_what_is_refused_is_an_exception(outcomes):
    errors = outcomes(REFUSED)

    for name in REFUSED:
        assert errors[name], name
        assert errors[name].startswith(ERRORS.get(name, "PermissionError")), name


@pytest.mark.system
def test_numeric_libraries_work(outcomes):
    errors = outcomes(LIBRARIES)

    assert {name: error for name, error in errors.items() if error} == {}
