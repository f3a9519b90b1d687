"""Programs of the workshop and of the benchmarks, as a person starts them."""

import re
from pathlib import Path

import pytest

from tests.processes import python

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("research/builders", "research/studies", "research/proofs", "benchmarks")
SCRIPTS = sorted(
    file.relative_to(ROOT)
    for folder in FOLDERS
    for file in (ROOT / folder).rglob("*.py")
    if "\ndef main(" in file.read_text(encoding="utf-8")
)


def start(script, *arguments):
    """Run the program in the file `script`; return its output and exit status.

    The program runs in the checkout, with the given arguments.
    """
    if script.parts[0] == "benchmarks":
        return python(script, *arguments, cwd=ROOT)
    module = ".".join(script.with_suffix("").parts)
    return python("-m", module, *arguments, cwd=ROOT)


@pytest.mark.system
@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_help_is_printed_and_nothing_else_is_done(script):
    # The guard of the checkout sees a file that is written.
    done = start(script, "--help")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
    assert done.stderr == ""


@pytest.mark.system
@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_an_unknown_option_is_refused(script):
    done = start(script, "--unknown-option")

    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")


def test_every_program_is_in_the_table_of_the_workshop():
    page = (ROOT / "research" / "README.md").read_text(encoding="utf-8")
    ours = [script for script in SCRIPTS if script.parts[0] == "research"]

    assert len(ours) > 15
    for script in ours:
        name = ".".join(script.with_suffix("").parts)
        assert re.search(rf"`python -m {name}\b", page), name
