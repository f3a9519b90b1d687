"""Finds what a run leaves: processes, temporary files, shared memory, descriptors."""

from __future__ import annotations

import gc
import os
import re
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from contest.sandbox.confinement.referee import list_children


def held(temporary: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the resources of this process, and the files of its temporary folder."""
    gc.collect()
    files = []
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the listing's own descriptor is closed
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
    """Return the ids of the processes that name a folder.

    A process names the folder in its command, its environment variables or its working
    folder. A process that was killed but has not ended yet is left out.
    """
    pids = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            shown = (process / "cmdline").read_bytes()
            shown += (process / "environ").read_bytes()
            shown += os.fsencode(os.readlink(process / "cwd"))
            is_killed = was_killed(process)
        except OSError:
            continue
        if os.fsencode(folder) in shown and not is_killed:
            pids.append(int(process.name))
    return pids


def was_killed(process: Path) -> bool:
    """Return whether SIGKILL is pending for a process, or the process is exiting.

    `process` is its folder in /proc.
    """
    status = (process / "status").read_text()
    pending = re.findall(r"^S[ih][gd]Pnd:\s*(\w+)$", status, re.MULTILINE)
    flags = int((process / "stat").read_text().rpartition(")")[2].split()[6])
    exiting = 4  # PF_EXITING of the kernel
    kill = 1 << signal.SIGKILL - 1
    return bool(flags & exiting) or any(int(mask, 16) & kill for mask in pending)
