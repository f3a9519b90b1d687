"""A core for each worker, shared with the strategy that it referees."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, and start processes on it, until the end of the block.

    Referee and strategy never work at the same time, and waking each other on one
    core takes a fraction of the time that it takes across two. Workers of all runs
    on a machine take different cores; one that finds none free is not bound.

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


# The core that this process has claimed, with the file that it keeps locked.
_CLAIM: dict[int, int] = {}


def _claimed(allowed: set[int]) -> int | None:
    import fcntl

    mine = next(iter(_CLAIM), None)
    if mine is not None:
        return mine if mine in allowed else None
    for core in sorted(allowed) if len(allowed) > 1 else ():
        path = Path(tempfile.gettempdir(), f"clueproof-core-{os.getuid()}-{core}")
        try:
            file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        except OSError:
            return None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            continue
        _CLAIM[core] = file
        return core
    return None
