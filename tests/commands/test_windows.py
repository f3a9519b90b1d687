from functools import partial

import pytest

ABSENT = """
import sys
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
"""


@pytest.fixture
def run(script, tmp_path):
    """Run a script that finds none of these modules."""
    (tmp_path / "sitecustomize.py").write_text(ABSENT)
    return partial(script, PYTHONPATH=str(tmp_path))


@pytest.mark.system
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("interactive.py play --answer crane", "CRANE"),
        ("interactive.py solve", "SOARE"),
        ("interactive.py hide", "words"),
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


@pytest.mark.parametrize(
    "command", ["score entropy", pytest.param("leaderboard", marks=pytest.mark.system)]
)
def test_what_needs_the_referee_says_so(run, command, tmp_path):
    # Without a cache, as `leaderboard` needs no referee if it has all figures.
    done = run("evaluate.py", *command.split(), CLUEPROOF_CACHE=str(tmp_path))

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "on Windows, expected this command in WSL" in done.stderr
