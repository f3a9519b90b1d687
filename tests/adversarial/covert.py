"""Covert channels between two entries: ``python -m tests.adversarial.covert``.

Two strategies run in sandboxed processes, as the referee starts them, each on its own
core. Time is divided into slots. The sender sends a random bit in each slot; the
receiver looks or counts in each slot. The first half of the slots gives a threshold,
with which the bits of the second half are read. The share of wrong bits is the error.
The table has the capacity of a symmetric channel with this error, for the best of
several lengths of a slot, without the sandbox and inside. If a channel carries nothing
even without the sandbox, its zero inside the sandbox proves nothing.

If names of channels are given, the table has only these channels. ``--without seccomp``
leaves a protection out.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from contest.entries.entry import resolve
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.process import Process
from contest.sandbox.remote import Referee, RemoteStrategy
from game.protocol import Setting
from game.words import Vocabulary
from tests.sandboxed import LISTS

PROTECTIONS = ("namespaces", "limits", "privileges", "Landlock", "seccomp")
"""Protections of a strategy's process, as `SandboxPolicy.without` names them."""

CHANNELS = Path(__file__).with_name("channels")
sys.path.append(str(CHANNELS))

from party import CHANNELS as NAMED  # imported by its bare name, as in the sandbox

SLOTS = (0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0.00005, 0.1)  # seconds
_SECONDS = 1.0  # length of one measurement
_MOST_BITS = 1000
_SURE = 4.0  # an error must be so many standard deviations below one half
_TIMEOUT = 3600.0


@dataclass(frozen=True, slots=True)
class Capacity:
    """Rate of a channel, or the reason why the channel carries nothing.

    `slot` has the seconds of a bit, and `error` the share of the bits that were read
    wrongly. `rate` has the bits per second, or 0 if guessed bits could have this error.
    `refused` has the error of a call that was refused, or is empty.
    """

    slot: float = 0.0
    error: float = 0.5
    rate: float = 0.0
    refused: str = ""

    def __str__(self) -> str:
        if self.refused or not self.rate:
            return self.refused or "none"
        rate = round(self.rate, 1 - math.floor(math.log10(self.rate)))  # two digits
        return f"{rate:7,.0f} {self.slot * 1e3:8.2f} {self.error:7.1%}"


def capacity(bits: Sequence[bool], seen: Sequence[float], slot: float) -> Capacity:
    """Return the capacity of a channel, given what was sent and what was seen."""
    # The first half of the bits gives the threshold with which the second half is read.
    half = len(bits) // 2
    sent = np.array(bits)
    values = np.array(seen, float)
    cut, high = _threshold(sent[:half], values[:half])
    wrong = int(np.sum((values[half:] > cut) != (sent[half:] == high)))
    count = len(bits) - half
    error = wrong / count
    # A guess is wrong for half of the bits. If the errors are fewer by `_SURE` standard
    # deviations, this is not by chance.
    if wrong > count / 2 - _SURE * math.sqrt(count) / 2:
        return Capacity(slot, error)
    lost = sum(-p * math.log2(p) for p in (error, 1 - error) if p)
    return Capacity(slot, error, (1 - lost) / slot)


def _threshold(sent: np.ndarray, values: np.ndarray) -> tuple[float, bool]:
    """Return the best threshold, and whether a one is seen above the threshold."""
    order = np.argsort(values, kind="stable")
    steps = values[order]
    below = np.cumsum(np.where(sent[order], 1, -1))  # number of ones minus zeros so far
    below[:-1][steps[1:] == steps[:-1]] = 0  # no cut between equal values
    index = int(np.argmax(np.abs(below)))
    nearest = steps[min(index + 1, len(steps) - 1)]
    return float(steps[index] + nearest) / 2, bool(below[index] <= 0)


@contextmanager
def pair(folder: Path, name: str, without: Sequence[str]) -> Iterator[Pair]:
    """Start a sender and a receiver on two cores, or on one for channel "one core"."""
    entry = resolve(str(folder / "party.py"))
    setting = Setting(Vocabulary.load(), timeout=_TIMEOUT)
    referee = Referee(setting, words=LISTS, without=tuple(without), log=True)
    cores = sorted(os.sched_getaffinity(0))
    parties = []
    processes = []
    with ExitStack() as end:
        end.callback(os.sched_setaffinity, 0, cores)
        end.enter_context(referee)
        for core in (cores[0], cores[-1]):
            os.sched_setaffinity(0, {cores[0] if name == "one core" else core})
            player = referee.player(entry, warm_up=False)
            parties.append(end.enter_context(player.new_game()))
            parties[-1].first_move()
            processes.append(player.process)
        os.sched_setaffinity(0, cores)
        yield Pair(name, *parties, processes[0], folder / "party")


@dataclass(frozen=True, slots=True)
class Pair:
    """A sender with its process, a receiver, and files that both may read."""

    name: str
    sender: RemoteStrategy
    receiver: RemoteStrategy
    process: Process
    shared: Path

    def measure(self, slot: float) -> Capacity:
        """Send random bits and return the capacity of the channel."""
        # As many bits as fit into one second, between 60 and 1,000.
        count = max(60, min(_MOST_BITS, int(_SECONDS / slot)))
        sent = [random.random() < 0.5 for _ in range(count)]
        for file in self.shared.iterdir():
            os.utime(file)  # so that the next read changes its access time
        order = {
            "start": time.monotonic() + 0.1,
            "count": count,
            "shared": str(self.shared),
            "scratch": str(self.process.scratch),
            "sender": self.process.pid,
        }
        bits = "".join("01"[bit] for bit in sent)
        self.receiver.read_log()  # drop the log of earlier measurements
        with ThreadPoolExecutor() as both:
            asked = [
                both.submit(self._ask, self.sender, slot, order | {"bits": bits}),
                both.submit(self._ask, self.receiver, slot, order | {"bits": ""}),
            ]
            for one in asked:
                if (said := one.result()) != "done":
                    return Capacity(refused=said)
        return capacity(sent, json.loads(self.receiver.read_log()), slot)

    def _ask(self, party: RemoteStrategy, slot: float, order: dict[str, object]) -> str:
        return party.next_move(self.name, slot, json.dumps(order))[0]

    def best(self) -> Capacity:
        """Return the capacity at the best slot; longer slots are tried first."""
        best = Capacity()
        for slot in SLOTS:
            capacity = self.measure(slot)
            if capacity.refused:
                return capacity
            if capacity.rate < best.rate / 2:
                break  # shorter slots are worse
            best = max(best, capacity, key=lambda one: one.rate)
        return best


@contextmanager
def shared_files() -> Iterator[Path]:
    """Yield a folder with the strategy and files that it may read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in CHANNELS.glob("*.py"):
            shutil.copy(path, folder)
        (folder / "party").mkdir()
        for number in range(_MOST_BITS):
            with open(folder / "party" / str(number), "wb") as file:
                file.write(bytes(4096))
        os.sync()  # pages that are not on the disk cannot be dropped
        yield folder


def measured(name: str, without: Sequence[str] = ()) -> Capacity:
    """Return the capacity of a channel between two strategies."""
    with shared_files() as folder, pair(folder, name, without) as both:
        return both.best()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure covert channels.")
    parser.add_argument("names", nargs="*", choices=[[], *NAMED], metavar="channel")
    parser.add_argument("--without", action="append", default=[], choices=PROTECTIONS)
    options = parser.parse_args()
    protect_referee()
    head = "  bit/s  slot/ms   error"
    print(f"{'':21}{'without the sandbox':25}inside")
    print(f"{'channel':21}{head:25}{head}")
    for name in options.names or NAMED:
        outside = measured(name, PROTECTIONS)
        inside = measured(name, options.without)
        print(f"{name:21}{outside!s:25}{inside!s}", flush=True)
    for name in options.names or NAMED:
        print(f"\n{name}: {NAMED[name].__doc__}", end="")
    print()


if __name__ == "__main__":
    main()
