"""Processes below the referee: listing them, and ending those without a parent."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path


def kill_orphans() -> None:
    """Kill the orphaned processes that strategies started.

    The referee is a subreaper and so their parent. Its own helpers, like joblib's,
    are in its session and are kept.
    """
    for _ in range(10_000):  # a killed process may leave further orphans
        ours = (0, os.getsid(0))
        adopted = list_children(os.getpid())
        orphans = [pid for pid in adopted if find_session(pid) not in ours]
        if not orphans:
            return
        # Without waiting: the first of a namespace ends after the others are reaped.
        for pid in orphans:
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.0005)


def list_children(pid: int) -> list[int]:
    """Return the child processes of all threads of a process."""
    pids: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            pids += map(int, file.read_text().split())
    return pids


def find_session(pid: int) -> int:
    """Return the session of a process, 0 when it is gone or inaccessible."""
    try:
        return os.getsid(pid)
    except OSError:
        return 0
