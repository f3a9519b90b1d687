"""Referee and players: games of strategies that run in sandboxed processes.

The referee sends one line of JSON and reads one reply before a deadline. Every value in
the reply is validated. The process gets the moves and clues of a game. It never gets
the answer, the seed of the run, or the number of the game.
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
"""Maximum number of bytes that are kept of a strategy's output in one game."""


class PlayedGame(NamedTuple):
    """A game, the time that the strategy took, and the output of the strategy.

    `log` is the output. For a program, `exchange` has the last line that was sent to
    the program and the line that came back; for a strategy in Python, `exchange` is
    empty. `lacked_cpu` says whether the game was lost because the machine had too
    little CPU time.
    """

    game: Game
    time: Time = NO_TIME
    log: str = ""
    exchange: str = ""
    lacked_cpu: bool = False


@dataclass(eq=False)
class Referee:
    """Starts the processes of strategies, for games of one setting.

    Use a referee in a ``with`` block. In the block this process is protected from
    strategies and bound to one core. The end of the block closes all players.
    Strategies read the word lists from the two files `words`; if `words` is None,
    strategies read private copies of the lists. `without` names the protections of the
    sandbox to leave out. `log` says whether to keep the output of the strategies.
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
            # The referee and the strategy take turns, so one core is enough for both.
            end.enter_context(one_core())
            if self.words is None:
                files = words_on_disk(self.setting.vocabulary)
                self.words = end.enter_context(files)
            self._end = end.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def player(
        self, entry: Entry, *, warm_up: bool = True, started: str = ""
    ) -> Player:
        """Start the process of an entry and return its player.

        `warm_up` says whether to play an unscored game first. `started` is the path of
        a copy of the entry's project, with the files that the strategy wrote at its
        first start; it is empty if there was no first start. Raises `StartError` when
        the strategy cannot be imported, constructed or prepared in time.
        """
        assert self.words is not None, "outside of with"
        policy = SandboxPolicy(
            entry=entry,
            words=self.words,
            setting=self.setting,
            limits=self.limits,
            without=self.without,
            log=self.log,
            started=started,
        )
        player = Player(policy, launch(policy), warm_up)
        self._end.callback(player.close)
        player.play_unscored()
        return player


@dataclass(eq=False)
class Player:
    """A strategy that plays games in a process of its own, started by a `Referee`.

    If a game ends the process, the game is lost, and the next game starts a new
    process. If `warm_up` is set, the new process plays an unscored game first.
    """

    policy: SandboxPolicy
    process: Process
    warm_up: bool

    def close(self) -> None:
        """Kill the process and all processes that it started; remove its folder."""
        self.process.close()

    def play(self, draws: Draws, host: Host) -> PlayedGame:
        """Play a game and return it.

        `draws` has the seed of the strategy's random generators. `host` knows the
        secret and answers each move with a clue. Raises `StartError` when the process
        has ended in an earlier game and a new process cannot be started.
        """
        with self.new_game(draws.strategy()) as strategy:
            game = play(strategy, host, self.policy.setting)
            time = strategy.read_time()
        # The reason may quote a move, or a reply of a program, that is not masked yet.
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
        """Yield the strategy for one game; the end of the block ends the game.

        `seed` is for the strategy's random generators. Between games the process is
        stopped, because the referee checks the files and threads of a process during
        games only. If every game gets a new process, the process ends after the game.
        Raises `StartError` when a new process is needed and cannot be started.
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
        """Play an unscored game with a random secret, if `warm_up` is set.

        If this game ends the process, a new process is started without a further
        unscored game. So a failure in the new process happens in a scored game, which
        is lost.
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
    """A strategy in one game; the strategy's process makes the moves.

    The `clock` of the game starts when this object is made. If a reply breaks the
    protocol, the game is forfeited and the process ends.
    """

    def __init__(self, process: Process, seed: int = 0) -> None:
        self._process = process
        self._seed = seed
        self.clock = Clock(process.read_age, process.policy.setting.timeout)
        self._read = process.output_size  # number of bytes of the output that were read
        self._forfeited = False

    def first_move(self) -> tuple[str, float]:
        """Request the first move."""
        return self._move({"seed": self._seed})

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Request the next move."""
        return self._move({"turn": (guess, null_if_infinite(epsilon), result)})

    def read_log(self) -> str:
        """Return the strategy's output since the last call, or since the game began.

        The text has only printable characters and line breaks. If the output is longer
        than `LOG` bytes, its last `LOG` bytes are returned. If a program forfeited the
        game, the text ends with the last line that was sent to the program and the line
        that came back. If the policy keeps no log, the text is empty.
        """
        process = self._process
        start = self._read
        if not process.policy.log:
            return ""
        self._read = process.output_size
        exchange = process.exchange if self._forfeited else ""
        return process.read_output(start, LOG) + (f"{exchange}\n" if exchange else "")

    def read_time(self) -> Time:
        """Return the time that the process has taken since the game began.

        If the process has ended, the time until its end is returned.
        """
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
