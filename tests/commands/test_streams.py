"""Commands whose output is closed, full, or of an encoding without emoji."""

import os
import shlex
import subprocess
import sys
from itertools import cycle

import pytest

from contest.entries.home import ROOT
from game.text.streams import encodable

COMMANDS = {
    "play": "interactive.py play --mode classic --answer crane",
    "review": "interactive.py review salet.crony.whiff",
    "tree": "evaluate.py tree SALET",
    "help": "evaluate.py --help",
    "score": "evaluate.py uniform_random --mode classic --games 3 --out RUN",
}


CLOSED = [
    *((name, ">&-") for name in COMMANDS),
    ("play", "<&- 2>&-"),
    ("score", "<&- >&- 2>&-"),
]
ENCODINGS = list(zip(COMMANDS, cycle(("ascii", "cp1252")), strict=False))


@pytest.fixture
def shell(tmp_path):
    """Run a command with redirections in a shell; return the completed process."""

    def run(name, redirection="", typed=b"crane\n", **environment):
        script, _, arguments = COMMANDS.get(name, name).partition(" ")
        arguments = arguments.replace("RUN", shlex.quote(str(tmp_path / "run")))
        program = shlex.join([sys.executable, str(ROOT / script)])
        line = f"{program} {arguments} {redirection}"
        return subprocess.run(
            ["bash", "-c", line],
            input=typed,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
        )

    return run


@pytest.mark.system
@pytest.mark.parametrize(("name", "closed"), CLOSED)
def test_closed_output_ends_no_command(shell, name, closed, tmp_path):
    done = shell(name, closed)

    # There is no game without input.
    assert done.returncode == (2 if (name, closed[0]) == ("play", "<") else 0)
    assert done.stderr == b""
    assert (tmp_path / "run" / "summary.csv").exists() == (name == "score")


@pytest.mark.system
@pytest.mark.parametrize(("name", "unbuffered"), [("review", ""), ("help", "1")])
def test_output_that_cannot_be_written_is_named(shell, name, unbuffered):
    done = shell(name, "> /dev/full", PYTHONUNBUFFERED=unbuffered)

    assert done.returncode == 2
    assert done.stderr.endswith(
        b": error: cannot use standard output: No space left on device\n"
    )
    assert done.stderr.count(b"\n") == 1


@pytest.mark.system
def test_a_mistake_has_its_status_where_its_message_cannot_be_written(shell):
    for redirection in ("2>&-", "2> /dev/full", "2>&1 | true; exit ${PIPESTATUS[0]}"):
        assert shell("evaluate.py nine", redirection).returncode == 2


@pytest.mark.system
@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_an_encoding_without_the_signs_gets_substitutes(shell, name, encoding):
    done = shell(name, PYTHONIOENCODING=encoding)

    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert {"tree": " ####", "play": "CRANE", "score": "uniform"}.get(name, "") in text


@pytest.mark.system
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_the_mark_before_the_input_is_no_text(shell, encoding):
    typed = "\ufeffcrane\n".encode("utf-16-le" if encoding == "utf-16" else "utf-8")

    done = shell("play", typed=typed, PYTHONIOENCODING=encoding)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "Well done" in done.stdout.replace(b"\0", b"").decode(errors="replace")


@pytest.mark.system
def test_input_of_another_encoding_is_refused_in_one_line(shell):
    done = shell("play", PYTHONIOENCODING="utf-16:strict")

    line = done.stderr.decode("utf-16")
    assert done.returncode == 2
    assert line.count("\n") == 1
    assert "error: cannot read standard input as utf-16: " in line


@pytest.mark.system
@pytest.mark.parametrize("size", [330_000, 350_000, 450_000])
def test_a_lack_of_memory_is_named_in_one_line(size):
    script = shlex.join([sys.executable, "interactive.py", "review", "salet.whiff"])
    line = f"ulimit -v {size}; OMP_NUM_THREADS=1 {script}"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, cwd=ROOT
    )

    # How much is enough depends on the machine.
    assert done.returncode in ((2,) if size < 350_000 else (0, 2)), done
    if done.returncode:
        assert done.stderr.count("\n") == 1
        assert "error: not enough memory (ulimit -v)" in done.stderr


def test_a_substitute_keeps_letters_and_width(monkeypatch):
    class Ascii:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Ascii())

    assert encodable("🟩⬜ 3 ± 1 … Ängel ж 1️⃣") == "c .  3 +- 1 ... Angel \\u0436 1"
