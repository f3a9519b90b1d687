"""Soak of the referee: attacks beside honest entries, with faults at random moments.

    python -m tests.adversarial.soak --minutes 60

Three referees play side by side. One lives as long as the soak and plays a share of the
attacks and a run of honest entries in each round. One plays the same honest run with
two workers on a small disk, and is killed and resumed until it is complete. One plays
attacks in runs of two workers. A thread sends SIGSTOP, SIGCONT and SIGKILL to their
processes, fills the disk and makes their clocks jump. After each round the rows of the
honest entries must be the same bytes as of a run without any of that, and nothing may
be left. Exit status 1 when that is not so.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.adversarial.chaos import Chaos, Target
from tests.adversarial.leftovers import processes, shared_memory
from tests.adversarial.soak_runs import ENTRIES, SEED, TIMEOUT, Soak
from tests.processes import eventually

GROWTH = 8.0  # MB that memory may vary without growing
DISK = "16m"
_PROGRAM = "tests.adversarial.soak"
_MOUNTED = "--disk"  # of this program, when it runs where it can mount


@contextmanager
def faults(soak: Soak, number: int) -> Iterator[Chaos]:
    """Cause faults in the block."""
    chaos = Chaos(soak.seed * 10_000 + number, soak.clock, soak.disk)
    chaos.start()
    try:
        yield chaos
    finally:
        chaos.end()
        soak.counts.update(chaos.counts)


def play_round(
    soak: Soak, number: int, share: int, referee: subprocess.Popen[str]
) -> None:
    """Play a round and check what is left of it."""
    assert referee.stdin is not None
    assert referee.stdout is not None
    attacks, out = soak.share(share), soak.folder / f"own-{number}"
    request = {"attacks": attacks, "entries": ENTRIES, "games": soak.games}
    request |= {"seed": SEED, "timeout": TIMEOUT, "out": str(out)}
    with faults(soak, number) as chaos:
        chaos.targets.append(Target(psutil.Process(referee.pid)))
        print(json.dumps(request), file=referee.stdin, flush=True)
        with soak.attacked(chaos):
            soak.play_honestly(chaos, number)
            answer = json.loads(referee.stdout.readline())
    soak.compare(out)
    soak.counts["attacks whose outcome was checked"] += len(attacks)
    soak.check("outcomes of attacks", answer["objections"], {})
    soak.held = soak.held or answer["held"]
    soak.check("held by the long-living referee", answer["held"], soak.held)
    soak.memory.append(answer["memory"])
    soak.blocks = answer["blocks"]
    look(soak, referee.pid)


def look(soak: Soak, referee: int) -> None:
    """Check that nothing is left after a next run, which removes what was killed."""
    last = soak.evaluate(
        "attacks", "bayesian_greedy", "--games", "2", "--out", str(soak.folder / "last")
    )
    _, errors = last.communicate()
    soak.check("status of the next run", (last.returncode, errors), (0, ""))
    shutil.rmtree(soak.folder / "last", ignore_errors=True)
    own = {referee, os.getpid()}
    eventually(lambda: not set(processes(soak.folder)) - own, seconds=60)
    soak.check("processes", set(processes(soak.folder)) - own, set())
    for name in ("attacks", "honest"):
        left = [path.name for path in soak.temporary[name].iterdir()]
        soak.check(f"temporary files of {name}", left, [])
    shared = [name for pid in soak.pids for name in shared_memory(pid)]
    soak.check("shared memory", shared, [])
    descriptors = len(os.listdir("/proc/self/fd"))
    soak.descriptors = soak.descriptors or descriptors
    soak.check("descriptors of this program", descriptors, soak.descriptors)


def main() -> int:
    """Play rounds until the time is up and print a line for each, then the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=30, help="of each honest entry")
    parser.add_argument("--attacks", type=int, default=20, help="checked in a round")
    parser.add_argument("--seed", type=int, default=1, help="of attacks and faults")
    parser.add_argument(_MOUNTED, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if os.geteuid() == 0 and not options.disk and shutil.which("unshare"):
        # In a mount namespace, so that the disk goes with this process.
        inner = ["--mount", "--propagation", "private", sys.executable, "-m", _PROGRAM]
        inner += sys.argv[1:]
        os.execvp("unshare", ["unshare", *inner, _MOUNTED, "yes"])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and clean up
    with (
        tempfile.TemporaryDirectory(prefix="soak-") as folder,
        mounted(Path(folder, "disk"), options.disk) as disk,
    ):
        print(f"full disk: {'a file system of ' + DISK if disk else 'not tried'}")
        soak = Soak(Path(folder), disk, options.games, options.seed)
        alone = soak.evaluate("attacks", *soak.honest, "--out", f"{folder}/alone")
        alone.communicate()
        assert alone.returncode == 0
        command = ("-m", "tests.adversarial.soak_referee", str(soak.corpus))
        pipe = subprocess.PIPE
        with soak.start("long", *command, stdin=pipe, stdout=pipe) as referee:
            began, number = time.monotonic(), 0
            while number < 1 or time.monotonic() < began + 60 * options.minutes:
                play_round(soak, number, options.attacks, referee)
                number += 1
                minutes = (time.monotonic() - began) / 60
                print(
                    f"round {number:3d}  {minutes:5.1f} min  "
                    f"memory {soak.memory[-1]:6.1f} MB  {soak.blocks:9,} blocks  "
                    f"faults {len(soak.faults)}",
                    flush=True,
                )
        return report(soak, number, minutes)


@contextmanager
def mounted(disk: Path, wanted: object) -> Iterator[Path | None]:
    """Mount a small file system in the block; None where that is not allowed."""
    disk.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={DISK}", "soak", str(disk)]
    if not wanted or subprocess.run(["mount", *options], check=False).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def report(soak: Soak, number: int, minutes: float) -> int:
    """Print the table; return the exit status."""
    third = max(1, number // 3)
    first, last = sorted(soak.memory[:third]), sorted(soak.memory[-third:])
    grown = last[third // 2] - first[third // 2]
    if number >= 6:
        soak.check("memory of the referee grows", grown > GROWTH, False)
    print(f"\n{number} rounds in {minutes:.0f} minutes, {os.cpu_count()} cores")
    for what, count in sorted(soak.counts.items()):
        print(f"  {what:<40} {count:9,}")
    print(f"  {'MB more in the last third than in the first':<40} {grown:9.1f}")
    print(f"  {'faults':<40} {len(soak.faults):9,}")
    return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main())
