"""Locks, limits and signals of Unix that the referee needs and Windows lacks."""

from __future__ import annotations

import os
import re
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import IO

from game.errors import InputError

MODULES: dict[str, ModuleType] = {}
"""Python's modules ``fcntl`` and ``resource``, by name; empty on Windows.

The referee needs both modules, and Python has them on Unix only.
"""

with suppress(ModuleNotFoundError):
    MODULES |= {name: import_module(name) for name in ("fcntl", "resource")}

OWNED_NAME = re.compile(r"clueproof-([0-9]+)-[0-9a-f]{16}")
"""Pattern of the names of temporary folders and control groups of this project.

The part of the pattern in parentheses matches the number of the process that made the
folder or the control group.
"""


def require() -> None:
    """Raise `InputError` on a system where the referee cannot run."""
    if not MODULES:
        raise InputError(
            "the referee needs Linux or macOS", "WSL for this command on Windows"
        )


def make_owned_name() -> str:
    """Return a new random name that fits `OWNED_NAME`.

    The name has the number of this process, so that the owner is known.
    """
    return f"clueproof-{os.getpid()}-{secrets.token_hex(8)}"


def lock(file: int | IO[bytes], *, shared: bool = False) -> bool:
    """Lock an open file; return whether this process has the lock now.

    The lock is exclusive unless `shared` is true. If another process has a lock, an
    exclusive lock fails at once. If another process has an exclusive lock, a shared
    lock waits until that process releases its lock. The kernel releases a lock when the
    process ends. Raises `OSError` if the file system has no locks.
    """
    require()
    fcntl = MODULES["fcntl"]
    try:
        fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Block the signals that end a command (like Ctrl-C) until the end of the block.

    Processes that are started in the block have the signals blocked, too. If the
    signals were not blocked, a starting worker would print a traceback at Ctrl-C.
    Workers need no signal to end, because this process ends all workers.
    """
    require()
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
