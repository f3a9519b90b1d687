"""Locks, limits and signals of Unix, which Windows lacks: the referee needs them."""

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
"""The modules of the system that the referee needs, by name; empty on Windows."""

with suppress(ModuleNotFoundError):
    MODULES |= {name: import_module(name) for name in ("fcntl", "resource")}

OWNED_NAME = re.compile(r"clueproof-([0-9]+)-[0-9a-f]{16}")
"""Name of a folder or control group, with the number of the process that made it."""


def require() -> None:
    """Raise `InputError` on a system where the referee cannot run."""
    if not MODULES:
        raise InputError(
            "the referee needs Linux or macOS", "this command in WSL, on Windows"
        )


def make_owned_name() -> str:
    """Return a new `OWNED_NAME` of this process."""
    return f"clueproof-{os.getpid()}-{secrets.token_hex(8)}"


def lock(file: int | IO[bytes], *, shared: bool = False) -> bool:
    """Lock an open file; return whether that is done, or another process has locked it.

    A lock that may be `shared` with others is waited for. The kernel releases it when
    the process ends. Raises `OSError` where the file system has no locks.
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
    """Block the signals that end a command, here and in processes started meanwhile.

    A worker that is starting would print a traceback. It need not receive them, as
    this process ends all workers.
    """
    require()
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
