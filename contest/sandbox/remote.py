"""Referee and players: games of strategies that run in sandboxed processes.

The referee sends one line of JSON and reads one reply under a deadline, and validates
every value in it. The process gets the moves of a game; never the answer, the seed of
the run, or the number of the game.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, NamedTuple, Self, cast

from contest.entries.entry import Entry
from contest.sandbox.claims import one_core
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.limits import NO_TIME, Clock, Limits, Time
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import DIED, Died, Process, launch
from contest.sandbox.reasons import mask_reason
from contest.sandbox.tempdirs import words_on_disk
from contest.sandbox.untrusted_text import sanitize
from contest.sandbox.wire import Late, infinite_if_null, null_if_infinite
from game.draws import Draws
from game.hosts import Host, deal
from game.loop import play
from game.protocol import Forfeit, Outcome, Setting
from game.record import Game

LOG = 1 << 16
"""Bytes that are kept of what a strategy prints in a game."""


class PlayedGame(NamedTuple):
    """A game, the time that the strategy took, and what it printed.

    `exchange` is as of `contest.sandbox.process.Process.exchange`; `lacked_cpu` says
    whether the game was lost because the machine had too little CPU time.
    """

    game: Game
    time: Time = NO_TIME
    log: str = ""
    exchange: str = ""
    lacked_cpu: bool = False


@dataclass(eq=False)
class Referee:
    """Starter of strategies' processes, for games of one setting.

    Within ``with``, this process is protected from strategies and bound to one core,
    and its players live. The strategies read private copies of the word lists, or the
    files `words`. `without` and `log` are as for a `SandboxPolicy`.
    """

    setting: Setting
    limits: Limits = Limits()
    _: KW_ONLY
    words: tuple[str, str] | None = None
    without: tuple[str, ...] = ()
    log: bool = False
    _end: ExitStack = field(default_factory=ExitStack, init=False)

    def __enter__(self) -> Self:
        protect_referee()
        with ExitStack() as end:
            # Referee and strategy take turns: a wake-up on the same core is faster.
            end.enter_context(one_core())
            if self.words is None:
                files = words_on_disk(self.setting.vocabulary)
                self.words = end.enter_context(files)
            self._end = end.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def player(self, entry: Entry, *, warm_up: bool = True) -> Player:
        """Start an entry's process and return its player, after an unscored game.

        `warm_up` says whether to play the unscored game. Raises `StartError` when the
        strategy cannot be imported, constructed or prepared in time.
        """
        assert self.words is not None, "outside of with"
        policy = SandboxPolicy(
            entry=entry,
            words=self.words,
            setting=self.setting,
            limits=self.limits,
            without=self.without,
            log=self.log,
        )
        player = Player(policy, launch(policy), warm_up)
        self._end.callback(player.close)
        player.play_unscored()
        return player


@dataclass(eq=False)
class Player:
    """A strategy that plays games in a process of its own, started by a `Referee`.

    A game that ends the process is lost; the next game starts another, which plays an
    unscored game first if `warm_up` is set.
    """

    policy: SandboxPolicy
    process: Process
    warm_up: bool

    def close(self) -> None:
        """Kill the process and all it started, and remove its folder."""
        self.process.close()

    def play(self, draws: Draws, host: Host) -> PlayedGame:
        """Play a game; `draws` seed the strategy's own random generators.

        Raises `StartError` when the process of the game before has ended and no other
        can be started.
        """
        with self.new_game(draws.strategy()) as strategy:
            game = play(strategy, host, self.policy.setting)
            time = strategy.read_time()
        # A program's replies, and moves that the rules quote, have not been masked yet.
        if game.reason:
            numbers = os.getpid(), self.process.pid
            game = replace(game, reason=mask_reason(game.reason, numbers))
        return PlayedGame(
            game,
            time,
            strategy.read_log(),
            self.process.exchange,
            game.outcome is Outcome.TIMEOUT and strategy.clock.lacked_cpu,
        )

    @contextmanager
    def new_game(self, seed: int = 0) -> Iterator[RemoteStrategy]:
        """Return the strategy for one game, which lasts until the end of the block.

        `seed` is for the strategy's random generators. Between games the process is
        stopped, as its use of resources is not checked; if games are isolated, it ends.
        Raises `StartError` as `play` does.
        """
        if self.process.ended:
            self._replace_process()
            self.play_unscored()
        strategy = RemoteStrategy(self.process, seed)
        self.process.resume()
        try:
            yield strategy
        finally:
            if self.policy.limits.isolate_games:
                self.process.end()
            else:
                self.process.stop()

    def play_unscored(self) -> None:
        """Play a game with a random secret; start another process if it ends this one.

        There is none after such an end: failures in the scored games count.
        """
        if not self.warm_up:
            return
        setting = self.policy.setting
        host = deal(setting, Draws(secrets.token_hex(32), 0))
        strategy = RemoteStrategy(self.process)
        play(strategy, host, setting)
        if self.process.ended:
            self.warm_up = False
            self._replace_process()

    def _replace_process(self) -> None:
        self.process.close()
        self.process = launch(self.policy)


class RemoteStrategy:
    """A strategy in one game, whose moves come from its process.

    The `clock` of the game starts with this object. A request that is not answered as
    the protocol says forfeits the game and ends the process.
    """

    def __init__(self, process: Process, seed: int = 0) -> None:
        self._process = process
        self._seed = seed
        self.clock = Clock(process.read_age, process.policy.setting.timeout)
        self._read = process.output_size  # bytes of the output that were returned
        self._forfeited = False

    def first_move(self) -> tuple[str, float]:
        """Request the first move."""
        return self._move({"seed": self._seed})

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Request the next move."""
        return self._move({"turn": (guess, null_if_infinite(epsilon), result)})

    def read_log(self) -> str:
        """Return what the strategy printed since the last call, or in this game.

        Printable characters and line breaks, the end of at most `LOG` bytes, after a
        forfeit the last exchange with a program; empty where the policy keeps no log.
        """
        process = self._process
        start = self._read
        if not process.policy.log:
            return ""
        self._read = process.output_size
        exchange = process.exchange if self._forfeited else ""
        return process.read_output(start, LOG) + (f"{exchange}\n" if exchange else "")

    def read_time(self) -> Time:
        """Return the time since the game began, or until the end of the process."""
        return self.clock.read()

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
        policy = self._process.policy
        try:
            return self._process.ask(request, self.clock.is_late, dump=policy.log)
        except Late:
            forfeit = Forfeit(Outcome.TIMEOUT, self.clock.reason)
        except Died as error:
            forfeit = Forfeit(Outcome.CRASHED, DIED + str(error))
        self._forfeited = True
        raise forfeit
