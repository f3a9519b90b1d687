"""CPU time of commands, compared with the same commands at an earlier commit.

    python benchmarks/cold.py BASE [--only TEXT] [--make]

Each command runs in a clone of HEAD and in a clone of the commit BASE, in turn. Each
clone has its own cache folder and bytecode. Seconds are user and system time of the
process and of its child processes. A figure is the least time of three runs, after one
run that is not counted. For a command with "nothing compiled" in its name, the figure
is the time of one run with an empty cache. The last column is the time for HEAD divided
by the time for BASE.

``--make`` measures targets of the Makefile instead of commands. Some targets install
packages. The figures are seconds of CPU time, seconds of wall-clock time, and
megabytes of the cache.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
BOLD = """class Bold:
    def first_move(self):
        return "crane", 15.0

    def next_move(self, guess, epsilon, result):
        return "crane", 0.0


ENTRIES = [Bold()]
"""
# This script plays a game with a secret that was not played before, and prints how many
# milliseconds the game took.
GAME = """
import time
from game import Vocabulary
from solver import Solver
solver = Solver(strategy="minimax")
secrets = Vocabulary.load().answers
for first, step in ((0, 400), (7, 23)):
    begin = time.process_time()
    games = 0
    for answer in secrets[first::step]:
        solver(answer=answer, guess="SALET")
        games += 1
    took = time.process_time() - begin
print("milliseconds", 1000 * took / games)
"""
WARM = {
    "score --help": "evaluate.py score --help",
    "play --help": "interactive.py play --help",
    "score FILE, 3 games": "evaluate.py bold.py --games 3 --jobs 1 --out OUT",
    "score uniform_random": "evaluate.py uniform_random --games 3 --jobs 1 --out OUT",
    "score k_guesses": "evaluate.py k_guesses --games 3 --jobs 1 --out OUT",
    "solve, to its first prompt": "interactive.py solve",
    "review": "interactive.py review salet.crony.whiff",
    "tree SALET": "evaluate.py tree SALET",
    "a game of Solver, minimax [ms]": "-c GAME",
    "leaderboard": "evaluate.py leaderboard",
    "site": "interactive.py site --out OUT",
}
COLD = {
    "review, nothing compiled": WARM["review"],
    "score entropy, nothing compiled": "evaluate.py entropy --games 3 --out OUT",
}
TARGETS = {
    "make run, from nothing": ("run", True),
    "make run": ("run", False),
    "make test": ("test", False),
    "make site": ("site", False),
}


def main() -> None:
    """Print the times of each command.

    With ``--make``, print the times of each target of the Makefile instead.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", metavar="BASE", help="the earlier commit")
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="measure only commands or targets with TEXT in their names",
    )
    parser.add_argument(
        "--make", action="store_true", help="measure targets of the Makefile"
    )
    options = parser.parse_args()
    # A clone has neither the compiled nor the uncommitted files of this checkout.
    with tempfile.TemporaryDirectory() as folder:
        clones = []
        for name, commit in (("here", "HEAD"), ("base", options.base)):
            clone = Path(folder, name, "clone")
            run_git("clone", "--quiet", HOME.as_uri(), str(clone))
            run_git("-C", str(clone), "checkout", "--quiet", commit)
            (clone / "bold.py").write_text(BOLD, encoding="utf-8")
            clones.append(clone)
        if options.make:
            compare_targets(clones, options.only)
        else:
            compare_commands(clones, options.only)


def run_git(*words: str) -> None:
    """Run git with the arguments `words`; raise an error if it fails."""
    subprocess.run(["git", *words], check=True)


def compare_commands(clones: list[Path], only: str) -> None:
    """Print the CPU seconds of each command in both clones, and the ratio of both.

    `clones` has the folders of two clones: of HEAD and of BASE. Only commands with the
    text `only` in their names are measured.
    """
    print(f"{'command':34} {'HEAD':>8} {'BASE':>8} {'ratio':>6}", flush=True)
    for name, command in (COLD | WARM).items():
        if only not in name:
            continue
        seconds: list[list[float]] = [[] for _ in clones]
        # A command of `COLD` runs once. Every other command runs four times, and the
        # first round is not counted.
        for round_ in range(1 if name in COLD else 4):
            for clone, found in zip(clones, seconds, strict=True):
                if name in COLD:
                    shutil.rmtree(clone.parent / "cache", ignore_errors=True)
                took = run(clone, [sys.executable, *split(command, clone)])[0]
                if round_ or name in COLD:
                    found.append(took)
        here, base = map(min, seconds)
        print(f"{name:34} {here:8.2f} {base:8.2f} {here / base:6.2f}", flush=True)


def split(command: str, clone: Path) -> list[str]:
    """Return a command as a list of words, for a process in the clone `clone`.

    The word OUT in the command becomes the name of a folder that does not exist yet,
    for results. The word GAME becomes the text of the constant `GAME`.
    """
    out = str(clone.parent / "out")
    shutil.rmtree(out, ignore_errors=True)
    words = {"OUT": out, "GAME": GAME}
    return [words.get(word, word) for word in shlex.split(command)]


def compare_targets(clones: list[Path], only: str) -> None:
    """Print CPU seconds, clock seconds and cache size of Makefile targets.

    Each target is made in both `clones`. Only targets with the text `only` in their
    names are made.
    """
    for name, (target, fresh) in TARGETS.items():
        if only not in name:
            continue
        print(name)
        for clone in clones:
            if fresh:
                shutil.rmtree(clone / ".venv", ignore_errors=True)
                shutil.rmtree(clone.parent / "cache", ignore_errors=True)
            cpu, clock = run(clone, ["make", target])
            files = [p for p in (clone.parent / "cache").rglob("*") if p.is_file()]
            size = sum(path.stat().st_size for path in files) / 1e6
            text = f"{cpu:8.1f} s of CPU {clock:8.1f} s {size:8.0f} MB of cache"
            print(f"  {clone.parent.name:5} {text}", flush=True)


def run(clone: Path, words: list[str]) -> tuple[float, float]:
    """Run a command in a clone; return its seconds of CPU time and wall-clock time.

    If the command prints the word "milliseconds" and a number, this number is returned
    in place of the CPU seconds.
    """
    environment = {**os.environ, "CLUEPROOF_CACHE": str(clone.parent / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.monotonic()
    process = subprocess.Popen(
        words,
        cwd=clone,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    # `wait4` counts the resources of this process and its children only.
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{output}\n{shlex.join(words)} failed: {process.returncode}")
    if output.startswith("milliseconds "):
        return float(output.split()[1]), clock
    return usage.ru_utime + usage.ru_stime, clock


if __name__ == "__main__":
    main()
