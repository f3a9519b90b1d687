"""Runs of a soak: honest ones that are killed and resumed, and runs of attacks."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from contest.conformance.corpus import ATTACKS, Attack
from contest.runs.folder import RunFolder
from game.protocol import Outcome
from tests.adversarial.chaos import CLOCK, Chaos, Target
from tests.adversarial.corpus import NAMES, gather

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = ["entropy", "quantile/p50", "bayesian_greedy", str(ATTACKS / "_honest.py")]
SEED, TIMEOUT = "soak", 60.0
_GROUP = 6  # attacks of a run
_CALM = 40.0  # seconds after which no run is ended any more in a round
_MOST_FAULTS = 20  # after which a run is given up


class Soak:
    """Referees of a soak, their folders and the faults; `games` are of each entry."""

    def __init__(self, folder: Path, disk: Path | None, games: int, seed: int) -> None:
        self.folder, self.games, self.seed = folder, games, seed
        self.random = random.Random(seed)
        self.disk = disk
        self.clock = folder / "clock"
        self.corpus = gather(folder / "corpus")
        self.faults: list[str] = []
        self.pids: list[int] = []
        self.memory: list[float] = []
        self.counts: Counter[str] = Counter()
        self.queue: list[str] = []
        self.held: dict[str, Any] = {}
        self.descriptors = self.blocks = 0
        (folder / "sitecustomize.py").write_text(CLOCK.format(file=str(self.clock)))
        self.small = disk or folder / "disk"
        self.temporary = {
            "long": folder / "long",
            "attacks": folder / "attacks",
            "honest": self.small / "temporary",
        }
        for folder in self.temporary.values():
            folder.mkdir(parents=True)
        self.honest = [*ENTRIES, "--games", str(games), "--seed", SEED]
        self.honest += ["--timeout", str(TIMEOUT), "--jobs", "2"]

    def start(self, name: str, *command: str, **options: Any) -> subprocess.Popen[str]:
        """Start a Python program with the temporary folder of this name."""
        variables = {
            "TMPDIR": str(self.temporary[name]),
            "PYTHONPATH": str(self.folder),
        }
        process = subprocess.Popen(
            [sys.executable, *command],
            env=os.environ | variables,
            cwd=ROOT,
            text=True,
            stderr=subprocess.PIPE,
            **options,
        )
        self.pids.append(process.pid)
        return process

    def evaluate(self, name: str, *arguments: str) -> subprocess.Popen[str]:
        """Start ``evaluate.py``."""
        program = str(ROOT / "evaluate.py")
        return self.start(name, program, *arguments, stdout=subprocess.DEVNULL)

    def check(self, what: str, value: object, expected: object) -> None:
        """Keep a fault, unless what was value is what was expected."""
        if value != expected:
            self.faults.append(f"{what}: {value!r}, expected {expected!r}")
            print(f"  fault: {self.faults[-1]}", flush=True)

    def share(self, size: int) -> list[str]:
        """Return the attacks of a round; each is played once before any again."""
        if len(self.queue) < size:
            self.queue += self.random.sample(NAMES, len(NAMES))
        chosen, self.queue = self.queue[:size], self.queue[size:]
        return chosen

    def play_honestly(self, chaos: Chaos, number: int) -> None:
        """Play the honest run until it is complete, however often it is killed."""
        out = self.small / f"run-{number}"
        end = time.monotonic() + _CALM
        arguments = [*self.honest, "--out", str(out)]
        while True:
            process = self.evaluate("honest", *arguments)
            chaos.ends_runs = time.monotonic() < end
            target = Target(psutil.Process(process.pid), kill_referees=True)
            chaos.targets.append(target)
            try:
                _, errors = process.communicate()
            finally:
                chaos.targets.remove(target)
                process.kill()
            if process.returncode == 0:
                break
            self.counts["runs that were ended and resumed"] += 1
            expected = process.returncode in (2, -9) and "Traceback" not in errors
            self.check(f"end of a run ({process.returncode})", expected or errors, True)
            if not (out / "run.json").exists():
                shutil.rmtree(out, ignore_errors=True)
            else:
                arguments = ["--resume", str(out)]
            if len(self.faults) > _MOST_FAULTS:
                return
        self.compare(out)

    def compare(self, out: Path) -> None:
        """Compare a run with the same run without faults."""
        for name in ("games.csv", "summary.csv"):
            expected = (self.folder / "alone" / name).read_bytes()
            same = (out / name).read_bytes() == expected
            self.check(f"{out.name}/{name} is the same", same, True)
        self.counts["rows of honest entries compared"] += self.games * len(ENTRIES)
        shutil.rmtree(out)

    def attack(self, chosen: list[str]) -> subprocess.Popen[str]:
        """Start a run of attacks."""
        out = self.folder / "run-of-attacks"
        shutil.rmtree(out, ignore_errors=True)
        limits = ["--games", "3", "--timeout", "0.5", "--start-timeout", "20"]
        files = [Attack.read(name, self.corpus).entry.text for name in chosen]
        return self.evaluate(
            "attacks", *files, *limits, "--jobs", "2", "--out", str(out)
        )

    def judge(self, chosen: list[str]) -> None:
        """Check that no attack of a run won more often than by luck."""
        folder = RunFolder(self.folder / "run-of-attacks")
        if not (folder.path / "games.csv").exists():
            return
        rows = list(folder.rows())
        self.counts["games of attacks in runs that are killed"] += len(rows)
        for name in chosen:
            attack = Attack.read(name, self.corpus)
            games = [row for row in rows if row["entry"] == attack.entry.text]
            won = sum(row["outcome"] == Outcome.WON for row in games)
            excess = max(0, won - attack.lucky)
            self.check(f"games that {name} won", excess, 0)

    @contextmanager
    def attacked(self, chaos: Chaos) -> Iterator[None]:
        """Play runs of attacks, one after another, in the block."""
        over = threading.Event()

        def keep_attacking() -> None:
            while not over.is_set():
                chosen = self.random.sample(NAMES, _GROUP)
                with self.attack(chosen) as run:
                    target = Target(psutil.Process(run.pid), True, True)
                    chaos.targets.append(target)
                    while run.poll() is None and not over.wait(0.1):
                        pass
                    chaos.targets.remove(target)
                    run.kill()
                    _, errors = run.communicate()
                self.check("errors of a run of attacks", "Traceback" in errors, False)
                self.judge(chosen)

        thread = threading.Thread(target=keep_attacking)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
