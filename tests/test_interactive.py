import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "interactive.py"


def test_a_command_that_is_none_is_one_line_and_status_2(script):
    done = script("interactive.py", "pley")

    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]+\n", done.stderr)
    assert re.search(
        r"no command 'pley': expected play, .*; did you mean 'play'\?", done.stderr
    )


def test_without_a_command_play_starts(script):
    done = script("interactive.py", typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("WORDPL: find the word of 5 letters")


def test_help_lists_the_commands(script):
    done = script("interactive.py", "--help")

    assert done.returncode == 0
    for name in ("play", "run", "hide"):
        assert re.search(f"^  {name} +[a-z]", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("command", ["play", "run", "hide"])
def test_help_imports_nothing_heavy(command):
    code = (
        "import runpy, sys\n"
        f"sys.argv = [{str(SCRIPT)!r}, {command!r}, '--help']\n"
        f"sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        f"try: runpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'{heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "--strategy" in done.stdout
