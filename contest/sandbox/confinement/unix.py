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
"""Modules for Unix that the referee needs, by name; empty on Windows."""

with suppress(ModuleNotFoundError):
    MODULES |= {name: import_module(name) for name in ("fcntl", "resource")}

OWNED_NAME = re.compile(r"clueproof-([0-9]+)-[0-9a-f]{16}")
"""Name of a folder or a control group, with the number of the process that made it.
"""


def require() -> None:
    """Raise `InputError` on a system where the referee cannot run."""
    if not MODULES:
        raise InputError(
            "the referee needs Linux or macOS", "WSL for this command on Windows"
        )


def make_owned_name() -> str:
    """Return a new name like `OWNED_NAME`, with the number of this process."""
    return f"clueproof-{os.getpid()}-{secrets.token_hex(8)}"


def lock(file: int | IO[bytes], *, shared: bool = False) -> bool:
    """Lock an open file; return whether this process has the lock now.

    An exclusive lock fails at once if another process has a lock. A `shared` lock waits
    until the other process releases its exclusive lock. The kernel releases a lock when
    the process ends. Raises `OSError` if the file system has no locks.
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
    """Block the signals that end a command until the end of the block.

    Processes that are started in the block have the signals blocked, too. A worker that
    is starting would print a traceback when it gets such a signal. Workers need no such
    signal, because this process ends all workers.
    """
    require()
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
