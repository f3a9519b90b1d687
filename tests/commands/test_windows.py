import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from contest.entries.home import ROOT

LACKING = Path(__file__).with_name("unix_only.txt")

# Our modules import Windows' modules, without what it lacks; those of Python and of
# other packages import what there is.
WINDOWS = f"""
import builtins, importlib, sys, types
for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[name] = None
lacking = {{}}
for line in open({str(LACKING)!r}).read().splitlines()[1:]:
    module, *names = line.split()
    lacking.setdefault(module, set()).update(names)
there = {{"sys": {{"platform": "win32"}}, "os": {{"name": "nt"}}}}

class Windows(types.ModuleType):
    def __getattr__(self, name):
        module = self.__name__
        if name in lacking[module]:
            raise AttributeError(f"module {{module!r}} has no attribute {{name!r}}")
        real = getattr(sys.modules[module], name)
        return there.get(module, {{}}).get(name, real)
    def __setattr__(self, name, value):
        setattr(sys.modules[self.__name__], name, value)

windows, original = {{}}, builtins.__import__
def load(name, globals=None, locals=None, fromlist=(), level=0):
    loaded = original(name, globals, locals, fromlist, level)
    first = str((globals or {{}}).get("__name__")).partition(".")[0]
    ours = ("__main__", "game", "solver", "strategies", "contest", "commands")
    if name in lacking and first in ours:
        return windows.setdefault(name, Windows(name))
    return loaded
builtins.__import__ = load
"""


@pytest.fixture
def run(script, tmp_path):
    """Run a script with the modules of Windows and with the encoding cp1252."""
    (tmp_path / "sitecustomize.py").write_text(WINDOWS)
    environment = {"PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "cp1252"}
    return partial(script, **environment)


@pytest.mark.system
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("interactive.py play --answer crane", "--answer crane"),
        ("interactive.py solve", "RAISE"),
        ("interactive.py play --mode absurdle", "play --mode absurdle"),
        ("interactive.py review salet.crony.whiff", "WHIFF"),
        ("interactive.py watch entropy --answer crane --seed 1", "CRANE"),
        ("evaluate.py tree SALET", "7920"),
        ("evaluate.py runs", "run"),
    ],
)
def test_what_needs_no_referee_runs(run, command, expected):
    done = run(*command.split(), typed="salet\n10\n/hint\n")

    assert expected in done.stdout.replace(",", "") + done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.system
@pytest.mark.parametrize("command", ["score entropy", "leaderboard --recompute"])
def test_what_needs_the_referee_says_so(run, command, tmp_path):
    # Without a cache, as `leaderboard` needs no referee if it has all figures.
    done = run("evaluate.py", *command.split(), CLUEPROOF_CACHE=str(tmp_path))

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "expected WSL for this command on Windows" in done.stderr


def test_the_list_names_what_there_is_elsewhere():
    for line in LACKING.read_text().splitlines()[1:]:
        module, *names = line.split()
        assert module in sys.stdlib_module_names
        assert len(set(names)) == len(names)


@pytest.mark.system
def test_games_import_nothing_that_confines_strategies():
    games = "play, solve, review"
    code = f"import sys; from commands.interactive import {games}; print(*sys.modules)"

    text = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT)

    parts = ("confinement", "process", "policy", "remote", "tempdirs", "workdir")
    assert not {f"contest.sandbox.{part}" for part in parts} & set(text.split())
