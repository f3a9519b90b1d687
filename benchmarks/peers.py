"""The same work by Doddle 1.6.0 and by Clueproof: ``python benchmarks/peers.py``.

Doddle comes from PyPI and needs numpy < 2. Doddle gets a virtual environment of its own
in the cache folder; Clueproof runs in the Python of this program. Every line of the
output has the figures of one process. Before the measurements, the caches of both
programs are filled. CPU seconds are the sum over the process and its child processes.
Memory is the memory of the largest of these processes.

``--quick`` leaves out the games with all answers of the dictionary, because they take
Doddle a quarter of an hour of CPU time. It also plays fewer games on four boards.
``--only dictionary`` does only the work with "dictionary" in its name.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from solver.matrix.cache import cache_folder

HOME = Path(__file__).resolve().parent.parent
DODDLE = "doddle==1.6.0"

WHOLE = """
from solver.notebook.solver import Solver
print(Solver("{kind}").benchmark("SALET").total)
"""
THEIR_WHOLE = """
from doddle.facade import Doddle
print(Doddle(solver_type="{kind}").benchmark("SALET").num_guesses())
"""

# The secrets are drawn in the same way as Doddle draws them.
BOARDS = """
import random
from solver.notebook.solver import Solver
solver, generator = Solver("{kind}"), random.Random(13)
answers = solver.setting.vocabulary.answers
total = 0
for _ in range({games}):
    secrets = [answers[generator.randrange(len(answers))] for _ in range(4)]
    total += len(solver(secrets, "SALET"))
print(total)
"""
THEIR_BOARDS = """
from doddle.facade import Doddle
doddle = Doddle(solver_type="{kind}")
print(doddle.simul_benchmark(4, {games}, "SALET").num_guesses())
"""
GAME = ("run", "--answer=POKER", "--guess=SALET")


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work that Clueproof and Doddle both do.

    `ours` has the arguments with which Python starts Clueproof, and `theirs` the
    arguments with which Python starts Doddle.
    """

    name: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]


def script(name: str, ours: str, theirs: str, **values: object) -> Work:
    """Return the work that two Python scripts do.

    The script `ours` uses Clueproof, and the script `theirs` uses Doddle. Both scripts
    are formatted with `values`. Each script prints how many guesses its games took.
    """
    return Work(name, ("-c", ours.format(**values)), ("-c", theirs.format(**values)))


def game(kind: str, depth: int) -> Work:
    """Return the work of one game, as a command that also starts the program.

    `kind` is the name of the strategy, ``"entropy"`` or ``"minimax"``. `depth` is the
    number of guesses that the strategy looks ahead.
    """
    return Work(
        f"one game, {kind}, depth {depth}",
        ("interactive.py", *GAME, f"--strategy={kind}", f"--depth={depth}"),
        ("-m", "doddle", *GAME, f"--solver={kind}", f"--depth={depth}"),
    )


def plan(*, quick: bool) -> list[Work]:
    """Return all work to measure.

    If `quick` is true, there are fewer games on four boards, and no games with all
    answers of the dictionary.
    """
    games = 5 if quick else 100
    boards = f"{games} games of four boards, "
    kinds = ("entropy", "minimax")
    work = [game(kind, depth) for depth in (1, 2) for kind in kinds]
    work += [
        script(boards + kind, BOARDS, THEIR_BOARDS, kind=kind, games=games)
        for kind in kinds
    ]
    if not quick:
        work += [
            script("whole dictionary, " + kind, WHOLE, THEIR_WHOLE, kind=kind)
            for kind in kinds
        ]
    return work


def peer() -> Path:
    """Return the file of Python in a virtual environment that has Doddle.

    If this environment does not exist yet, it is made first.
    """
    # The file `installed` is written at the end: if it is missing, install again.
    folder = cache_folder() / DODDLE.replace("==", "-")
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", DODDLE, "numpy<2"]
        subprocess.run(pip, check=True)
        (folder / "installed").touch()
    return python


def measure(python: Path, arguments: tuple[str, ...]) -> tuple[float, float, int, str]:
    """Run `python` with `arguments`; return what the run took, and what it printed.

    The results are CPU seconds, clock seconds, the largest memory in MB, and the last
    printed word if this word is a number, otherwise an empty text.
    """
    variables = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    # Write the output to files, not to pipes. A full pipe would stop the process,
    # because nobody reads the pipe while `wait4` waits.
    text = {"mode": "w+", "encoding": "utf-8"}
    with (
        tempfile.TemporaryFile(**text) as out,
        tempfile.TemporaryFile(**text) as errors,
    ):
        began = time.perf_counter()
        process = subprocess.Popen(
            [python, *arguments],
            cwd=HOME,
            env=variables,
            stdout=out,
            stderr=errors,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            sys.exit(f"{errors.read()[-2000:]}\n{python} failed: {process.returncode}")
        out.seek(0)
        said = out.read().split()
    cpu = usage.ru_utime + usage.ru_stime
    # On macOS the system counts memory in bytes, and elsewhere in kilobytes.
    memory = usage.ru_maxrss // (1 if sys.platform == "darwin" else 1024)
    return cpu, seconds, memory, said[-1] if said[-1].isdigit() else ""


def main() -> None:
    """Print, for each piece of work, the times and the memory of both programs."""
    line = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    line.add_argument("--quick", action="store_true", help="leave out the longest work")
    line.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="do only the work with TEXT in its name",
    )
    options = line.parse_args()
    pythons = {"ours": Path(sys.executable), "doddle": peer()}

    # First fill the caches of both programs, without measuring.
    for kind in ("entropy", "minimax"):
        for depth in (1, 2):
            measure(pythons["ours"], game(kind, depth).ours)
        measure(pythons["doddle"], game(kind, 1).theirs)
    print("work | by | CPU s | clock s | MB | guesses")
    for work in plan(quick=options.quick):
        if options.only not in work.name:
            continue
        costs = {}
        for name, python in pythons.items():
            arguments = work.ours if name == "ours" else work.theirs
            cpu, seconds, memory, guesses = measure(python, arguments)
            costs[name] = cpu
            row = (f"{cpu:.2f}", f"{seconds:.2f}", str(memory), guesses)
            print(" | ".join((work.name, name, *row)), flush=True)
        ratio = costs["doddle"] / costs["ours"]
        print(f"  Clueproof takes 1/{ratio:.0f} of Doddle's CPU time")


if __name__ == "__main__":
    main()
