"""Soak of the referee: attacks beside honest entries, with faults at random moments.

    python -m tests.adversarial.soak --minutes 60

In each round, a run of honest entries with two workers is killed and resumed until it
is complete. At the same time, runs of attacks are played. The processes of all runs get
SIGSTOP, SIGCONT and SIGKILL, and their clocks jump. After each round, the rows of the
honest entries must be the same bytes as without faults, no attack may have won, and no
process or file may be left. Otherwise the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psutil

from contest.conformance.corpus import ATTACKS, Attack
from contest.entries.home import ROOT
from contest.runs.folder import RunFolder
from game.protocol import Outcome
from tests.adversarial.corpus import NAMES, gather
from tests.adversarial.leftovers import processes, shared_memory
from tests.processes import eventually

ENTRIES = ["entropy", "quantile/p50", "bayesian_greedy", str(ATTACKS / "_honest.py")]
CLOCK = """
import time
from pathlib import Path

def jumping(real, unit):
    def read(*arguments):
        try:
            jump = int(Path({file!r}).read_text())
        except (OSError, ValueError):
            jump = 0
        return real(*arguments) + jump * unit
    return read

time.time, time.time_ns = jumping(time.time, 1), jumping(time.time_ns, 10**9)
"""
"""Text of a ``sitecustomize.py``, which replaces the clock of a Python process. A file
sets this clock ahead or back. The clock of the machine is never changed."""

_GROUP = 6  # number of attacks of a run
_PAUSE = 0.02, 0.2  # seconds between two faults
_STOP = 0.01, 0.4  # seconds for which a process is stopped
_BETWEEN = 10.0  # seconds between two faults that end a run, so that runs progress
_CALM = 40.0  # seconds of a round after which no run is ended any more
_DAY = 86_400
_MOST_FAULTS = 20  # a run is given up after so many faults


class Soak:
    """Plays an honest run and runs of attacks, and causes faults in both."""

    def __init__(self, folder: Path, games: int, seed: int) -> None:
        self.folder = folder
        self.rows = games * len(ENTRIES)
        self.random = random.Random(seed)
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.pids: list[int] = []
        self.stopped: list[tuple[float, psutil.Process]] = []
        self.next_end = 0.0
        self.clock = folder / "clock"
        (folder / "sitecustomize.py").write_text(CLOCK.format(file=str(self.clock)))
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.corpus = gather(folder / "corpus")
        self.honest = [*ENTRIES, "--games", str(games), "--seed", "soak"]
        self.honest += ["--timeout", "60", "--jobs", "2", "--out"]

    def evaluate(self, *arguments: str) -> subprocess.Popen[str]:
        """Start ``evaluate.py``."""
        folders = {"TMPDIR": str(self.temporary), "PYTHONPATH": str(self.folder)}
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "evaluate.py"), *arguments],
            env=os.environ | folders,
            text=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.pids.append(process.pid)
        return process

    def check(self, what: str, value: object, expected: object) -> None:
        """Note a failure if a value is not the expected value."""
        if value != expected:
            self.faults.append(f"{what}: {value!r}, expected {expected!r}")
            print(f"  fault: {self.faults[-1]}", flush=True)

    def play_round(self, number: int) -> None:
        """Play the honest run until it is complete, however often it is killed."""
        out = self.folder / f"run-{number}"
        calm = time.monotonic() + _CALM
        honest = self.evaluate(*self.honest, str(out))
        attackers, chosen = self.attack()
        while len(self.faults) <= _MOST_FAULTS:
            time.sleep(self.random.uniform(*_PAUSE))
            self.wake(time.monotonic())
            self.cause(honest, attackers, calm)
            if attackers.poll() is not None:
                self.judge(attackers, chosen)
                attackers, chosen = self.attack()
            if honest.poll() == 0:
                break
            if honest.poll() is not None:
                honest = self.resume(honest, out)
        attackers.kill()
        self.judge(attackers, chosen)
        honest.kill()
        self.ended(honest)
        self.clock.write_text("0")
        self.compare(out)

    def attack(self) -> tuple[subprocess.Popen[str], list[str]]:
        """Start a run of attacks; return the run and the names of the attacks."""
        chosen = self.random.sample(NAMES, _GROUP)
        out = self.folder / "run-of-attacks"
        shutil.rmtree(out, ignore_errors=True)
        limits = ["--games", "3", "--timeout", "0.5", "--start-timeout", "20"]
        files = [Attack.read(name, self.corpus).entry.text for name in chosen]
        return self.evaluate(*files, *limits, "--jobs", "2", "--out", str(out)), chosen

    def judge(self, run: subprocess.Popen[str], chosen: list[str]) -> None:
        """Check that no attack of a run won more often than it may by luck."""
        self.check("errors of attacks", "Traceback" in self.ended(run), False)
        folder = RunFolder(self.folder / "run-of-attacks")
        if not (folder.path / "games.csv").exists():
            return
        rows = list(folder.rows())
        self.counts["games of attacks"] += len(rows)
        for name in chosen:
            attack = Attack.read(name, self.corpus)
            games = [row for row in rows if row["entry"] == attack.entry.text]
            won = sum(row["outcome"] == Outcome.WON for row in games)
            self.check(f"games that {name} won", max(0, won - attack.lucky), 0)

    def resume(self, run: subprocess.Popen[str], out: Path) -> subprocess.Popen[str]:
        """Check why the honest run ended, and resume it."""
        errors = self.ended(run)
        self.counts["runs that were ended and resumed"] += 1
        meant = run.returncode in (2, -signal.SIGKILL) and "Traceback" not in errors
        self.check(f"end of a run ({run.returncode})", meant or errors, True)
        if (out / "run.json").exists():
            return self.evaluate("--resume", str(out))
        shutil.rmtree(out, ignore_errors=True)
        return self.evaluate(*self.honest, str(out))

    def ended(self, run: subprocess.Popen[str]) -> str:
        """Wait until a run has ended, and return its standard error."""
        self.wake(float("inf"))  # a process that is stopped would not end
        return run.communicate()[1]

    def compare(self, out: Path) -> None:
        """Compare the tables of a run with those of the same run without faults."""
        for name in ("games.csv", "summary.csv"):
            expected = (self.folder / "alone" / name).read_bytes()
            same = (out / name).exists() and (out / name).read_bytes() == expected
            self.check(f"{out.name}/{name} is the same", same, True)
        self.counts["rows of honest entries compared"] += self.rows
        shutil.rmtree(out, ignore_errors=True)

    def cause(
        self,
        honest: subprocess.Popen[str],
        attackers: subprocess.Popen[str],
        calm: float,
    ) -> None:
        """Cause a fault. Honest strategies are not killed: they would lose the game."""
        referees, strategies = family(honest.pid)
        others, attacking = family(attackers.pid)
        referees += others
        everybody = referees + strategies + attacking
        now = time.monotonic()
        chance = self.random.random()
        # Of 100 faults, 60 stop a process, 20 kill an attack, 13 kill a referee, and 7
        # let the clock jump.
        if chance < 0.6 and everybody:
            process = self.random.choice(everybody)
            self.stopped.append((now + self.random.uniform(*_STOP), process))
            self.send(process, signal.SIGSTOP)
        elif chance < 0.8 and attacking:
            self.send(self.random.choice(attacking), signal.SIGKILL)
        elif chance < 0.93 and referees and self.next_end < now < calm:
            self.next_end = now + _BETWEEN
            self.send(self.random.choice(referees), signal.SIGKILL, " of a referee")
        elif chance >= 0.93:
            self.clock.write_text(str(self.random.randint(-_DAY, _DAY)))
            self.counts["clock jump"] += 1

    def send(
        self, process: psutil.Process, number: signal.Signals, to: str = ""
    ) -> None:
        """Send a signal and count it."""
        with suppress(psutil.Error):
            process.send_signal(number)
            self.counts[number.name + to] += 1

    def wake(self, now: float) -> None:
        """Continue the processes that have been stopped for long enough."""
        for stopped in [item for item in self.stopped if item[0] <= now]:
            self.stopped.remove(stopped)
            with suppress(psutil.Error):
                stopped[1].send_signal(signal.SIGCONT)

    def look(self) -> None:
        """Play one more run, which removes leftovers; check that nothing is left."""
        out = self.folder / "last"
        last = self.evaluate("bayesian_greedy", "--games", "2", "--out", str(out))
        errors = self.ended(last)
        self.check("status of the next run", (last.returncode, errors), (0, ""))
        shutil.rmtree(out, ignore_errors=True)
        own = {os.getpid()}
        eventually(lambda: not set(processes(self.folder)) - own, seconds=60)
        self.check("processes", set(processes(self.folder)) - own, set())
        left = [path.name for path in self.temporary.iterdir()]
        self.check("temporary files", left, [])
        shared = [name for pid in self.pids for name in shared_memory(pid)]
        self.check("shared memory", shared, [])


def family(pid: int) -> tuple[list[psutil.Process], list[psutil.Process]]:
    """Return two lists: a run's main process with its workers, and its strategies."""
    referees = []
    strategies = []
    with suppress(psutil.Error):
        main = psutil.Process(pid)
        for process in (main, *main.children(recursive=True)):
            with suppress(psutil.Error):
                command = " ".join(process.cmdline())
                if "contest/sandbox/child.py" in command:
                    strategies.append(process)
                elif "resource_tracker" not in command:  # a helper of Python
                    referees.append(process)
    return referees, strategies


def main() -> int:
    """Play rounds until the time is up; print a line for each round, then a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument(
        "--games", type=int, default=30, help="number of games of each honest entry"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the choice of attacks and faults"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # cleans up
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(Path(folder), options.games, options.seed)
        alone = soak.evaluate(*soak.honest, f"{folder}/alone")
        soak.ended(alone)
        assert alone.returncode == 0
        began = time.monotonic()
        number = 0
        while number < 1 or time.monotonic() < began + 60 * options.minutes:
            soak.play_round(number)
            soak.look()
            number += 1
            minutes = (time.monotonic() - began) / 60
            print(f"round {number:3d}  {minutes:5.1f} min", flush=True)
        soak.counts["faults"] = len(soak.faults)
        for what, count in sorted(soak.counts.items()):
            print(f"  {what:<40} {count:9,}")
        return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main())
