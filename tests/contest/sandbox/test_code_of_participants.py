"""Typical code of strategies in the sandbox: it works, or is refused with an error."""

import importlib.util
import json
import sys

import pytest

from contest.entries.entry import resolve
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Setting
from game.words import DATA, Vocabulary
from tests.contest.sandbox.pieces import FIT, LIBRARIES, MODELS, REFUSED, WORKS

LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))
SETTING = Setting(Vocabulary.load(), timeout=600.0)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

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
def outcomes(tmp_path):
    """Run pieces of code in the sandbox and return the error of each, or no text."""

    def run(pieces):
        (tmp_path / "mine.json").write_text(json.dumps(pieces))
        printed = played(tmp_path, RUNNER)
        return json.loads(printed.splitlines()[-1])

    return run


def played(folder, code):
    """Return what a strategy prints in one game, with all protections."""
    (folder / "mine.py").write_text(code)
    entry = resolve(str(folder / "mine.py"))
    policy = SandboxPolicy(entry, LISTS, SETTING, Limits(600.0), log=True)
    remote = RemoteStrategy(policy)
    try:
        remote.start()
        if remote.missing:
            pytest.skip(f"not protected here: {remote.missing}")
        remote.new_game(7)
        play(remote, deal(SETTING, Draws("s", 0)), SETTING)
        remote.end_game()
        return remote.printed()
    finally:
        remote.close()


def test_every_module_of_the_standard_library_can_be_imported(outcomes):
    # Not what speaks, opens a window, or belongs to another system.
    odd = {"antigravity", "this", "idlelib", "tkinter", "turtle", "turtledemo"}
    names = [n for n in sys.stdlib_module_names - odd if not n.startswith("_")]
    names = [name for name in sorted(names) if importlib.util.find_spec(name)]

    found = outcomes({name: f"import {name}" for name in names})

    assert len(found) > 150
    assert {name: error for name, error in found.items() if error} == {}


def test_what_strategies_do_works(outcomes):
    found = outcomes(WORKS)

    assert found.keys() == WORKS.keys()
    assert {name: error for name, error in found.items() if error} == {}


def test_what_is_refused_is_an_exception(outcomes):
    found = outcomes({name: code for name, (code, _) in REFUSED.items()})

    for name, (_, expected) in REFUSED.items():
        assert found[name], name
        assert found[name].startswith(expected), name


@pytest.mark.system
def test_numeric_libraries_work(outcomes):
    found = outcomes(LIBRARIES)

    assert {name: error for name, error in found.items() if error} == {}


@pytest.mark.system
def test_scikit_learn_works(outcomes):
    pytest.importorskip("sklearn")

    found = outcomes(
        {model: FIT.format(package=MODELS[model], model=model) for model in MODELS}
    )

    assert {name: error for name, error in found.items() if error} == {}
