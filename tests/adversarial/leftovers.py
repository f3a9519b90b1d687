"""Leftovers of a run: processes, temporary files, shared memory and descriptors."""

from __future__ import annotations

import gc
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from contest.sandbox.confinement.referee import list_children


def held(temporary: str | os.PathLike[str]) -> dict[str, Any]:
    """Return what this process holds, and what is in its temporary folder."""
    gc.collect()
    files = []
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the one by which they are listed
            target = os.readlink(f"/proc/self/fd/{number}")
            files.append(target.partition(":")[0])  # pipes and sockets have a number
    return {
        "processes": sorted(list_children(os.getpid())),
        "temporary": sorted(os.listdir(temporary)),
        "shared memory": shared_memory(os.getpid()),
        "files": sorted(files),
        "threads": sorted(thread.name for thread in threading.enumerate()),
    }


def shared_memory(pid: int) -> list[str]:
    """Return the shared memory that joblib has made for a process."""
    names = [f"sem.loky-{pid}-*", f"joblib_memmapping_folder_{pid}_*"]
    return [str(path) for name in names for path in Path("/dev/shm").glob(name)]


def processes(folder: str | os.PathLike[str]) -> list[int]:
    """Return the processes that live in a folder, by what the kernel knows of them."""
    pids = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            shown = (process / "cmdline").read_bytes()
            shown += (process / "environ").read_bytes()
            shown += os.fsencode(os.readlink(process / "cwd"))
        except OSError:
            continue
        if os.fsencode(folder) in shown:
            pids.append(int(process.name))
    return pids
