import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ABSENT = """
import sys
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
"""


@pytest.fixture
def run(tmp_path):
    """Run a script that finds none of these modules."""
    (tmp_path / "sitecustomize.py").write_text(ABSENT)

    def run(script, *arguments, typed=""):
        return subprocess.run(
            [sys.executable, str(ROOT / script), *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            text=True,
            timeout=600,
        )

    return run


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


@pytest.mark.parametrize("command", ["score entropy", "check entropy", "leaderboard"])
def test_what_needs_the_referee_says_so(run, command):
    done = run("evaluate.py", *command.split())

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "on Windows, expected this command in WSL" in done.stderr
