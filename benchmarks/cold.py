"""Commands with nothing compiled: ``python benchmarks/cold.py``.

They are those of the last commit, in a clone, so that submit and leaderboard leave this
checkout as it is. Each runs twice in a cache folder of its own: the first time compiles
its kernels and computes the clue matrix, the second time shows what it takes
afterwards. CPU seconds are those of the process and of all that it starts; those of the
clock depend on what else runs. The last column says whether the progress line of
compiling was seen on a terminal. ``--only tree`` runs what has that in its name. Left
out are runs, which has no kernels, and web, which does not end.
"""

from __future__ import annotations

import argparse
import os
import pty
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from game.words import Vocabulary
from solver.optimal.certificate import prove

HOME = Path(__file__).resolve().parent.parent
WORDS = ("raise", "crane", "slate", "trace", "crate", "plate")
COMMANDS = (
    "evaluate.py entropy --games 2 --out OUT/run",
    "evaluate.py entropy --mode classic --games 2 --out OUT/run",
    "evaluate.py optimal --mode classic --games 2 --out OUT/run",
    "evaluate.py adversarial --mode classic --games 2 --out OUT/run",
    "evaluate.py quantile/p50 --games 2 --out OUT/run",
    "evaluate.py compare entropy k_guesses --games 2 --out OUT/run",
    "evaluate.py certify entropy --column p50 --record 36.9 --games 2 --out OUT/run",
    "evaluate.py certify k_guesses --column p50 --forecast --games 20",
    "evaluate.py check examples/first_strategy.py",
    "evaluate.py check entropy --times --games 2",
    "evaluate.py selftest",
    "evaluate.py why entropy --games 1 --out OUT/run",
    "evaluate.py why entropy --mode classic --games 1 --out OUT/run",
    "evaluate.py tree SALET",
    "evaluate.py tree SALET --hard nyt",
    "evaluate.py tree SALET --hard strict",
    "evaluate.py tree SALET --objective worst --max-guesses 5",
    "evaluate.py prove --all --answers OUT/words --record OUT/record.csv",
    "evaluate.py tree SALET,CRONY",
    "evaluate.py prove --check OUT/certificate --answers OUT/words",
    "evaluate.py runs RUN --out OUT/report.html",
    "evaluate.py submit entropy --games 2",
    "evaluate.py verify RECORD",
    "evaluate.py leaderboard",
    "interactive.py play --answer crane < hint quit",
    "interactive.py play --mode classic --answer crane < hint quit",
    "interactive.py play --mode classic --strategy optimal --answer crane < hint quit",
    "interactive.py play --mode classic --strategy minimax --boards 2 < hint quit",
    "interactive.py solve --depth 2 < salet=..... quit",
    "interactive.py solve --exact < salet=..... quit",
    "interactive.py review salet.crony.whiff",
    "interactive.py review salet=10:..i.. crane",
    "interactive.py play --mode absurdle < hint quit",
    "interactive.py play --mode absurdle --challenge crane --solve",
    "interactive.py watch entropy --answer crane",
    "interactive.py watch entropy --mode classic --answer crane",
    "interactive.py site --out OUT/site",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="part of a command")
    only = parser.parse_args().only
    del os.environ["NUMBA_CACHE_DIR"]  # of this process, which has imported solver
    print("command | cold CPU s | by the clock | warm CPU s | line")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        git("clone", "--quiet", "--depth=1", HOME.as_uri(), str(clone))
        play = "evaluate.py", "uniform_random", "--games", "2", "--out", f"{folder}/run"
        submit = "evaluate.py", "submit", "uniform_random", "--games", "2"
        for words in (play, submit):
            python = [sys.executable, *words]
            subprocess.run(python, cwd=clone, check=True, capture_output=True)
        (record,) = (clone / "results" / "submissions").glob("uniform_random-*")
        record = record.rename(Path(folder, record.name))
        for command in COMMANDS:
            if only in command:
                line = command.replace("RUN", f"{folder}/run")
                show(command, line.replace("RECORD", str(record)), clone)


def git(*words: str) -> None:
    """Run git."""
    subprocess.run(["git", *words], check=True)


def show(name: str, command: str, clone: Path) -> None:
    """Measure a command and print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        cold, clock, line = measure(command, folder, clone)
        warm, _, _ = measure(command, folder, clone)
    name = name.replace("OUT/", "")
    text = f"{name} | {cold:.1f} | {clock:.1f} | {warm:.1f} | {'yes' if line else 'no'}"
    print(text, flush=True)


def measure(command: str, folder: str, clone: Path) -> tuple[float, float, bool]:
    """Return a command's CPU seconds and time, and whether it said that it compiles."""
    git("-C", str(clone), "reset", "--quiet", "--hard")
    git("-C", str(clone), "clean", "--quiet", "-fd")
    out = Path(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    (out / "words").write_text("\n".join(WORDS), encoding="utf-8")
    proof = prove(Vocabulary(WORDS, WORDS), WORDS[0])
    (out / "certificate").write_text(str(proof), encoding="utf-8")
    command, _, typed = command.replace("OUT", str(out)).partition(" < ")
    terminal, child_end = pty.openpty()
    with tempfile.TemporaryFile() as typing:
        typing.write(typed.replace(" ", "\n").encode() + b"\n")
        typing.seek(0)
        start = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *shlex.split(command)],
            cwd=clone,
            env={**os.environ, "CLUEPROOF_CACHE": f"{folder}/cache"},
            stdin=typing,
            stdout=subprocess.DEVNULL,
            stderr=child_end,
        )
        os.close(child_end)
        output = read_terminal(terminal)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        clock = time.monotonic() - start
        if process.returncode > 1:  # certify: 1 where nothing is decided
            sys.exit(f"{output.decode()}\n{command} failed: {process.returncode}")
    seconds = usage.ru_utime + usage.ru_stime
    return seconds, clock, b"compiling kernels" in output


def read_terminal(terminal: int) -> bytes:
    """Return all that is written to a terminal until its last writer ends."""
    output = b""
    try:
        while part := os.read(terminal, 1 << 16):
            output += part
    except OSError:  # the other end was closed
        pass
    finally:
        os.close(terminal)
    return output


if __name__ == "__main__":
    main()
