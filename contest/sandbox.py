"""A strategy in a process of its own, which plays like any other strategy.

The referee writes one line of JSON and reads one, under a deadline, and believes
nothing in it that it has not checked. The process gets a fresh interpreter, a scratch
folder and the moves; never the answer, the seed, or the number of the game.
"""

from __future__ import annotations

import re
import site
import sys
import sysconfig
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from contest.channel import Broken, Closed, Late, deadline
from contest.copies import Copies
from contest.entries import Entry
from contest.process import Process, Seat
from contest.provenance import IGNORED
from game.protocol import Forfeit, Outcome
from solver.cache import cache_folder

WALL_FACTOR = 3
"""Wall limit of a game, in CPU limits: a busy neighbour does not decide a score."""

DIED = "process ended: "
"""How the reason begins when a game was lost together with its process."""

# One text for all of it: which part of a forged conversation is read first is chance.
_BROKE = "broke the rules of the channel"

_WARM_UP = 12  # the unscored game's limit, in limits of a game: 60 s by default
_ROOT = Path(__file__).resolve().parent.parent
_RESULTS = _ROOT / "results"
_SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/share", "/lib", "/lib64", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/urandom")


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
    isolated : bool
        Whether every game gets a copy of its own of the process as it stood after
        the unscored game, so that no game can know of another.
    boards : int
        Secrets that the same guesses must find.
    hard : str
        The kind of hard mode.
    without : tuple of str
        Protections to leave out, as on a machine that lacks them; for tests.
    company : tuple of str
        Calls that make other strategies of its file, which are there beside it.
    """

    entry: Entry
    answers: str
    guesses: str
    mode: str
    max_turns: int
    time_limit: float
    start_limit: float = 60.0
    isolated: bool = False
    boards: int = 1
    hard: str = "off"
    without: tuple[str, ...] = ()
    company: tuple[str, ...] = ()


class Time(NamedTuple):
    """Seconds by the clock, and of CPU time."""

    wall: float
    cpu: float


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
    confined, ready : Time
        What the last start took until nothing of the strategy's had run yet, and
        until it could play.
    survives_warm_up : bool
        Whether to play the unscored game when the process starts again.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.name = ""
        self.missing: list[str] = []
        self.seconds = self.cpu_seconds = 0.0
        self.confined = self.ready = Time(0.0, 0.0)
        self.survives_warm_up = True
        self._process: Process | None = None
        self._copies: Copies | None = None
        self._copy: Seat | None = None
        self._seed = 0

    def start(self) -> None:
        """Start the process and wait until it is ready.

        Raises
        ------
        StartError
            When the strategy cannot be imported, constructed or prepared in time.
        """
        self.close()
        self._process = Process()
        self._copies = Copies(self._process) if self.terms.isolated else None
        limit = self.terms.start_limit
        self._begin(0, deadline(limit))
        reply, reason = {}, ""
        try:
            # Said before any of the strategy's code runs, so it is no stranger's word.
            rights = self._seat.channel.ask(self._rights(), self._late)
            self.missing = rights["missing"]
            self.confined = self.elapsed()
            reply = self._seat.channel.ask(self._start_message(), self._watch)
            reason = harmless(reply["failed"]) if "failed" in reply else ""
        except Late:
            reason = f"not ready within {limit:g} s"
        except Broken as error:
            reason = self._death(error)
        if reason:
            # With what it printed: its author will want to know.
            reason = "\n".join([reason, *map(harmless, self._process.last_words())])
            self.close()
            raise StartError(reason)
        self.name = harmless(reply.get("name", ""))[:80]
        self.ready = self.elapsed()

    @property
    def alive(self) -> bool:
        """Whether there is a process to play with."""
        return self._process is not None

    def new_warm_up(self) -> None:
        """Begin the game that is not scored, in which a strategy may compile."""
        limit = min(self.terms.start_limit, _WARM_UP * self.terms.time_limit)
        self._begin(0, deadline(limit))

    def new_game(self, seed: int) -> None:
        """Begin a game: its limits count from now.

        Parameters
        ----------
        seed : int
            For the strategy's own random generators.
        """
        if self._copies is not None:
            self._copy = self._copies.make()
        limit = self.terms.time_limit
        clock = self._seat.cpu
        cpu_end, wall_over = clock() + limit, deadline(limit * WALL_FACTOR)
        self._begin(seed, lambda: clock() > cpu_end or wall_over())

    def first_move(self) -> tuple[str, float]:
        """Ask for the first move of the game begun by `new_game`."""
        return self._move({"seed": self._seed})

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Ask for the next move."""
        return self._move({"turn": (guess, epsilon, result)})

    def end_game(self) -> None:
        """Take the time of the game just played; end what was there for it alone."""
        if self._process is None:
            return
        self._take_time()
        if self._copy is not None:
            assert self._copies is not None
            same = self._copies.end(self._copy)
            self._copy = None
            if not same:
                self.close()
        elif self.terms.isolated:
            self.close()  # it could not be copied: the next game gets a new one

    def close(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        if self._copy is not None:
            self._copy.end()
            self._copy = None
        if self._process is not None:
            self._process.end()
            self._process = self._copies = None

    @property
    def _seat(self) -> Seat:
        assert self._process is not None
        return self._copy or self._process.seat

    def _begin(self, seed: int, late: Callable[[], bool]) -> None:
        self._seed, self._late = seed, late
        self._began, self._cpu_began = time.monotonic(), self._seat.cpu()

    def _watch(self) -> bool:
        """Say whether the time is up, and end what has taken too much else."""
        assert self._process is not None
        if excess := self._process.excess(self._seat.pid):
            raise Broken(excess)
        return self._late()

    def elapsed(self) -> Time:
        """Return the time since the start or the game began; after a loss, its time."""
        if self._process is None:
            return Time(self.seconds, self.cpu_seconds)
        # A process that has just died has no clock any more.
        cpu = max(0.0, self._seat.cpu() - self._cpu_began)
        return Time(time.monotonic() - self._began, cpu)

    def _take_time(self) -> None:
        self.seconds, self.cpu_seconds = self.elapsed()

    def _move(self, request: dict[str, Any]) -> tuple[str, float]:
        reply = self._ask(request)
        if "raised" in reply:
            raise Forfeit(Outcome.CRASHED, harmless(reply["raised"]))
        # Whatever it is, `check_move` judges it.
        return cast("tuple[str, float]", reply.get("move"))

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._seat.channel.ask(request, self._watch)
        except Late:
            reason = f"over {self.terms.time_limit:g} s"
            forfeit = Forfeit(Outcome.TIMEOUT, reason)
        except Broken as error:
            forfeit = Forfeit(Outcome.CRASHED, self._death(error))
        self._lose()
        raise forfeit

    def _death(self, error: Broken) -> str:
        closed = isinstance(error, Closed)
        ended = self._seat.exit_reason(self._late) if closed else str(error)
        return DIED + (ended or _BROKE)

    def _lose(self) -> None:
        """End the process, or the copy, with which a game was lost."""
        self._take_time()
        if self._copy is None:
            self.close()

    def _rights(self) -> dict[str, Any]:
        assert self._process is not None
        return {
            "copies": self.terms.isolated,
            "readable": readable(self.terms),
            "writable": [str(self._process.scratch), "/dev/null"],
            "without": self.terms.without,
        }

    def _start_message(self) -> dict[str, Any]:
        terms, entry = self.terms, self.terms.entry
        path, home = entry.path, entry.checkout
        if home is not None:
            # A copy, which it may write to like any strategy to its own checkout.
            assert self._process is not None
            copy = self._process.take_in(home, IGNORED)
            path, home = copy / path.relative_to(home), copy
        return {
            "entry": entry.text,
            "path": str(path),
            "checkout": str(home or ""),
            "expression": entry.expression,
            "answers": terms.answers,
            "guesses": terms.guesses,
            "mode": terms.mode,
            "max_turns": terms.max_turns,
            "time_limit": terms.time_limit,
            "boards": terms.boards,
            "hard": terms.hard,
            "copies": terms.isolated,
            "company": terms.company,
        }


def readable(terms: Terms) -> list[str]:
    """Return what a strategy may read: Python, our packages, the words, its own.

    Parameters
    ----------
    terms : Terms
        The strategy and its words.
    """
    python = sysconfig.get_paths()
    ours = [str(_ROOT / name) for name in ("game", "solver", "strategies", "data")]
    ours += [str(_ROOT / "contest" / f"{name}.py") for name in _SHOWN]
    libraries = [sys.prefix, sys.base_prefix, *site.getsitepackages()]
    libraries += [python["stdlib"], python["platstdlib"], *_SYSTEM, *_DEVICES]
    words = (terms.answers, terms.guesses)
    entry = terms.entry
    own = [] if entry.checkout is not None else _own_files(entry.path)
    return [*libraries, *ours, str(cache_folder()), *words, *own]


# Of this package, what the process itself needs.
_SHOWN = ("__init__", "child", "lockdown", "seccomp", "entries")


def _own_files(path: Path) -> list[str]:
    """Return what a strategy may read beside its file.

    Not the folder: that may hold the results of this very run, and in them the seed.
    """
    # Its name and no more letters: r.py does not own a folder called results.
    name = re.compile(rf"{re.escape(path.stem)}(?![^\W_])")
    # A link could lead anywhere, and what may be read is what it leads to. Our results
    # hold seeds, whatever the strategy is called.
    beside = [p for p in path.parent.iterdir() if not p.is_symlink() and p != _RESULTS]
    return [str(p) for p in beside if p.suffix == ".py" or name.match(p.name)]


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
