"""Operating-system process of a strategy: start, monitoring, termination, clean-up.

The process is a fresh interpreter in its own session, with a scratch folder, a clean
environment and one socket.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any

from contest.sandbox import workdir
from contest.sandbox.confinement import cgroups
from contest.sandbox.confinement.lockdown import MAX_THREADS, adopt_orphans
from contest.sandbox.confinement.orphans import children, kill_orphans, session
from contest.sandbox.tempdirs import TemporaryFolder
from contest.sandbox.wire import Broken, Connection
from solver.matrix.cache import cache_folder, kernel_folder

_CHILD = Path(__file__).with_name("child.py")
_LOOK = 0.25  # seconds between checks of the resources in use
_DUMP = 0.05  # seconds to print a traceback


_RUNNING: set[int] = set()  # sessions of the strategies of this process
_ALONE = Lock()  # of a start or an end


class Process:
    """A fresh interpreter that runs ``contest/sandbox/child.py``.

    `bare` leaves out the packages that are installed, which the launcher of a program
    does not need. `pid` changes when it enters namespaces of its own. `scratch` is its
    working folder and all that it may write to.
    """

    def __init__(self, *, bare: bool = False) -> None:
        self._folder = TemporaryFolder()
        self.scratch = self._folder.path
        self._output: IO[bytes] = tempfile.TemporaryFile()  # closed by end()
        self._allowed: tuple[int, int] | None = None  # None: the kernel limits files
        self._looked = time.monotonic()
        base = cgroups.delegated()
        self._group = None if base is None else cgroups.Group(base)
        ours, theirs = socket.socketpair()
        life, self._life = os.pipe()
        arguments = (theirs.fileno(), os.getpid(), life)
        flags = ("-P", "-s", "-S") if bare else ("-P", "-s")
        command = [sys.executable, *flags, str(_CHILD), *map(str, arguments)]
        with theirs, os.fdopen(life), _ALONE:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                cwd=self.scratch,
                env=_environment(str(self.scratch)),
                pass_fds=[theirs.fileno(), life],
                start_new_session=True,
            )
            _RUNNING.add(self._popen.pid)
        self.pid = self._session = self._popen.pid
        self._spent = 0.0  # CPU seconds before it entered its namespaces
        if self._group is not None:
            self._group.add(self.pid)  # before it reads the first message
        self.connection = Connection(ours)

    def separate(self, late: Callable[[], bool], *, wanted: bool = True) -> str:
        """Have the process enter namespaces of its own, before untrusted code runs.

        Return why it did not, empty if it did. Raises `Late` and `Broken` as
        `Connection.ask` does, `OSError` when the system cannot start a process.
        """
        adopt_orphans()
        reply = self.connection.ask({"namespaces": wanted}, late)
        if "failed" in reply:
            raise OSError(reply["failed"])
        shared: str = reply["shared"]
        if not shared:
            # The process that was started ends; its child becomes ours.
            self._spent = self.cpu()
            self._popen.wait()
            self.pid = reply["pid"]
        return shared

    def confine(self, rights: Mapping[str, Any], late: Callable[[], bool]) -> list[str]:
        """Have the process fill its folder and give up all but these rights.

        Returns the protections that this machine lacks, and raises as `separate` does.
        """
        kernels = "" if rights["command"] else str(kernel_folder())
        folders = {"scratch": str(self.scratch), "kernels": kernels}
        reply = self.connection.ask({**rights, **folders}, late)
        if "failed" in reply:
            raise OSError(reply["failed"])
        if not reply["limited"]:
            size, count = workdir.contents(str(self.scratch))
            self._allowed = size + workdir.CAPACITY, count + workdir.MAX_FILES
        # From here on the messages are those of an entry, with numbers from 1.
        self.connection = Connection(self.connection.end)
        missing: list[str] = reply["missing"]
        return missing

    def watch(self, late: Callable[[], bool]) -> bool:
        """Return whether the time is up; check the use of resources now and then.

        Raises `Broken`, which names the limit that the process exceeds.
        """
        if excess := self._excess():
            raise Broken(excess)
        return late()

    def _excess(self) -> str:
        if time.monotonic() < self._looked + _LOOK:
            return ""
        excess = "" if self._allowed is None else self._excess_of_files(*self._allowed)
        if workdir.threads(self.pid) > MAX_THREADS:
            excess = f"over {MAX_THREADS} threads"
        adopted = [p for p in children(os.getpid()) if session(p) == self._session]
        if children(self.pid) or set(adopted) - {self.pid}:
            excess = "processes of its own"  # their CPU time would not be counted
        self._looked = time.monotonic()
        return excess

    def _excess_of_files(self, most_bytes: int, most_files: int) -> str:
        # Stopped, so that it cannot change anything during the check.
        _send(os.kill, self.pid, signal.SIGSTOP)
        try:
            return workdir.excess(str(self.scratch), most_bytes, most_files, self.pid)
        finally:
            _send(os.kill, self.pid, signal.SIGCONT)

    def stop(self) -> None:
        """Stop all its threads until `go_on`."""
        _send(os.killpg, self._session, signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue after `stop`."""
        _send(os.killpg, self._session, signal.SIGCONT)

    def cpu(self) -> float:
        """Return the CPU seconds of the process so far, from the kernel."""
        if sys.platform != "linux":
            return 0.0
        try:
            # Clock id of another process's CPU clock on Linux.
            return self._spent + time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def exit_reason(self, late: Callable[[], bool]) -> str | None:
        """Return how the process ended, None when it has not.

        `late` returns whether there is no time left to wait for its end.
        """
        end = time.monotonic() + 1
        while True:
            try:
                status = self._status()
            except ChildProcessError:  # not a child of ours, or not any more
                return None
            if status is not None and status >= 0:
                return f"exited with status {status}"
            if status is not None:
                named = -status in set(signal.Signals)
                number = signal.Signals(-status).name if named else ""
                return f"killed by {number or f'signal {-status}'}"
            if late() or time.monotonic() > end:
                return None
            time.sleep(0.001)

    def _status(self) -> int | None:
        """Return the exit status, negative for a signal; None while it runs."""
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._popen.poll()
        # Not reaped, so that its pid is not reused before it is killed.
        options = os.WEXITED | os.WNOWAIT | os.WNOHANG
        done = os.waitid(os.P_PID, self.pid, options)
        if done is None:
            return None
        return done.si_status if done.si_code == os.CLD_EXITED else -done.si_status

    def last_words(self) -> list[str]:
        """Return the end of what the process printed, at most five lines."""
        size = self.printed_size()
        return self._output_between(max(0, size - 2000), size).splitlines()[-5:]

    def printed(self, start: int = 0, most: int = 0) -> str:
        """Return what the process printed from a byte on, at most so many bytes."""
        end = self.printed_size()
        first = max(start, end - most)
        left_out = f"... {first - start:,} bytes left out\n" if first > start else ""
        return left_out + self._output_between(first, end)

    def printed_size(self) -> int:
        """Return how many bytes the process printed."""
        return os.fstat(self._output.fileno()).st_size

    def _output_between(self, first: int, end: int) -> str:
        """Return a part of the output; nothing when the process made it unreadable.

        It has the same open file, and may truncate it or change its flags.
        """
        with suppress(OSError):
            # Not `seek`: the process would write from there on.
            printed = os.pread(self._output.fileno(), max(0, end - first), first)
            return printed.decode(errors="replace")
        return ""

    def dump(self) -> None:
        """Make the process print where it is; it is about to be killed."""
        _send(os.kill, self.pid, signal.SIGUSR1)
        time.sleep(_DUMP)

    def end(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        # Reaped only after the group is killed: until then its pid is not reused.
        _send(os.killpg, self._session, signal.SIGKILL)
        _send(os.kill, self.pid, signal.SIGKILL)
        self._popen.wait()
        with suppress(ChildProcessError):  # it is the one that was waited for
            os.waitpid(self.pid, 0)
        os.close(self._life)
        self.connection.close()
        self._output.close()
        with _ALONE:
            _RUNNING.discard(self._session)
            if not _RUNNING:  # else they could be of another strategy
                kill_orphans()
        if self._group is not None:
            self._group.close()
        self._folder.close()


def _send(send: Callable[[int, int], None], pid: int, number: int) -> None:
    """Send a signal to a process or group that may have ended."""
    with suppress(ProcessLookupError, PermissionError):
        send(pid, number)


def _environment(scratch: str) -> dict[str, str]:
    """Return the environment: one thread, its own folder, no secrets."""
    one = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "NUMBA")
    inherited = {k: os.environ[k] for k in ("SYSTEMROOT", "LANG") if k in os.environ}
    return inherited | {
        **{f"{name}_NUM_THREADS": "1" for name in one},
        "NUMBA_THREADING_LAYER": "workqueue",
        "NUMBA_CACHE_DIR": str(Path(scratch, workdir.KERNELS)),
        "CLUEPROOF_CACHE": str(cache_folder()),
        "HOME": scratch,
        "TMPDIR": scratch,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }
