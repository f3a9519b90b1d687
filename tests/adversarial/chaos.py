"""Random faults: signals to processes of a run, a full disk, a clock that jumps."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

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
"""Text of a ``sitecustomize.py``: the clock of a Python process, and a file that sets
it ahead or back. The clock of the machine is never changed."""

_CHILD = "contest/sandbox/child.py"
_PAUSE = 0.02, 0.2  # seconds between two faults
_STOP = 0.01, 0.4  # for which a process is stopped
_FULL = 0.2, 2.0  # for which the disk is full
_SHARE_OF_DISK = 0.3  # of the faults that end a run
_BETWEEN = 10.0  # between two faults that end a run, so that it gets on
_DAY = 86_400


@dataclass(eq=False)
class Target:
    """A run whose processes get signals.

    SIGKILL is sent to strategies, and to the main process and its workers, where the
    fields say so.
    """

    process: psutil.Process
    kill_strategies: bool = False
    kill_referees: bool = False

    def family(self) -> tuple[list[psutil.Process], list[psutil.Process]]:
        """Return the main process and its workers, and the strategies."""
        referees, strategies = [], []
        with suppress(psutil.Error):
            for process in (self.process, *self.process.children(recursive=True)):
                with suppress(psutil.Error):
                    command = " ".join(process.cmdline())
                    if _CHILD in command:
                        strategies.append(process)
                    elif "resource_tracker" not in command:  # of Python's own
                        referees.append(process)
        return referees, strategies


class Chaos:
    """Random faults, caused by a thread from `start` to `end`.

    `clock` is the file that sets the clock of `CLOCK`, `disk` a folder on a small disk.
    `targets` are the runs, `counts` the faults so far by name.
    """

    def __init__(self, seed: int, clock: Path, disk: Path | None) -> None:
        self.targets: list[Target] = []
        self.counts: Counter[str] = Counter()
        self.ends_runs = True
        self._random = random.Random(seed)
        self._clock, self._filler = clock, disk and disk / "filler"
        self._stopped: list[tuple[float, psutil.Process]] = []
        self._full_until = self._next = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.start = self._thread.start

    def _run(self) -> None:
        faults = [self._stop, self._kill_strategy, self._end_a_run, self._jump]
        while not self._over.wait(self._random.uniform(*_PAUSE)):
            self._undo(time.monotonic())
            self._random.choices(faults, (60, 20, 13, 7))[0]()
        self._undo(float("inf"))
        self._clock.write_text("0")

    def end(self) -> None:
        """End all faults: stopped processes continue, and the disk is empty."""
        self._over.set()
        self._thread.join()

    def _undo(self, now: float) -> None:
        for stopped in [item for item in self._stopped if item[0] <= now]:
            self._stopped.remove(stopped)
            with suppress(psutil.Error):
                stopped[1].send_signal(signal.SIGCONT)
        if self._filler and self._full_until <= now:
            self._filler.unlink(missing_ok=True)

    def _stop(self) -> None:
        processes = [p for t in list(self.targets) for kind in t.family() for p in kind]
        if processes:
            process = self._random.choice(processes)
            end = time.monotonic() + self._random.uniform(*_STOP)
            self._stopped.append((end, process))
            self._send(process, signal.SIGSTOP)

    def _kill_strategy(self) -> None:
        targets = [t for t in list(self.targets) if t.kill_strategies]
        workers = [process for target in targets for process in target.family()[1]]
        if workers:
            self._send(self._random.choice(workers), signal.SIGKILL)

    def _end_a_run(self) -> None:
        if not self.ends_runs or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _BETWEEN
        targets = [t for t in list(self.targets) if t.kill_referees]
        referees = [process for target in targets for process in target.family()[0]]
        if self._filler and self._random.random() < _SHARE_OF_DISK:
            self._fill(self._filler)
        elif referees:
            self._send(self._random.choice(referees), signal.SIGKILL, " of a referee")

    def _send(
        self, process: psutil.Process, sent: signal.Signals, to: str = ""
    ) -> None:
        with suppress(psutil.Error):
            process.send_signal(sent)
            self.counts[sent.name + to] += 1

    def _fill(self, filler: Path) -> None:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(1 << 16)):
                pass
        self._full_until = time.monotonic() + self._random.uniform(*_FULL)
        self.counts["full disk"] += 1

    def _jump(self) -> None:
        self._clock.write_text(str(self._random.randint(-_DAY, _DAY)))
        self.counts["clock jump"] += 1
