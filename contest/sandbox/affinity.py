"""CPU affinity: one core for each worker and its strategy."""

from __future__ import annotations

import atexit
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


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
        # An abstract socket name needs no file and is released with its process.
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0clueproof-core-{os.getuid()}-{core}")
        except OSError:
            claim.close()
            continue
        _CLAIM[core] = claim
        atexit.register(claim.close)
        return core
    return None
