"""A user's program whose own modules have the same names as our packages.

The program imports clueproof. It checks that this import does not hide the user's
modules. With the argument ``before``, the program imports its modules also before
clueproof.
"""

import importlib
import sys

NAMES = ("game", "solver", "strategies", "contest", "commands", "web", "evaluate")


def check() -> None:
    """Check that each name imports the user's module, not our package."""
    for name in NAMES:
        module = importlib.import_module(name)
        assert "clueproof" not in str(module.__file__), module
        assert module.SENTINEL == name, module


if sys.argv[1] == "before":
    check()
before = sys.path[:], sys.meta_path[:]

import clueproof

assert "numpy" not in sys.modules or sys.argv[1] == "before"

from clueproof import Move, Scripted, Solver, evaluate_once

assert Solver(strategy="entropy")(answer="CRANE", guess="SLATE")
assert evaluate_once(Scripted([Move("crane", 3.0), Move("fuzzy", 0.0)])) >= 3
assert before == (sys.path, sys.meta_path)

folder = str(clueproof.__path__[0])
tops = {
    name.split(".")[0]
    for name, module in sys.modules.items()
    if str(getattr(module, "__file__", "")).startswith(folder)
}
assert tops == {"clueproof"}, tops
check()
