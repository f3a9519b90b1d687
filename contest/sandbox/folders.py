"""Temporary folders with an owner: when it is killed, the next run removes them."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from contest.sandbox import workdir

# With the number of the process that made it; no other folder has such a name.
_NAME = re.compile(r"clueproof-([0-9]+)-[0-9a-f]{16}")


class Folder:
    """A temporary folder that exists for as long as it has an owner.

    Parameters
    ----------
    path : Path, optional
        A folder that has other owners too, made if need be; by default a new one.

    Attributes
    ----------
    path : Path
        Where it is.
    close : callable
        Gives it up, and the last owner removes it; called at the latest when the
        process exits.

    Notes
    -----
    Every owner holds a shared lock on it, which the system frees when the process
    ends, in whatever way. Where an exclusive lock can be had, the owners are gone.
    """

    def __init__(self, path: Path | None = None) -> None:
        lock = None
        while lock is None:
            name = f"clueproof-{os.getpid()}-{secrets.token_hex(8)}"
            self.path = path or Path(tempfile.gettempdir(), name)
            lock = _claimed(self.path, shared=path is not None)
        self.close = weakref.finalize(self, _leave, str(self.path), lock)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def sweep() -> None:
    """Remove what this user's runs have left whose owners are gone.

    Temporary folders, and the semaphores of joblib when the process that removes them
    was killed too.
    """
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as items:
        for item in items:
            if found := _NAME.fullmatch(item.name):
                with suppress(OSError):
                    _sweep(item.path, found[1])


def _claimed(path: Path, *, shared: bool) -> int | None:
    """Make a folder and lock it; None when another run is about to remove it."""
    path.mkdir(mode=0o700, parents=shared, exist_ok=shared)
    try:
        lock = os.open(path, workdir.FOLDER)
    except FileNotFoundError:
        return None
    with suppress(OSError):  # a file system without locks
        fcntl.flock(lock, fcntl.LOCK_SH)
    with suppress(FileNotFoundError):
        if os.path.samestat(os.fstat(lock), os.lstat(path)):
            return lock
    os.close(lock)
    return None


def _sweep(path: str, process: str) -> None:
    # No link is followed, so that nobody can give another folder this name.
    lock = os.open(path, workdir.FOLDER)
    try:
        if os.fstat(lock).st_uid == os.geteuid():
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not _running(process):  # no other one has its number by now
                for semaphore in Path("/dev/shm").glob(f"sem.loky-{process}-*"):
                    semaphore.unlink(missing_ok=True)
            workdir.empty(lock)
            os.rmdir(path)
    finally:
        os.close(lock)


def _running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def _leave(path: str, lock: int) -> None:
    """Remove a folder, unless it has other owners."""
    with suppress(OSError):  # what cannot be removed, the next run tries again
        if _alone(lock):
            workdir.empty(lock)
            os.rmdir(path)
    os.close(lock)


def _alone(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: nobody sweeps there either
        pass
    return True
