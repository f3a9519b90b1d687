"""Operating-system process of a strategy: start, requests, limits, end.

The process is a fresh interpreter in its own session, with a scratch folder, a clean
environment and one socket. The process is confined before any code of the strategy
runs.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import IO, Any

from contest.sandbox import workdir
from contest.sandbox.confinement import cgroups
from contest.sandbox.confinement.lockdown import MAX_THREADS
from contest.sandbox.confinement.referee import (
    adopt_orphans,
    find_session,
    kill_orphans,
    list_children,
)
from contest.sandbox.limits import NO_TIME, WALL_FACTOR, Clock, Time, read_waits
from contest.sandbox.policy import (
    SandboxPolicy,
    make_environment,
    make_messages,
)
from contest.sandbox.tempdirs import TemporaryFolder
from contest.sandbox.untrusted_text import sanitize, sanitize_lines
from contest.sandbox.wire import Broken, Closed, Connection, Late

DIED = "process ended: "
"""Prefix of the reason why a game or a start failed, if the process ended."""

_CHILD = Path(__file__).with_name("child.py")
_INTERVAL = 0.25  # seconds between checks of the resources in use
_DUMP = 0.05  # seconds that the process gets to print a traceback
_LINE_SHOWN = 600  # largest number of bytes that are shown of a received line
_BROKE = "broke the rules of the protocol"

_SESSIONS: set[int] = set()  # sessions of the running strategies of this referee
_LOCK = Lock()  # held while a process starts or ends


class StartError(Exception):
    """A strategy could not be imported, constructed or prepared.

    `lacked_cpu` says whether the reason is that the machine had too little CPU time.
    """

    lacked_cpu = False


class Died(Exception):
    """The process ended, exceeded a limit or broke the rules of the protocol.

    The text of the exception says which of these things happened.
    """


def launch(policy: SandboxPolicy) -> Process:
    """Start a strategy's process and wait until it is ready to play.

    Raises `StartError` for a fault of the strategy, and `OSError` for a fault of the
    system.
    """
    process = Process(policy)
    try:
        process.get_ready()
    except BaseException:  # KeyboardInterrupt after Ctrl-C is also caught
        process.close()
        raise
    return process


class Process:
    """A fresh interpreter that runs ``contest/sandbox/child.py``.

    The constructor starts the process, and `get_ready` makes it ready to play. If a
    request fails, `end` kills the process. The output of the process can be read until
    `close` is called.

    `scratch` is the working folder, the only folder to which the process may write.
    `pid` changes when the process enters namespaces of its own. `get_ready` sets
    `name`, the sanitized ``__str__`` of the strategy; `missing`, the protections that
    this machine lacks; and `namespaces`, which is ``own``, or ``none`` with the reason.
    """

    def __init__(self, policy: SandboxPolicy) -> None:
        self.policy = policy
        self.name = self.namespaces = ""
        self.missing: tuple[str, ...] = ()
        self._began = time.monotonic()
        self._age_at_end = NO_TIME
        self._checked = self._began  # when the use of resources was last checked
        self.ended = False
        self._folder = TemporaryFolder()
        self.scratch = self._folder.path
        self._output: IO[bytes] = tempfile.TemporaryFile()  # closed by close()
        # The largest number of bytes and of files in the folder. It is None if the
        # kernel, not the referee, limits these numbers.
        self._folder_limits: tuple[int, int] | None = None
        base = cgroups.find_delegated()
        self._group = None if base is None else cgroups.Group(base)
        # The interpreter gets one end of a socket pair, and one end of a pipe. The
        # referee keeps the other end of the pipe, which closes when the referee ends.
        ours, theirs = socket.socketpair()
        life, self._life = os.pipe()
        # If the entry is a program, the launcher needs no installed packages, and the
        # flag -S leaves them out.
        flags = ("-P", "-s", *(["-S"] if policy.entry.is_program else ()))
        arguments = (theirs.fileno(), os.getpid(), life)
        with theirs, os.fdopen(life), _LOCK:
            self._popen = subprocess.Popen(
                [sys.executable, *flags, str(_CHILD), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                cwd=self.scratch,
                env=make_environment(self.scratch),
                pass_fds=[theirs.fileno(), life],
                start_new_session=True,
            )
            _SESSIONS.add(self._popen.pid)
        self.pid = self._session = self._popen.pid
        self._before = NO_TIME  # CPU time and waits before the namespaces were entered
        if self._group is not None:
            self._group.add(self.pid)  # before the process reads the first message
        self._connection = Connection(ours)

    def get_ready(self) -> None:
        """Confine the process and have it construct the strategy.

        Raises `StartError` for a fault of the strategy, and `OSError` for a fault of
        the system.
        """
        clock = Clock(self.read_age, self.policy.limits.start_timeout)
        late = clock.is_late
        order, hello = make_messages(self.policy, self.scratch)
        # Our launcher answers the first two requests; untrusted code answers all later
        # requests.
        try:
            self._enter_namespaces(late)
            self._confine(order, late)
            reply = self.ask(hello, late)
        except Late:
            raise self._late_error(clock) from None
        except Died as error:
            raise self._start_error(DIED + str(error)) from None
        if "failed" in reply:
            raise self._start_error(sanitize(reply["failed"]))
        self.name = sanitize(reply.get("name", ""))

    def _late_error(self, clock: Clock) -> StartError:
        """Return the error of a start that took too long by `clock`."""
        error = self._start_error(
            f"not ready in time, {clock.reason}: expected at most {clock.limit:g} s of "
            f"CPU time and {WALL_FACTOR * clock.limit:g} s of wall-clock time; "
            "--start-timeout sets both limits"
        )
        error.lacked_cpu = clock.lacked_cpu
        return error

    def _start_error(self, reason: str) -> StartError:
        """Return the error of a start that failed for `reason`.

        The text of the error has the reason and the last lines of the strategy's
        output. For a program, the text also has the last line that was sent to the
        program and the last line that came back.
        """
        size = self.output_size
        output = self._read_bytes(max(0, size - 2000), size).splitlines()[-5:]
        lines = [reason, *map(sanitize, output), *self.exchange.splitlines()]
        return StartError("\n".join(lines))

    def _enter_namespaces(self, late: Callable[[], bool]) -> None:
        """Have the process enter namespaces of its own, before untrusted code runs.

        `late` returns whether the time of the start is up.
        """
        adopt_orphans()
        wanted = "namespaces" not in self.policy.without
        reply = self._ask_launcher({"namespaces": wanted}, late)
        if reply["shared"]:
            self.namespaces = f"none ({reply['shared']})"
        else:
            # The launched process ends. The process that it forked becomes our child.
            self.namespaces = "own"
            self._before = self.read_age(waits=True)
            self._popen.wait()
            self.pid = reply["pid"]

    def _confine(self, order: dict[str, Any], late: Callable[[], bool]) -> None:
        """Have the process fill its working folder, and give up its rights.

        `order` is the message to the launcher: what to put into the folder, and which
        rights to keep. `late` returns whether the time of the start is up.
        """
        reply = self._ask_launcher(order, late)
        if not reply["limited"]:
            size, count = workdir.measure_contents(str(self.scratch))
            self._folder_limits = size + workdir.CAPACITY, count + workdir.MAX_FILES
        # The launcher has answered two requests, but the protocol numbers its messages
        # from 1. So a new `Connection` on the same socket counts from 1 again.
        self._connection = Connection(self._connection.end)
        self.missing = (*reply["missing"],)

    def _ask_launcher(
        self, request: dict[str, Any], late: Callable[[], bool]
    ) -> dict[str, Any]:
        """Send a request to the launcher (``child.py``) and return the reply.

        The launcher is our own code, so its reply is trusted. `late` returns whether
        the time is up. Raises `OSError` if the launcher reports a failure.
        """
        reply = self._ask(request, late)
        if "failed" in reply:
            raise OSError(reply["failed"])
        return reply

    def ask(
        self, request: dict[str, Any], late: Callable[[], bool], *, dump: bool = False
    ) -> dict[str, Any]:
        """Send a request to untrusted code and return its reply, an object of JSON.

        `late` returns whether the time is up. Raises `Late` when the time is up. If
        `dump` is set, a process whose time is up prints its traceback before it is
        killed. Raises `Died` when the process ends or breaks a rule. After any
        exception the process has ended.
        """
        try:
            return self._ask(request, partial(self._watch, late))
        except Late:
            self.end(dump=dump)
            raise
        except BaseException:
            self.end()
            raise

    def _ask(self, request: dict[str, Any], late: Callable[[], bool]) -> dict[str, Any]:
        try:
            return self._connection.ask(request, late)
        except Closed:
            raise Died(self._exit_reason(late) or _BROKE) from None
        except Broken:
            raise Died(_BROKE) from None

    def _watch(self, late: Callable[[], bool]) -> bool:
        """Return whether the time is up, as `late` says.

        Before that, check the resources that the process uses, if the last check was
        more than `_INTERVAL` seconds ago.
        """
        if time.monotonic() > self._checked + _INTERVAL:
            self._check_resources()
            self._checked = time.monotonic()
        return late()

    def _check_resources(self) -> None:
        """Raise `Died` when the process uses more than it may.

        The function checks the number of threads, and whether the process has started
        other processes. It also checks the size and the number of the files in the
        working folder, unless the kernel limits the folder.
        """
        if self._folder_limits is not None:
            self.stop()  # so that the process cannot change files during the check
            try:
                excess = workdir.find_excess(
                    str(self.scratch), *self._folder_limits, self.pid
                )
            finally:
                self.resume()
            if excess:
                raise Died(excess)
        if workdir.count_threads(self.pid) > MAX_THREADS:
            raise Died(f"over {MAX_THREADS} threads")
        ours = {pid for pid in list_children(os.getpid()) if pid != self.pid}
        if list_children(self.pid) or self._session in map(find_session, ours):
            # The CPU time of further processes would not be counted.
            raise Died("it started processes of its own")

    def _exit_reason(self, late: Callable[[], bool]) -> str:
        """Return how the process ended, for example "killed by SIGKILL".

        Wait for the end for up to a second, unless `late` says that the time is up.
        Return an empty string if the process has not ended by then.
        """
        end = time.monotonic() + 1
        while True:
            try:
                status = self._exit_status()
            except ChildProcessError:  # the process is not, or no longer, our child
                return ""
            if status is not None and status >= 0:
                return f"exited with status {status}"
            if status is not None:
                known = {int(number): number.name for number in signal.Signals}
                return f"killed by {known.get(-status, f'signal {-status}')}"
            if late() or time.monotonic() > end:
                return ""
            time.sleep(0.001)

    def _exit_status(self) -> int | None:
        """Return the exit status of the process, or None while the process runs.

        If a signal killed the process, the status is the negative number of the signal.
        """
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._popen.poll()
        # WNOWAIT: the process is not reaped, so its pid is not reused before the kill.
        options = os.WEXITED | os.WNOWAIT | os.WNOHANG
        done = os.waitid(os.P_PID, self.pid, options)
        if done is None:
            return None
        return done.si_status if done.si_code == os.CLD_EXITED else -done.si_status

    def read_age(self, waits: bool = False) -> Time:
        """Return the time that the process has taken from its start until now.

        If the process has ended, return the time until its end. If `waits` is set, the
        time in which the process waited for a core is measured, too.
        """
        if self.ended:
            return self._age_at_end
        cpu = 0.0
        if sys.platform == "linux":
            # Linux computes the id of a process's CPU clock from the pid in this way.
            # `OSError` means that the process has just ended.
            with suppress(OSError):
                cpu = self._before.cpu + time.clock_gettime((~self.pid << 3) | 2)
        waited = self._before.waited + read_waits(self.pid) if waits else 0.0
        return Time(time.monotonic() - self._began, cpu, waited)

    def stop(self) -> None:
        """Stop all threads of the process until `resume` is called."""
        if not self.ended:
            _send_signal(os.killpg, self._session, signal.SIGSTOP)

    def resume(self) -> None:
        """Let all threads of the process go on after a call of `stop`."""
        if not self.ended:
            _send_signal(os.killpg, self._session, signal.SIGCONT)

    @property
    def output_size(self) -> int:
        """Number of bytes that the process printed."""
        return os.fstat(self._output.fileno()).st_size

    def read_output(self, start: int, limit: int) -> str:
        """Return the output of the process from byte `start` on, made printable.

        If there are more than `limit` bytes, only the last `limit` bytes are returned,
        and the text begins with the number of bytes that were left out.
        """
        end = self.output_size
        kept = max(start, end - limit)
        notice = f"... {kept - start:,} bytes left out\n" if kept > start else ""
        return sanitize_lines(notice + self._read_bytes(kept, end))

    def _read_bytes(self, start: int, end: int) -> str:
        """Return the output of the process from byte `start` to byte `end`.

        Return an empty string if the file of the output cannot be read: the process
        shares the open file, and may truncate the file or change the file's flags.
        """
        with suppress(OSError):
            # `seek` would move the place where the process writes; `pread` does not.
            output = os.pread(self._output.fileno(), max(0, end - start), start)
            return output.decode(errors="replace")
        return ""

    @property
    def exchange(self) -> str:
        """The last line that was sent to a program, and the line that came back.

        The two lines begin with "sent" and "back", and are made printable. If the reply
        breaks a rule of the protocol, a third line says which rule. For a strategy in
        Python the text is empty, because the author of such a strategy never sees these
        lines.
        """
        if not self.policy.entry.is_program:
            return ""
        lines = {
            "sent": _format_line(self._connection.sent),
            "back": _format_line(self._connection.received),
            "fault": sanitize(self._connection.fault),
        }
        return "\n".join(f"{name}: {line}" for name, line in lines.items() if line)

    def end(self, *, dump: bool = False) -> None:
        """Kill the process and all processes that it started, and remove its folder.

        If `dump` is set, the process first prints its traceback.
        """
        if self.ended:
            return
        self._age_at_end = self.read_age()
        if dump:
            _send_signal(os.kill, self.pid, signal.SIGUSR1)
            time.sleep(_DUMP)
        # The process group is killed before the process is reaped. Until a process is
        # reaped, no other process can get its pid.
        _send_signal(os.killpg, self._session, signal.SIGKILL)
        _send_signal(os.kill, self.pid, signal.SIGKILL)
        self._popen.wait()
        with suppress(ChildProcessError):  # `pid` was waited for already
            os.waitpid(self.pid, 0)
        # No process of the strategy runs any more, so its files can be removed.
        self.ended = True
        os.close(self._life)
        self._connection.close()
        with _LOCK:
            _SESSIONS.discard(self._session)
            if not _SESSIONS:  # otherwise an orphan could belong to another strategy
                kill_orphans()
        if self._group is not None:
            self._group.close()
        self._folder.close()

    def close(self) -> None:
        """Kill the process if it still runs, and discard its output."""
        self.end()
        self._output.close()


def _format_line(line: bytes) -> str:
    """Return a line of the protocol as printable text, cut to a fixed length."""
    text = sanitize_lines(line[:_LINE_SHOWN].decode(errors="replace")).rstrip("\n")
    text = " ".join(text.splitlines())
    if len(line) > _LINE_SHOWN:
        return f"{text}... ({len(line):,} bytes)"
    if not line:
        return "nothing"
    return text if line.endswith(b"\n") else f"{text} (no line feed)"


def _send_signal(send: Callable[[int, int], None], pid: int, number: int) -> None:
    """Send the signal `number` to `pid`, which may have ended.

    `send` is `os.kill` if `pid` is a process, or `os.killpg` if it is a process group.
    """
    with suppress(ProcessLookupError, PermissionError):
        send(pid, number)
