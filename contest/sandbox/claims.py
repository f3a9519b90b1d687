"""Claims on this machine: a core for each worker, and one official run at a time."""

from __future__ import annotations

import atexit
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_PAUSE = 0.2  # seconds between two attempts to begin an official run


@contextmanager
def one_core() -> Iterator[None]:
    """Bind this process and its children to one core until the end of the block.

    Referee and strategy never run at the same time, and a wake-up on the same core
    takes a fraction of the time of one across two. Workers of all runs on a machine
    use different cores; a worker that finds none free is not bound.

    Examples
    --------
    >>> with one_core():
    ...     pass
    """
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    core = _claimed(allowed)
    if core is None:
        yield
        return
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


# The core that this process has claimed, with the socket whose name is the claim.
_CLAIM: dict[int, socket.socket] = {}


def _claimed(allowed: set[int]) -> int | None:
    mine = next(iter(_CLAIM), None)
    if mine is not None:
        return mine if mine in allowed else None
    for core in sorted(allowed) if len(allowed) > 1 else ():
        if (claim := _claim(f"core-{os.getuid()}-{core}")) is not None:
            _CLAIM[core] = claim
            atexit.register(claim.close)
            return core
    return None


@contextmanager
def only_official_run() -> Iterator[None]:
    """Claim the machine for an official run until the end of the block.

    Entries of two runs could communicate, so official runs are played one after the
    other: a second one prints a message and waits. Linux only, like official runs.

    Examples
    --------
    >>> with only_official_run():
    ...     pass
    """
    if sys.platform != "linux":
        yield
        return
    claim = _claim("official")
    if claim is None:
        sys.stderr.write(
            "an official run is being played on this machine; waiting for its end\n"
        )
    while claim is None:
        time.sleep(_PAUSE)
        claim = _claim("official")
    with claim:
        yield


def _claim(name: str) -> socket.socket | None:
    """Return the socket that holds a claim; None when another process holds it."""
    # An abstract socket name needs no file and is released with its process.
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0clueproof-{name}")
    except OSError:
        claim.close()
        return None
    return claim
