"""Remote strategy: a proxy for a strategy in a sandboxed process.

The referee sends one line of JSON and reads one reply under a deadline, and validates
every value in it. The process has a fresh interpreter, a scratch folder and the moves;
never the answer, the seed, or the number of the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from contest.entries.digests import IGNORED_NAMES, checkout_files, file_digest
from contest.sandbox.policy import (
    SandboxPolicy,
    executable,
    objection_to_reading,
    readable,
)
from contest.sandbox.process import Process
from contest.sandbox.text import own_name, pairs, printable, sanitize
from contest.sandbox.wire import (
    Broken,
    Closed,
    Late,
    deadline,
    infinite_if_null,
    null_if_infinite,
)
from contest.sandbox.workdir import CHECKOUT
from game.protocol import Forfeit, Outcome

PROTOCOL = 1
"""Version of the messages that ``docs/guide/protocol.md`` describes."""

WALL_FACTOR = 3
"""Wall limit of a game in CPU limits, so that load on the machine decides no score."""

DIED = "process ended: "
"""Prefix of the reason of a game whose process ended."""

_BROKE = "broke the rules of the channel"

_SHOWN = 600  # bytes of a line

LOG = 1 << 16
"""Bytes that are kept of what a strategy prints in a game."""


class StartError(Exception):
    """A strategy that could not be imported, constructed or prepared."""


class Time(NamedTuple):
    """Seconds by the clock, and of CPU time."""

    wall: float
    cpu: float


class RemoteStrategy:
    """A strategy that runs in a process of its own.

    `check` is called some hundred times a second while a reply is awaited. Its
    exceptions end the wait, after which the process can only be closed.

    `name` is the strategy's ``__str__``, sanitized. `missing` has the protections that
    this machine lacks. `namespaces` is ``own`` where the process has its own, else
    ``none`` and why. `seconds` and `cpu_seconds` are the time of the last game;
    `confined` and `ready` are the time of the last start until the process was
    confined, before any of the strategy's code ran, and until it could play.
    `survives_warm_up` says whether to play the unscored game when the process starts
    again.
    """

    def __init__(
        self, policy: SandboxPolicy, check: Callable[[], None] = lambda: None
    ) -> None:
        self.policy, self._check = policy, check
        self.name = ""
        self.missing: list[str] = []
        self.namespaces = ""
        self.seconds = self.cpu_seconds = 0.0
        self.confined = self.ready = Time(0.0, 0.0)
        self.survives_warm_up = True
        self._process: Process | None = None
        self._seed = 0
        self._seen = 0  # bytes of its output that were returned, or are of no game
        self._rest = ""  # what a process that ended had printed
        self._exchange = ""  # with a process that ended

    def start(self) -> None:
        """Start the process and wait until it is ready.

        Raises `StartError` when the strategy cannot be imported, constructed or
        prepared in time.
        """
        self.close()
        self._process = Process(bare=self.policy.entry.is_program)
        limit = self.policy.limits.start_timeout
        self._begin(0, deadline(limit))
        reply, reason = {}, ""
        try:
            wanted = "namespaces" not in self.policy.without
            shared = self._process.separate(self._late, wanted=wanted)
            self.namespaces = f"none ({shared})" if shared else "own"
            # Sent before any untrusted code runs.
            self.missing = self._process.confine(self._rights(), self._late)
            self.confined = self.elapsed()
            reply = self._process.connection.ask(self._hello(), self._watch)
            if "failed" in reply:
                hint = objection_to_reading(reply.get("wanted"), self.policy)
                reason = sanitize(reply["failed"]) + hint
        except Late:
            reason = f"not ready within {limit:g} s"
        except Broken as error:
            reason = self._death(error)
        if reason:
            # With the end of its output, for its author.
            lines = [reason, *map(sanitize, self._process.last_words())]
            self.close()
            raise StartError("\n".join([*lines, *self.exchange().splitlines()]))
        self.name = own_name(reply.get("name", ""))
        self.ready = self.elapsed()

    @property
    def alive(self) -> bool:
        """Whether there is a process to play with."""
        return self._process is not None

    def new_warm_up(self) -> None:
        """Begin the unscored game, whose limits are those of a game."""
        self._begin(0, self._limit_of_a_game())

    def new_game(self, seed: int) -> None:
        """Begin a game and start its clocks; `seed` is for the random generators."""
        assert self._process is not None
        self._seen, self._rest = self._process.printed_size(), ""
        self._process.go_on()
        self._begin(seed, self._limit_of_a_game())

    def _limit_of_a_game(self) -> Callable[[], bool]:
        """Return a function that tests whether a game that begins now is late."""
        assert self._process is not None
        limit, clock = self.policy.setting.timeout, self._process.cpu
        cpu_end, wall_over = clock() + limit, deadline(limit * WALL_FACTOR)
        return lambda: clock() > cpu_end or wall_over()

    def first_move(self) -> tuple[str, float]:
        """Request the first move of the game that `new_game` started."""
        return self._move({"seed": self._seed})

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Request the next move."""
        return self._move({"turn": (guess, null_if_infinite(epsilon), result)})

    def state(self) -> tuple[tuple[str, str], ...]:
        """Request the strategy's variables, within the time of the game.

        Names and values are printable; there are none where the process has ended, and
        none of a program.
        """
        if self._process is None or self.policy.entry.is_program:
            return ()
        return pairs(self._ask({"state": True}).get("state"))

    def end_game(self) -> None:
        """Record the time of the game; end the process if games are isolated.

        Otherwise it is stopped until the next game, as its use of resources is not
        checked between games.
        """
        if self._process is None:
            return
        self._take_time()
        if self.policy.limits.isolate_games:
            self.close()
        else:
            self._process.stop()

    def printed(self) -> str:
        """Return what the strategy printed since the last call, or in this game.

        Printable characters and line breaks, the end of at most `LOG` bytes; empty
        where the policy keeps no log.
        """
        if self._process is None:
            text, self._rest = self._rest, ""
        else:
            text = self._output()
            self._seen = self._process.printed_size()
        return text

    def _output(self) -> str:
        assert self._process is not None
        if not self.policy.log:
            return ""
        return printable(self._process.printed(self._seen, LOG))

    def exchange(self) -> str:
        """Return the last line that was sent to a program, and what came back.

        Two printable lines, and the rule that the reply breaks, if any; nothing of a
        strategy in Python, whose author knows none of them.
        """
        if self._process is None:
            return self._exchange
        if not self.policy.entry.is_program:
            return ""
        connection = self._process.connection
        lines = {
            "sent": _shown(connection.sent),
            "back": _shown(connection.received),
            "fault": sanitize(connection.fault),
        }
        return "\n".join(f"{name}: {line}" for name, line in lines.items() if line)

    def close(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        if self._process is not None:
            self._rest, self._exchange = self._output(), self.exchange()
            self._process.end()
            self._process = None

    def _begin(self, seed: int, late: Callable[[], bool]) -> None:
        assert self._process is not None
        self._seed, self._late = seed, late
        self._began, self._cpu_began = time.monotonic(), self._process.cpu()

    def _watch(self) -> bool:
        assert self._process is not None
        self._check()
        return self._process.watch(self._late)

    def elapsed(self) -> Time:
        """Return the time since the start or game began, or of a game that was lost."""
        if self._process is None:
            return Time(self.seconds, self.cpu_seconds)
        # A process that has just ended has no CPU clock.
        cpu = max(0.0, self._process.cpu() - self._cpu_began)
        return Time(time.monotonic() - self._began, cpu)

    def _take_time(self) -> None:
        self.seconds, self.cpu_seconds = self.elapsed()

    def _move(self, request: dict[str, Any]) -> tuple[str, float]:
        reply = self._ask(request)
        if "raised" in reply:
            raise Forfeit(Outcome.CRASHED, sanitize(reply["raised"]))
        if "invalid" in reply:
            raise Forfeit(Outcome.INVALID, sanitize(reply["invalid"]))
        # Any value may arrive here; `check_move` validates it.
        move = reply.get("move")
        if isinstance(move, list) and len(move) == 2:
            move[1] = infinite_if_null(move[1])
        return cast("tuple[str, float]", move)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process is not None
        try:
            return self._process.connection.ask(request, self._watch)
        except Late:
            reason = f"over {self.policy.setting.timeout:g} s"
            forfeit = Forfeit(Outcome.TIMEOUT, reason)
        except Broken as error:
            forfeit = Forfeit(Outcome.CRASHED, self._death(error))
        self._take_time()
        if forfeit.outcome is Outcome.TIMEOUT and self.policy.log:
            self._process.dump()
        self.close()
        if self.policy.log and self._exchange:
            self._rest += f"{self._exchange}\n"
        raise forfeit

    def _death(self, error: Broken) -> str:
        assert self._process is not None
        ended: str | None = str(error)
        if isinstance(error, Closed):
            try:
                ended = self._process.exit_reason(self._watch)
            except Broken as excess:
                ended = str(excess)
        return DIED + (ended or _BROKE)

    def _rights(self) -> dict[str, Any]:
        assert self._process is not None
        home = self.policy.entry.checkout
        if home is not None:
            checkout_files(home)  # refuses a folder that is too large to copy
        return {
            "readable": readable(self.policy),
            "executable": executable(self.policy.entry),
            "command": self.policy.entry.command,
            "writable": [str(self._process.scratch), "/dev/null"],
            "without": self.policy.without,
            "checkout": str(home or ""),
            "ignored": IGNORED_NAMES,
            "start": self._start(),
        }

    def _start(self) -> dict[str, Any]:
        """Return what to import and construct."""
        policy, entry = self.policy, self.policy.entry
        path, home = entry.path, entry.checkout
        if home is not None:
            # A copy, so that the strategy can write to it.
            assert self._process is not None
            copy = self._process.scratch / CHECKOUT / home.name
            path, home = copy / path.relative_to(home), copy
        return {
            "entry": entry.text,
            "path": str(path),
            "checkout": str(home or ""),
            "expression": entry.expression,
            "co_loaded": policy.co_loaded,
            "log": policy.log,
        }

    def _hello(self) -> dict[str, Any]:
        """Return the first message of the protocol: the setting and the words."""
        setting = self.policy.setting.to_dict()
        words = (
            {"path": path, "sha256": file_digest(Path(path))}
            for path in self.policy.words
        )
        return {
            "protocol": PROTOCOL,
            "setting": {k: null_if_infinite(v) for k, v in setting.items()},
            **dict(zip(("answers", "guesses"), words, strict=True)),
        }


def _shown(line: bytes) -> str:
    """Return a line of the channel as printable text of bounded length."""
    text = printable(line[:_SHOWN].decode(errors="replace")).rstrip("\n")
    text = " ".join(text.splitlines())
    if len(line) > _SHOWN:
        return f"{text}... ({len(line):,} bytes)"
    return text + (
        "" if line.endswith(b"\n") else " (no line feed)" if line else "nothing"
    )
