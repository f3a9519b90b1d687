"""Watched games: for each move, the output of the strategy and the time it took."""

from __future__ import annotations

import bdb
import pdb
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from contest.entries.entry import Entry
from contest.entries.loading import load
from contest.runs import logs
from contest.sandbox.python_player import describe_error, seed_generators
from contest.sandbox.remote import Player
from game.draws import Draws
from game.hosts import Host
from game.loop import Observed, play, prepare
from game.protocol import Forfeit, Outcome, Setting, Strategy
from game.record import Game


@dataclass(frozen=True, slots=True)
class Observation:
    """The time and the output of a strategy while it chose a move.

    `printed` includes the traceback of an exception.
    """

    seconds: float
    printed: str


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game, and an observation of the strategy for each move of the game.

    Every turn has an observation. If the game ends with a final answer, or with a move
    by which the strategy forfeits the game, this move has an observation, too.
    """

    game: Game
    observations: tuple[Observation, ...]


def watch_game(player: Player, draws: Draws, host: Host) -> WatchedGame:
    """Play a game with a sandboxed strategy, and observe each move.

    ``player.policy.log`` must be true, so that the output of the strategy is kept.
    `draws` has the seed of the strategy's random generators. `host` knows the secret
    and answers each move with a clue. Raises `StartError` when the strategy's process
    cannot be started.
    """
    with player.new_game(draws.strategy()) as strategy:
        watched = Watching(strategy, strategy.read_log)
        game = play(watched, host, player.policy.setting)

    # The log says at which line of its code the strategy was when its time ran out.
    if game.outcome is Outcome.TIMEOUT:
        log = watched.observations[-1].printed
        entry = player.policy.entry.text
        game = replace(game, reason=game.reason + logs.find_interruption(log, entry))
    return WatchedGame(game, (*watched.observations,))


def debug_game(entry: Entry, setting: Setting, draws: Draws, host: Host) -> WatchedGame:
    """Play a game of a strategy in this process, and observe each move.

    The output of the strategy goes to the terminal, ``breakpoint()`` works, and an
    exception starts pdb where it was raised.

    Use this function only for code that you trust. `draws` has the seed of the global
    random generators. `host` knows the secret and answers each move with a clue. Raises
    `Forfeit` when the strategy cannot be imported, constructed or prepared.
    """
    # The random numbers that a strategy draws at its import are the same in every
    # process, as in the sandbox.
    random.seed(0)
    with _post_mortem(entry):
        strategy = load(entry)
        prepare(strategy, setting)
    seed_generators(draws.strategy())
    watched = Watching(Observed(strategy, lambda: _post_mortem(entry)), str)
    return WatchedGame(play(watched, host, setting), (*watched.observations,))


@contextmanager
def _post_mortem(entry: Entry) -> Iterator[None]:
    """If the block raises an exception, start the debugger, then raise `Forfeit`.

    The block runs code of `entry`.
    """
    try:
        yield
    except bdb.BdbQuit:
        raise Forfeit(Outcome.CRASHED, "the user quit the debugger") from None
    except (Exception, SystemExit) as error:
        traceback.print_exc(file=sys.stdout)
        pdb.post_mortem(error.__traceback__)
        raise Forfeit(
            Outcome.CRASHED, describe_error(error, str(entry.path))
        ) from error


class Watching(Observed):
    """A strategy that is observed while it chooses its moves.

    `printed` is a function that returns the output of the strategy since the previous
    call of this function. `observations` has an observation for each move so far.
    """

    def __init__(self, strategy: Strategy, printed: Callable[[], str]) -> None:
        super().__init__(strategy, self._observe)
        self.printed = printed
        self.observations: list[Observation] = []

    @contextmanager
    def _observe(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - began
            self.observations.append(Observation(seconds, self.printed()))
