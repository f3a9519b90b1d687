"""Limits of a strategy's process, and the clock that measures its time."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

TIMEOUT = 5.0
"""Default of `Setting.timeout` in a run: the limit of CPU seconds for a game."""

MOST_GAMES = 10**9
"""Maximum number of games of an entry in a run."""

MOST_SECONDS = 86_400.0
"""Largest time limit, in seconds, that a run may set for a game or for a start."""

WALL_FACTOR = 3
"""The limit of wall-clock time, divided by the limit of CPU time.

The limit of wall-clock time is longer, so that a game is seldom lost because other
programs keep the machine busy.
"""

WITHOUT_CORE = " s without a core)"
"""End of the reason why a game was lost, if the machine had too little CPU time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a strategy's process.

    `start_timeout` is the limit of CPU time to import, construct and prepare the
    strategy, in seconds. The start may take `WALL_FACTOR` times as many seconds of
    wall-clock time. `isolate_games` says whether every game gets a new process.
    """

    start_timeout: float = 60.0
    isolate_games: bool = False


class Time(NamedTuple):
    """Time that a process took, in seconds of three kinds.

    `wall` is wall-clock time, `cpu` is CPU time, and `waited` is the time in which the
    threads were ready to run but got no core. `waited` is 0.0 if the time of waiting
    was not measured, as on systems other than Linux.
    """

    wall: float
    cpu: float
    waited: float = 0.0

    def since(self, earlier: Time) -> Time:
        """Return this time minus an earlier time of the process.

        The result has a difference for each of the three kinds of time. A negative
        difference becomes 0.
        """
        pairs = zip(self, earlier, strict=True)
        return Time(*(max(0.0, now - then) for now, then in pairs))


NO_TIME = Time(0.0, 0.0)


class Clock:
    """Clock of a process, with a time limit; the clock starts when it is made.

    The parameter `read` is a function that returns the time that the process has taken
    since its start. The argument of `read` says whether to measure the time in which
    the process waited for a core, too. `limit` is the limit of CPU time in seconds. The
    limit of wall-clock time is `WALL_FACTOR` times as long.
    """

    def __init__(self, read: Callable[[bool], Time], limit: float) -> None:
        self._read = read
        self.limit = limit
        self._began = read(True)
        self._late: Time | None = None

    def read(self) -> Time:
        """Return the time since the clock was made; `waited` is not measured."""
        return self._read(False).since(self._began)

    def is_late(self) -> bool:
        """Return whether the process has exceeded a limit since the clock was made.

        One limit is for the CPU time, and one limit is for the wall-clock time.
        """
        time = self.read()
        if time.cpu <= self.limit and time.wall <= WALL_FACTOR * self.limit:
            return False
        # The time is read now, because the process may end before `reason` is called.
        self._late = self._read(True).since(self._began)
        return True

    @property
    def lacked_cpu(self) -> bool:
        """Whether the limit of wall-clock time was exceeded for lack of a free core.

        A free core was lacking if the CPU time is at most its limit, the time in which
        the process slept is at most the same limit, and the process waited for a core
        for the rest of the wall-clock time.
        """
        late = self._late
        return (
            late is not None
            and late.cpu <= self.limit
            and late.wall - late.cpu - late.waited <= self.limit
        )

    @property
    def reason(self) -> str:
        """Text that says which time limit was exceeded; empty if none was exceeded."""
        late = self._late
        if late is None:
            return ""
        if late.cpu > self.limit:
            return f"over {self.limit:g} s of CPU time"
        end = f", {late.waited:.1f}{WITHOUT_CORE}" if self.lacked_cpu else ")"
        wall = WALL_FACTOR * self.limit
        return f"over {wall:g} s of wall-clock time ({late.cpu:.1f} s of CPU time{end}"


def read_waits(process: int) -> float:
    """Return how many seconds the threads of a process were ready but got no core.

    `process` is the number of the process. The seconds of all threads are added;
    threads that have ended do not count. The result is 0 if the kernel does not measure
    this time.
    """
    total = 0
    with suppress(OSError, ValueError, IndexError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[1])
    return total / 1e9
