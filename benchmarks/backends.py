"""Games per second with loky and with dask: ``python benchmarks/backends.py``.

A strategy that does not think shows what handing out games costs; one that judges
every guess shows how playing grows with the workers. Starting them is not counted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import LocalCluster

from contest.entries.entry import Entry, resolve
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import Job, run
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy
from game.clues import Rule
from game.protocol import Setting
from game.words import DATA, Vocabulary
from solver.jit import warm

TRIVIAL = """
class Trivial:
    def first_move(self):
        return "crane", 5.0

    def next_move(self, guess, epsilon, result):
        return "crane", 0.0


ENTRIES = [Trivial()]
"""
LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))
COUNTS = (1, 2, 4)


@contextmanager
def scheduler(backend: str, count: int) -> Iterator[str]:
    """Yield the address of a cluster with so many workers; of none for loky."""
    if backend == "loky":
        yield ""
        return
    with LocalCluster(
        n_workers=count, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def rate(entry: Entry, backend: str, count: int, games: int) -> float:
    """Return games per second, once every worker has its strategy."""
    policy = SandboxPolicy(entry, LISTS, Setting(Vocabulary.load(), timeout=60.0))
    job = Job(policy, "0", games)
    with scheduler(backend, count) as address, workers(count, address, LISTS) as jobs:
        chunks = run(job, jobs)
        for _ in range(2 * count):  # by then every worker has its strategy
            next(chunks)
        began = time.perf_counter()
        played = sum(len(chunk.rows) for chunk in chunks)
        return played / (time.perf_counter() - began)


def main() -> None:
    trivial, heavy = [int(text) for text in sys.argv[1:]] or (2000, 100)
    protect_referee()
    warm(Vocabulary.load(), Rule.LETTERWISE)
    print(f"{len(os.sched_getaffinity(0))} cores; workers: {COUNTS}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "trivial.py")
        file.write_text(TRIVIAL, encoding="utf-8")
        cases = {"trivial": (resolve(str(file)), trivial)}
        cases["heavy: entropy"] = (resolve("entropy"), heavy)
        for name, (entry, games) in cases.items():
            print(f"{name}, {games} games: games per second")
            for backend in ("loky", "dask"):
                rates = [rate(entry, backend, count, games) for count in COUNTS]
                growth = ", ".join(f"{found / rates[0]:.2f}" for found in rates)
                figures = "  ".join(f"{found:8.1f}" for found in rates)
                print(f"  {backend}  {figures}   growth {growth}", flush=True)


if __name__ == "__main__":
    main()
