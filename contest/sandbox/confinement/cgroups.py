"""Control groups of strategies' processes: limits of memory and threads.

Where cgroup v2 is delegated to this user, a control group limits the memory of a
process with all that it started, page cache included, and the number of its threads.
Without delegation each process has its own limits alone
(`contest.sandbox.confinement.lockdown`).
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from contest.sandbox.confinement.lockdown import MAX_THREADS, MEMORY
from contest.sandbox.confinement.unix import OWNED_NAME, make_owned_name

_HIERARCHY = Path("/sys/fs/cgroup")
"""Where the hierarchy is mounted."""

_OWN_GROUPS = Path("/proc/self/cgroup")
"""File of the kernel with the groups of this process."""

GROUP = {
    "memory.max": str(MEMORY),
    "memory.swap.max": "0",
    "memory.oom.group": "1",  # it ends as a whole
    "pids.max": str(2 * MAX_THREADS),  # the referee ends it earlier, and says why
}
"""Contents of the files of a group; the one for swap may be absent."""

_CONTROLLERS = {"memory", "pids"}
_EMPTY = 1.0  # seconds until killed processes have left a group


class Group:
    """A group that exists until `close`.

    The new group is in `base`, from `find_delegated`; `limits` are contents of its
    files. Raises `OSError` when it cannot be made.
    """

    def __init__(self, base: Path, limits: Mapping[str, str] = GROUP) -> None:
        self.path = _make_folder(base)
        for name, value in limits.items():
            if name != "memory.swap.max" or (self.path / name).exists():
                (self.path / name).write_text(value)

    def add(self, pid: int) -> None:
        """Move a process into the group; what it starts from now on is in it too."""
        with suppress(ProcessLookupError):  # it has ended
            (self.path / "cgroup.procs").write_text(str(pid))

    def close(self) -> None:
        """Kill all processes of the group and remove it."""
        _remove_group(self.path)


def find_delegated(
    hierarchy: Path = _HIERARCHY, own_groups: Path = _OWN_GROUPS
) -> Path | None:
    """Return the group in which this process may make groups.

    A group with processes can have no groups with limits, so this process moves to a
    group of its own, which the workers that it starts are then in. Groups of processes
    that have ended are removed.

    None where the controllers of memory and threads are not delegated to this user, or
    where other processes are in the group of this one.
    """
    own_group = _find_own_group(hierarchy, own_groups)
    if own_group is None:
        return None
    if OWNED_NAME.fullmatch(own_group.name):
        enabled = _read_words(own_group.parent / "cgroup.subtree_control")
        return own_group.parent if enabled >= _CONTROLLERS else None
    if not _read_words(own_group / "cgroup.controllers") >= _CONTROLLERS:
        return None
    sweep_groups(own_group)
    group = None
    try:
        group = _make_folder(own_group)
        (group / "cgroup.procs").write_text(str(os.getpid()))
        enable = " ".join(f"+{name}" for name in sorted(_CONTROLLERS))
        (own_group / "cgroup.subtree_control").write_text(enable)
    except OSError:
        with suppress(OSError):
            (own_group / "cgroup.procs").write_text(str(os.getpid()))
        if group is not None:
            _remove_group(group)
        return None
    return own_group


def memory_limit() -> str:
    """Return what limits the memory of strategies that this process starts.

    "cgroup v2" limits a process with all that it started, "address space" each process.
    """
    return "address space" if find_delegated() is None else "cgroup v2"


def sweep_groups(base: Path) -> None:
    """Remove the groups whose owners have ended."""
    with suppress(OSError):
        for path in list(base.iterdir()):
            match = OWNED_NAME.fullmatch(path.name)
            if match and not Path("/proc", match[1]).exists():
                _remove_group(path)


def _find_own_group(hierarchy: Path, own_groups: Path) -> Path | None:
    """Return the folder of this process's group in the hierarchy of version 2."""
    with suppress(OSError):
        for line in own_groups.read_text().splitlines():
            if line.startswith("0::/"):
                return hierarchy / line.removeprefix("0::/")
    return None


def _make_folder(base: Path) -> Path:
    path = base / make_owned_name()
    path.mkdir()
    return path


def _read_words(file: Path) -> set[str]:
    try:
        return set(file.read_text().split())
    except OSError:
        return set()


def _remove_group(path: Path) -> None:
    """Kill what is in a group and remove it; a later `sweep_groups` tries again."""
    with suppress(OSError), (path / "cgroup.kill").open("r+") as file:
        file.write("1")
    end = time.monotonic() + _EMPTY
    while time.monotonic() < end:
        try:
            path.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:  # it is gone, or cannot be removed
                return
            time.sleep(0.005)  # a process that was killed is still in it
