"""A strategy in a process of its own, which plays like any other strategy.

The referee writes one line of JSON and reads one, under a deadline, and believes
nothing in it that it has not checked. The process gets a fresh interpreter, a scratch
folder and the moves; never the answer, the seed, or the number of the game.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import site
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from contest.entries import Entry
from game.protocol import Forfeit, Outcome
from solver.cache import cache_folder, kernel_folder

WALL_FACTOR = 3
"""Wall limit of a game, in CPU limits: a busy neighbour does not decide a score."""

DIED = "process ended: "
"""How the reason begins when a game was lost together with its process."""

# One text for all of it: which part of a forged conversation is read first is chance.
_BROKE = "broke the rules of the channel"

_WARM_UP = 12  # the unscored game's limit, in limits of a game: 60 s by default
_LINE = 4096  # bytes of the longest message that a strategy may send
_CHILD = Path(__file__).with_name("child.py")
_ROOT = _CHILD.parent.parent
_SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/share", "/lib", "/lib64", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/urandom")
_CORES = os.cpu_count() or 1


class StartError(Exception):
    """A strategy that could not be imported, constructed or prepared."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a strategy's process is given.

    Parameters
    ----------
    entry : Entry
        The strategy.
    answers, guesses : str
        Files with the words.
    mode : str
        The game.
    max_turns : int
        Guesses allowed.
    time_limit : float
        Seconds of CPU time for a game.
    start_limit : float
        Seconds to import, construct and prepare.
    """

    entry: Entry
    answers: str
    guesses: str
    mode: str
    max_turns: int
    time_limit: float
    start_limit: float = 60.0


class RemoteStrategy:
    """A strategy that runs in its own process.

    Parameters
    ----------
    terms : Terms
        What it is and what it is given.

    Attributes
    ----------
    name : str
        What the strategy calls itself, made harmless.
    missing : list of str
        The protections that this machine does not have.
    seconds, cpu_seconds : float
        Time of the last game.
    survives_warm_up : bool
        Whether to play the unscored game when the process starts again.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.name = ""
        self.missing: list[str] = []
        self.seconds = self.cpu_seconds = 0.0
        self.survives_warm_up = True
        self._process: subprocess.Popen[bytes] | None = None
        self._seed = 0

    def start(self) -> None:
        """Start the process and wait until it is ready.

        Raises
        ------
        StartError
            When the strategy cannot be imported, constructed or prepared in time.
        """
        self.close()
        self._spawn()
        limit = self.terms.start_limit
        self._begin(0)
        self._cpu_end, self._wall_end = float("inf"), self._began + limit
        try:
            reply = self._exchange(self._start_message())
        except Forfeit as forfeit:
            slow = forfeit.outcome is Outcome.TIMEOUT
            reason = f"not ready within {limit:g} s" if slow else forfeit.reason
            raise StartError(self._with_output(reason)) from None
        if "failed" in reply:
            reason = self._with_output(harmless(reply["failed"]))
            self.close()
            raise StartError(reason)
        self.name = harmless(reply.get("name", ""))[:80]
        missing = reply.get("missing", [])
        self.missing = [harmless(step) for step in missing]

    @property
    def alive(self) -> bool:
        """Whether there is a process to play with."""
        return self._process is not None

    def new_game(self, seed: int) -> None:
        """Begin a game: its limits count from now.

        Parameters
        ----------
        seed : int
            For the strategy's own random generators.
        """
        self._begin(seed)
        limit = self.terms.time_limit
        self._cpu_end = self._cpu_began + limit
        self._wall_end = self._began + limit * WALL_FACTOR

    def new_warm_up(self) -> None:
        """Begin the game that is not scored, in which a strategy may compile."""
        self._begin(0)
        limit = min(self.terms.start_limit, _WARM_UP * self.terms.time_limit)
        self._cpu_end, self._wall_end = float("inf"), self._began + limit

    def first_move(self) -> tuple[str, float]:
        """Ask for the first move of the game begun by `new_game`."""
        return self._move({"seed": self._seed})

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Ask for the next move."""
        return self._move({"turn": [guess, epsilon, result]})

    def close(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        if self._process is None:
            return
        # Reaped only after the group is killed: until then its number is ours.
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        self._channel.close()
        self._output.close()
        _kill_orphans()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def end_game(self) -> None:
        """Take the time of the game just played."""
        if self._process is not None:
            self.seconds = time.monotonic() - self._began
            # A process that has just died has no clock any more.
            self.cpu_seconds = max(0.0, self._cpu() - self._cpu_began)

    def _begin(self, seed: int) -> None:
        self._seed = seed
        self._began, self._cpu_began = time.monotonic(), self._cpu()

    def _spawn(self) -> None:
        self._scratch = tempfile.mkdtemp(prefix="clueproof-")
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        kernels = Path(self._scratch, "kernels")
        if kernel_folder().is_dir():
            shutil.copytree(kernel_folder(), kernels)
        self._channel, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-s", str(_CHILD)]
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                cwd=self._scratch,
                env=_environment(self._scratch),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._channel.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._channel, select.POLLIN)
        self._count = 0

    def _start_message(self) -> dict[str, Any]:
        terms, entry = self.terms, self.terms.entry
        python = sysconfig.get_paths()
        ours = [str(_ROOT / name) for name in ("game", "solver", "strategies", "data")]
        ours += [str(_CHILD), *(str(_ROOT / "contest" / f"{n}.py") for n in _SHOWN)]
        readable = [sys.prefix, sys.base_prefix, *site.getsitepackages()]
        readable += [python["stdlib"], python["platstdlib"], *_SYSTEM, *_DEVICES]
        readable += [*ours, str(cache_folder()), terms.answers, terms.guesses]
        return {
            "entry": entry.text,
            "path": str(entry.path),
            "expression": entry.expression,
            "answers": terms.answers,
            "guesses": terms.guesses,
            "mode": terms.mode,
            "max_turns": terms.max_turns,
            "time_limit": terms.time_limit,
            "readable": [*readable, *_own_files(entry.path)],
            "writable": [self._scratch, "/dev/null"],
        }

    def _move(self, request: dict[str, Any]) -> tuple[str, float]:
        reply = self._exchange(request)
        if "raised" in reply:
            raise Forfeit(Outcome.CRASHED, harmless(reply["raised"]))
        # Whatever it is, `check_move` judges it.
        return cast("tuple[str, float]", reply.get("move"))

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send one line and return the one line that answers it."""
        self._count += 1
        line = json.dumps({"id": self._count, **request}).encode() + b"\n"
        try:
            # Messages alternate, so the channel has room for this one.
            if self._channel.send(line) < len(line):
                raise self._lost(_BROKE)
            received = self._receive()
        except OSError:
            raise self._lost(_BROKE) from None
        try:
            reply = json.loads(received)
        except (ValueError, RecursionError):
            raise self._lost(_BROKE) from None
        if not isinstance(reply, dict) or type(reply.get("id")) is not int:
            raise self._lost(_BROKE)
        if reply["id"] != self._count:
            raise self._lost(_BROKE)
        return reply

    def _receive(self) -> bytes:
        received = b""
        while not received.endswith(b"\n"):
            self._wait()
            part = self._channel.recv(_LINE + 1)
            received += part
            if not part:
                raise self._lost(self._exit())
            if len(received) > _LINE or b"\n" in received[:-1]:
                raise self._lost(_BROKE)
        if self._cpu() > self._cpu_end:
            raise self._late()
        return received

    def _wait(self) -> None:
        """Wait until there is something to read, at most until the deadline."""
        while True:
            wall = self._wall_end - time.monotonic()
            cpu = self._cpu_end - self._cpu()
            if wall <= 0 or cpu <= 0:
                raise self._late()
            # CPU time runs at most as many times faster than the clock.
            pause = min(wall, max(cpu / _CORES, 0.002), 3600.0)
            if self._poll.poll(pause * 1000):
                return

    def _cpu(self) -> float:
        """Return the CPU seconds of the process so far, from outside."""
        if sys.platform != "linux" or self._process is None:
            return 0.0
        try:
            # How Linux numbers the CPU clock of another process.
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except OSError:
            return 0.0

    def _late(self) -> Forfeit:
        self.end_game()
        self.close()
        return Forfeit(Outcome.TIMEOUT, f"over {self.terms.time_limit:g} s")

    def _lost(self, reason: str) -> Forfeit:
        self.end_game()
        reason = self._with_output(DIED + reason)
        self.close()
        return Forfeit(Outcome.CRASHED, reason.splitlines()[0])

    def _exit(self) -> str:
        assert self._process is not None
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return _BROKE
        if status < 0:
            return f"killed by {signal.Signals(-status).name}"
        return f"exited with status {status}"

    def _with_output(self, reason: str) -> str:
        """Return the reason and the end of what the process printed."""
        if self._process is None:
            return reason
        size = self._output.seek(0, os.SEEK_END)
        self._output.seek(max(0, size - 2000))
        tail = self._output.read(2000).decode(errors="replace")
        return "\n".join([reason, *map(harmless, tail.splitlines()[-5:])])


# Of this package, what the process itself needs.
_SHOWN = ("__init__", "child", "lockdown", "entries")


def _own_files(path: Path) -> list[str]:
    """Return what a strategy may read beside its file.

    Not the folder: that may hold the results of this very run, and in them the seed.
    """
    beside = path.parent.iterdir()
    return [str(p) for p in beside if p.suffix == ".py" or p.name.startswith(path.stem)]


def harmless(text: object) -> str:
    """Return a stranger's text as one line that no terminal or CSV obeys.

    Examples
    --------
    >>> harmless("a" + chr(27) + "[31mb")
    'a?[31mb'
    """
    line = str(text) if isinstance(text, str) else repr(text)
    clean = "".join(c if c.isprintable() else "?" for c in line[:200])
    # A spreadsheet would run a cell that begins like a formula.
    return f"'{clean}" if clean.startswith(("=", "+", "-", "@")) else clean


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


def _kill_orphans() -> None:
    """Kill what a strategy started and left behind.

    The referee adopts it (it is a subreaper); its own helpers, like joblib's, are in
    its session and are spared.
    """
    if sys.platform != "linux":
        return
    try:
        listing = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:
        return
    session = os.getsid(0)
    for pid in map(int, listing.split()):
        try:
            if os.getsid(pid) != session:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        except (ProcessLookupError, PermissionError, ChildProcessError):
            continue
