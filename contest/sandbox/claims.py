"""Claims on this machine: a core for each worker, and one official run at a time."""

from __future__ import annotations

import atexit
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from contest.sandbox.confinement import unix
from solver.matrix.cache import usual_folder, writable

_OFFICIAL = "official"
_PAUSE = 0.2  # seconds between two attempts to begin an official run


@contextmanager
def one_core() -> Iterator[None]:
    """Bind this process and its children to one core until the end of the block.

    The referee and the strategy take turns, so one core is enough for the two
    processes, and a process wakes the other process faster on the same core. The
    workers of all runs on a machine use different cores. If no core is free, this
    process is not bound.
    """
    allowed = os.sched_getaffinity(0) if sys.platform == "linux" else set()
    core = _claim_core(allowed)
    if core is None:
        yield
        return
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


# The core that this process has claimed; empty if it has claimed no core. The key is
# the number of the core, and the value is a file. This process keeps the file locked,
# so that no other process claims the core.
_CLAIM: dict[int, IO[bytes]] = {}


def _claim_core(allowed: set[int]) -> int | None:
    core = next(iter(_CLAIM), None)
    if core is not None:
        return core if core in allowed else None
    with suppress(OSError):  # no folder is writable, or files cannot be locked
        for core in sorted(allowed) if len(allowed) > 1 else ():
            if (claim := _lock_claim(f"core-{core}")) is not None:
                _CLAIM[core] = claim
                atexit.register(claim.close)
                return core
    return None


@contextmanager
def only_official_run() -> Iterator[None]:
    """Claim the machine for an official run until the end of the block.

    If two runs are played at the same time, their entries could communicate. So a
    user's official runs are played one after the other. While another official run is
    played, this function prints a message and waits. On systems other than Linux
    nothing is claimed, because official runs need Linux.
    """
    if sys.platform != "linux":
        yield
        return
    claim = _lock_claim(_OFFICIAL)
    if claim is None:
        sys.stderr.write("waiting for the end of another official run\n")
    while claim is None:
        time.sleep(_PAUSE)
        claim = _lock_claim(_OFFICIAL)
    with claim:
        yield


def _lock_claim(name: str) -> IO[bytes] | None:
    """Lock the file of a claim, such as ``core-3``, and return the open file.

    The claim lasts until the file is closed. Return None if another process has locked
    the file.
    """
    # The folder is closed to other users, because another user could lock its files.
    folder = writable(usual_folder()) / "claims"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = (folder / f"{platform.node()}-{name}").open("ab")
    if not unix.lock(file):
        file.close()
        return None
    return file
