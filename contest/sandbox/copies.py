"""Copies of a strategy's process, each for one game, so that no game knows of another.

The original is stopped while its copy plays. Whatever else the two share is looked at
from outside before the game and after it: where it has changed, or could change
without a trace, the process is not copied any more.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from contest.sandbox.process import Process, Seat, children, kill_orphans
from contest.sandbox.wire import Broken, Channel, Late, deadline

_LIMIT = 10.0  # seconds in which a copy must answer, or its original stop

State = tuple[object, ...]


class Copies:
    """Hands out copies of a process as it stood when it was ready.

    Parameters
    ----------
    process : Process
        The original; it was told to copy itself on request.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._original = process.seat
        self._before: State | None = None

    def make(self) -> Seat | None:
        """Return a copy of the process, which stands still from now on.

        Returns
        -------
        Seat or None
            None when the process cannot be copied faithfully: it runs threads, keeps
            a file open that a copy could write to, shares memory, or does not answer.
        """
        if sys.platform != "linux" or _threads(self._original.pid) > 1:
            return None
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        channel, late = self._original.channel, deadline(_LIMIT)
        watch = partial(self._process.watch, self._original.pid, late, copying=True)
        try:
            with theirs:
                number = channel.send({"copy": True}, theirs.fileno())
            if channel.receive(number, watch).get("copied") is not True:
                raise Broken
            pid = _sender(ours)
            if _parent(pid) not in (os.getpid(), self._original.pid):
                raise Broken  # it is somebody else by now
        except (OSError, Broken, Late):
            ours.close()
            self._end_helpers()
            return None
        if self._stop(pid) and _parent(pid) == os.getpid():
            self._before = self._shared()
        copy = Seat(pid, Channel(ours))
        if self._before is None:
            copy.end()
            self._process.go_on()
            return None
        return copy

    def end(self, copy: Seat) -> bool:
        """Kill a copy with all that it started, and let the original go on.

        Returns
        -------
        bool
            Whether the original is as it was, so that it may be copied again.
        """
        copy.end()
        kill_orphans(self._original.pid)
        same = self._shared() == self._before
        self._before = None
        self._process.go_on()
        return same

    def _stop(self, copy: int) -> bool:
        """Stop the original and whatever helps it; say whether that was possible."""
        pid, end = self._original.pid, time.monotonic() + _LIMIT
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
        options = os.WSTOPPED | os.WEXITED | os.WNOWAIT | os.WNOHANG
        while (found := os.waitid(os.P_PID, pid, options)) is None:
            if time.monotonic() > end:
                return False
            time.sleep(5e-5)
        self._end_helpers(copy)
        return found.si_code == os.CLD_STOPPED

    def _end_helpers(self, *spare: int) -> None:
        """End what the original has started, and copies that are not wanted."""
        for helper in children(self._original.pid):
            with suppress(ProcessLookupError):
                os.kill(helper, signal.SIGKILL)
        kill_orphans(self._original.pid, *spare)

    def _shared(self) -> State | None:
        """Return all in which a copy could leave word, None when it would be unseen."""
        proc = Path(f"/proc/{self._original.pid}")
        try:
            if _threads(self._original.pid) > 1 or not self._original.channel.quiet():
                return None
            files = []
            for file in sorted((proc / "fd").iterdir()):
                target = os.readlink(file)
                # Its own text tells where in the file it stands.
                facts = (proc / "fdinfo" / file.name).read_text()
                if target not in self._process.given and not self._only_read(
                    target, facts
                ):
                    return None
                files.append((file.name, target, facts))
            if any(map(self._writable_memory, _lines(proc / "maps"))):
                return None
            return (*files, self._process.printed(), *_listing(self._process.scratch))
        except OSError:
            return None

    def _only_read(self, target: str, facts: str) -> bool:
        """Whether a copy could do nothing but read from an open file."""
        flags = next(x for x in facts.splitlines() if x.startswith("flags:"))
        reads = int(flags.split()[1], 8) & os.O_ACCMODE == os.O_RDONLY
        return reads and target.startswith("/") and not self._inside(target)

    def _writable_memory(self, mapping: str) -> bool:
        """Whether a line of ``/proc/.../maps`` is memory that copies could write."""
        fields = mapping.split(maxsplit=5)
        path = fields[5] if len(fields) > 5 else ""
        if self._inside(path):
            return True
        if not fields[1].endswith("s"):
            return False
        # What lies outside the scratch folder was opened for reading.
        outside = path.startswith("/") and not path.startswith("/dev")
        return not outside or path.endswith("(deleted)")

    def _inside(self, path: str) -> bool:
        """Whether a copy could write to this file after it was opened for reading."""
        return path.startswith(str(self._process.scratch.resolve()))


def _sender(ours: socket.socket) -> int:
    """Return who sent the first line, as the kernel knows it."""
    ours.settimeout(_LIMIT)
    size = struct.calcsize("iii")
    _, ancillary, _, _ = ours.recvmsg(64, socket.CMSG_SPACE(size))
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            ours.settimeout(None)
            pid: int = struct.unpack("iii", data[:size])[0]
            return pid
    raise Broken


def _parent(pid: int) -> int:
    """Return the parent; the name before it may hold spaces and brackets."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[1])


def _threads(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return 0


def _lines(path: Path) -> list[str]:
    return path.read_text(errors="replace").splitlines()


def _listing(folder: Path) -> list[State]:
    """Return what tells whether anything in a folder was touched."""
    found = [_facts(str(folder))]
    waiting = [str(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as items:
            for item in items:
                found.append(_facts(item.path))
                if item.is_dir(follow_symlinks=False):
                    waiting.append(item.path)
    return found


def _facts(path: str) -> State:
    status = os.lstat(path)
    return path, status.st_mode, status.st_ino, status.st_size, status.st_ctime_ns
