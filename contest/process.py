"""The process of a strategy as the operating system sees it.

A fresh interpreter in a session of its own, with a scratch folder, a clean
environment and one channel. It may hand out copies of itself, which begin where it
stands. Killing, reaping and cleaning up are done here and nowhere else.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from contest import scratch
from contest.channel import Broken, Channel
from solver.cache import cache_folder, kernel_folder

_CHILD = Path(__file__).with_name("child.py")
_LOOK = 0.25  # seconds between looks at what a strategy takes
_COPY_LIMIT = 2.0  # seconds in which a copy must answer


class Seat:
    """Somebody to talk to: a process and the channel to it.

    Parameters
    ----------
    pid : int
        The process, a child of this one.
    channel : Channel
        Our end.
    """

    def __init__(self, pid: int, channel: Channel) -> None:
        self.pid = pid
        self.channel = channel

    def cpu(self) -> float:
        """Return the CPU seconds of the process so far, read from outside."""
        if sys.platform != "linux":
            return 0.0
        try:
            # How Linux numbers the CPU clock of another process.
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def exit_reason(self, late: Callable[[], bool]) -> str | None:
        """Return how the process ended, None when it has not.

        Parameters
        ----------
        late : callable
            Says when there is no time left to wait for its end.
        """
        end = time.monotonic() + 1
        while True:
            # Not reaped, so that its number stays taken until it is killed.
            options = os.WEXITED | os.WNOWAIT | os.WNOHANG
            done = os.waitid(os.P_PID, self.pid, options)
            if done is not None:
                if done.si_code == os.CLD_EXITED:
                    return f"exited with status {done.si_status}"
                named = done.si_status in set(signal.Signals)
                number = signal.Signals(done.si_status).name if named else ""
                return f"killed by {number or f'signal {done.si_status}'}"
            if late() or time.monotonic() > end:
                return None
            time.sleep(0.001)

    def end(self) -> None:
        """Kill the process, reap it and hang up."""
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        self.channel.close()


class Process:
    """A fresh interpreter that runs ``contest/child.py``.

    Attributes
    ----------
    seat : Seat
        The process itself.
    scratch : Path
        Its own folder, which is its working folder and all that it may write to.
    """

    def __init__(self) -> None:
        self.scratch = Path(tempfile.mkdtemp(prefix="clueproof-"))
        self._saved: _Saved | None = None
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end()
        _link_kernels(self.scratch / "kernels")
        self._allow_more()
        self._looked = time.monotonic()
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-s", str(_CHILD)]
        with theirs:
            self._popen = subprocess.Popen(
                [*command, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                cwd=self.scratch,
                env=_environment(str(self.scratch)),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            self._given = {0, 1, 2, theirs.fileno()}
        self.seat = Seat(self._popen.pid, Channel(ours))

    def take_in(self, folder: Path, ignored: Iterable[str]) -> Path:
        """Put a copy of a folder into the scratch folder and return where it is."""
        copy = self.scratch / folder.name
        skip = shutil.ignore_patterns(*ignored)
        shutil.copytree(folder, copy, symlinks=True, ignore=skip)
        self._allow_more()
        return copy

    def copy(self) -> Seat | None:
        """Return a copy of the process as it stands, to play one game.

        Returns
        -------
        Seat or None
            None when the process cannot be copied faithfully: it runs threads, keeps
            a file open for writing or shares memory, through which copies could
            also talk to each other, or does not answer.
        """
        if not self._copyable():
            return None
        if self._saved is None:
            try:
                self._saved = _Saved(self.scratch)
            except (OSError, RecursionError):  # a folder that cannot be copied
                return None
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        try:
            with theirs:
                self.seat.channel.send({"copy": True}, theirs.fileno())
            pid = _sender(ours)
        except (OSError, Broken):
            ours.close()
            return None
        return Seat(pid, Channel(ours))

    def end_copy(self, copy: Seat) -> bool:
        """Kill a copy with all that it started, and undo what it wrote.

        Returns
        -------
        bool
            Whether all could be undone.
        """
        copy.end()
        for pid in _children(self.seat.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        kill_orphans(spare=self.seat.pid)
        assert self._saved is not None
        try:
            return self._saved.restore()
        except (OSError, RecursionError):
            return False

    def excess(self, pid: int) -> str:
        """Say what the process or its copy has too much of; look now and then."""
        if time.monotonic() < self._looked + _LOOK:
            return ""
        found = scratch.excess(str(self.scratch), *self._allowed, pid)
        self._looked = time.monotonic()
        return found

    def last_words(self) -> list[str]:
        """Return the end of what the process printed, at most five lines."""
        size = self._output.seek(0, os.SEEK_END)
        self._output.seek(max(0, size - 2000))
        return self._output.read(2000).decode(errors="replace").splitlines()[-5:]

    def end(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        # Reaped only after the group is killed: until then its number is ours.
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self.seat.channel.close()
        self._output.close()
        kill_orphans()
        with suppress(OSError):
            scratch.remove(str(self.scratch))
        if self._saved is not None:
            with suppress(OSError):
                scratch.remove(str(self._saved.kept))

    def _allow_more(self) -> None:
        held, count = scratch.contents(str(self.scratch))
        self._allowed = held + scratch.CAPACITY, count + scratch.MAX_FILES

    def _copyable(self) -> bool:
        """Look from outside for what copies would share with their original."""
        if sys.platform != "linux":
            return False
        proc = Path(f"/proc/{self.seat.pid}")
        try:
            if len(list((proc / "task").iterdir())) > 1:
                return False
            for file in (proc / "fdinfo").iterdir():
                if int(file.name) not in self._given and (
                    _writable(file.read_text())
                    or self._inside(os.readlink(proc / "fd" / file.name))
                ):
                    return False
            maps = (proc / "maps").read_text().splitlines()
        except OSError:
            return False
        return not any(self._shared(line) for line in maps)

    def _shared(self, mapping: str) -> bool:
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
        return path.startswith(str(self.scratch.resolve()))


def kill_orphans(spare: int = 0) -> None:
    """Kill what strategies started and left behind.

    The referee adopts it (it is a subreaper); its own helpers, like joblib's, are in
    its session and are spared, and so is the process `spare`.
    """
    if sys.platform != "linux":
        return
    session = os.getsid(0)
    for _ in range(1000):  # those that it kills may leave others
        found = False
        for pid in _children(os.getpid()):
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                if pid != spare and os.getsid(pid) != session:
                    found = True
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
        if not found:
            return


def _children(pid: int) -> list[int]:
    try:
        return [
            int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return []


def _writable(fdinfo: str) -> bool:
    flags = next(line for line in fdinfo.splitlines() if line.startswith("flags:"))
    return int(flags.split()[1], 8) & os.O_ACCMODE != os.O_RDONLY


def _sender(ours: socket.socket) -> int:
    """Return who sent the first line, as the kernel knows it."""
    ours.settimeout(_COPY_LIMIT)
    size = struct.calcsize("iii")
    _, ancillary, _, _ = ours.recvmsg(64, socket.CMSG_SPACE(size))
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            ours.settimeout(None)
            pid: int = struct.unpack("iii", data[:size])[0]
            return pid
    raise Broken


def _link_kernels(folder: Path) -> None:
    """Lay out the compiled kernels in a folder that can be written to.

    From a folder that cannot, numba does not read; links cost less than copies, and
    what it writes takes the place of a link.
    """
    for kernel in kernel_folder().rglob("*.nb?"):
        link = folder / kernel.relative_to(kernel_folder())
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(kernel)


class _Saved:
    """A folder as it once was."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = Path(tempfile.mkdtemp(prefix="clueproof-saved-"))
        try:
            shutil.copytree(folder, self.kept, dirs_exist_ok=True, symlinks=True)
        except (OSError, RecursionError):
            scratch.remove(str(self.kept))
            raise
        self._listing = _listing(folder)

    def restore(self) -> bool:
        """Undo whatever was changed since; say whether that was possible."""
        now = _listing(self.folder)
        if now == self._listing:
            return True
        touched = [p for p, facts in now.items() if self._listing.get(p) != facts]
        for path in sorted(touched, reverse=True):  # what is in a folder before it
            _remove(self.folder / path)
        for path in sorted(self._listing):
            if not os.path.lexists(self.folder / path):
                _put_back(self.kept / path, self.folder / path)
        before, self._listing = self._listing, _listing(self.folder)
        return before.keys() == self._listing.keys()


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()


def _put_back(kept: Path, path: Path) -> None:
    if kept.is_dir() and not kept.is_symlink():
        path.mkdir()
    else:
        shutil.copy2(kept, path, follow_symlinks=False)


def _listing(folder: Path) -> dict[Path, tuple[int, ...]]:
    """Return what tells whether a file below a folder was touched."""
    found = {}
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            facts = path.lstat()
            # A folder's own times change with what is in it.
            times = () if path.is_dir() else (facts.st_size, facts.st_ctime_ns)
            found[path.relative_to(folder)] = (facts.st_mode, facts.st_ino, *times)
    return found


def _environment(scratch: str) -> dict[str, str]:
    """Return all that the process inherits: one thread, its own folder, no secrets."""
    one = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "NUMBA")
    kept = {k: os.environ[k] for k in ("SYSTEMROOT", "LANG") if k in os.environ}
    return kept | {
        **{f"{name}_NUM_THREADS": "1" for name in one},
        "NUMBA_THREADING_LAYER": "workqueue",
        "NUMBA_CACHE_DIR": str(Path(scratch, "kernels")),
        "CLUEPROOF_CACHE": str(cache_folder()),
        "HOME": scratch,
        "TMPDIR": scratch,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }
