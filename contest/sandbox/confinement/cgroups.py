"""Control groups of strategies' processes: limits of memory and threads.

If cgroup v2 is delegated to this user, a control group limits the memory of a process
and of all processes that it started, page cache included, and the number of threads.
Without delegation only the limits of each single process apply
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
"""Folder where the hierarchy of control groups is mounted."""

_OWN_GROUPS = Path("/proc/self/cgroup")
"""File of the kernel that names the control groups of this process."""

GROUP = {
    "memory.max": str(MEMORY),
    "memory.swap.max": "0",
    "memory.oom.group": "1",  # if memory runs out, the whole group ends
    # The referee ends a process with more than MAX_THREADS threads and gives a reason.
    # The limit of the group is higher, so that the referee notices the threads first.
    "pids.max": str(2 * MAX_THREADS),
}
"""Limits of the control group of a strategy: what to write to each file of the group.

A key is the name of a file in the group's folder. If the kernel does not limit swap,
the file ``memory.swap.max`` is absent, and nothing is written to it.
"""

_CONTROLLERS = {"memory", "pids"}
_EMPTY = 1.0  # seconds within which killed processes must leave a group


class Group:
    """A control group that exists until `close`.

    The new group is made in the group `base`, which `find_delegated` returned. A key of
    `limits` is the name of a file of the new group, and the value is the text to write
    to this file. Raises `OSError` if the group cannot be made.
    """

    def __init__(self, base: Path, limits: Mapping[str, str] = GROUP) -> None:
        self.path = _make_folder(base)
        for name, value in limits.items():
            if name != "memory.swap.max" or (self.path / name).exists():
                (self.path / name).write_text(value)

    def add(self, pid: int) -> None:
        """Move a process, and the processes that it starts later, into the group."""
        with suppress(ProcessLookupError):  # the process has ended
            (self.path / "cgroup.procs").write_text(str(pid))

    def close(self) -> None:
        """Kill all processes of the group and remove the group."""
        _remove_group(self.path)


def find_delegated(
    hierarchy: Path = _HIERARCHY, own_groups: Path = _OWN_GROUPS
) -> Path | None:
    """Return the control group in which this process may make groups, or None.

    A group that contains processes cannot contain groups with limits. So this process
    moves from its group to a new group inside that group, and the old group is
    returned. Workers that this process starts later are in the new group, too. Groups
    that were left there by processes that have ended are removed.

    None is returned if the controllers of memory and threads are not delegated to this
    user, or if the group of this process has other processes. `hierarchy` is the folder
    of all control groups. `own_groups` is the file that names the groups of this
    process.
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
    """Return how the memory of strategies is limited on this machine.

    The text "cgroup v2" means one limit for a process together with all processes that
    it started. The text "address space" means a limit for each single process.
    """
    return "address space" if find_delegated() is None else "cgroup v2"


def sweep_groups(base: Path) -> None:
    """Remove from the group `base` the control groups of processes that have ended.

    The name of a control group has the number of the process that made the group.
    """
    with suppress(OSError):
        for path in list(base.iterdir()):
            match = OWNED_NAME.fullmatch(path.name)
            if match and not Path("/proc", match[1]).exists():
                _remove_group(path)


def _find_own_group(hierarchy: Path, own_groups: Path) -> Path | None:
    """Return the folder of this process's control group, or None without cgroup v2.

    `hierarchy` is the folder of all control groups. `own_groups` is the file that names
    the groups of this process.
    """
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
    """Kill all processes of a group and remove the group.

    If the group cannot be removed, a later call of `sweep_groups` tries again.
    """
    with suppress(OSError), (path / "cgroup.kill").open("r+") as file:
        file.write("1")
    end = time.monotonic() + _EMPTY
    while time.monotonic() < end:
        try:
            path.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:  # the group is gone, or cannot be removed
                return
            time.sleep(0.005)  # a killed process is still in the group
