"""Limits of a strategy's process, and the clock that measures its time."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

TIMEOUT = 5.0
"""Default of `Setting.timeout` in a run: CPU seconds of a game."""

MOST_GAMES = 10**9
"""Maximum number of games of an entry in a run."""

MOST_SECONDS = 86_400.0
"""Maximum time limit of a game and of a start."""

WALL_FACTOR = 3
"""Wall limit in CPU limits, so that load on the machine decides no score."""

WITHOUT_CORE = " s without a core)"
"""End of the reason of a game that was lost because the machine lacked CPU."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a strategy's process.

    `start_timeout` is the CPU time to import, construct and prepare, in seconds; the
    time by the clock is three times as long.
    """

    start_timeout: float = 60.0
    isolate_games: bool = False


class Time(NamedTuple):
    """Seconds by the clock, of CPU time, and of waiting for a core.

    The last is known on Linux alone, and 0.0 where it is not asked for.
    """

    wall: float
    cpu: float
    waited: float = 0.0

    def since(self, earlier: Time) -> Time:
        """Return the time since an earlier one, at least 0."""
        pairs = zip(self, earlier, strict=True)
        return Time(*(max(0.0, now - then) for now, then in pairs))


NO_TIME = Time(0.0, 0.0)


class Clock:
    """Clock that runs from now on.

    `read` returns the age of the process, with the time that it waited for a core if
    that is asked for. `limit` is in seconds of CPU time; by the clock, it is
    `WALL_FACTOR` times as long.
    """

    def __init__(self, read: Callable[[bool], Time], limit: float) -> None:
        self._read = read
        self.limit = limit
        self._began = read(True)
        self._late: Time | None = None

    def read(self) -> Time:
        """Return the time since the clock was started, without waits for a core."""
        return self._read(False).since(self._began)

    def is_late(self) -> bool:
        """Return whether a limit is exceeded."""
        time = self.read()
        if time.cpu <= self.limit and time.wall <= WALL_FACTOR * self.limit:
            return False
        # Now, as the process will have ended when the reason is asked for.
        self._late = self._read(True).since(self._began)
        return True

    @property
    def lacked_cpu(self) -> bool:
        """Whether the machine, and not the strategy, exceeded the limit by the clock.

        The strategy neither computed nor slept for as long as its CPU limit: it waited
        for a core for the rest.
        """
        late = self._late
        return (
            late is not None
            and late.cpu <= self.limit
            and late.wall - late.cpu - late.waited <= self.limit
        )

    @property
    def reason(self) -> str:
        """Which limit was exceeded; an empty text when no limit was."""
        late = self._late
        if late is None:
            return ""
        if late.cpu > self.limit:
            return f"over {self.limit:g} s of CPU time"
        end = f", {late.waited:.1f}{WITHOUT_CORE}" if self.lacked_cpu else ")"
        wall = WALL_FACTOR * self.limit
        return f"over {wall:g} s by the clock ({late.cpu:.1f} s of CPU{end}"


def read_waits(process: int) -> float:
    """Return how long the threads of a process were able to run and got no core.

    In seconds; 0 where the kernel does not say it, and without threads that ended.
    """
    total = 0
    with suppress(OSError, ValueError, IndexError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[1])
    return total / 1e9
