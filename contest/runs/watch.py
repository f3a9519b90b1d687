"""One game of a strategy with what it printed and how long it thought, move by move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from contest.runs.runner import get_ready
from contest.sandbox.affinity import one_core
from contest.sandbox.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy
from game.draws import Draws
from game.hosts import Host
from game.loop import Observed, play
from game.protocol import Strategy
from game.record import Game


@dataclass(frozen=True, slots=True)
class Thought:
    """What was seen of a strategy while it chose a move.

    Parameters
    ----------
    seconds : float
        By the clock.
    printed : str
        What it printed, with the traceback of an exception.
    """

    seconds: float
    printed: str


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game and the strategy's thoughts before each of its moves.

    Parameters
    ----------
    game : Game
        The game.
    thoughts : tuple of Thought
        One for each turn, and one for the final answer or the move that was forfeited.
    """

    game: Game
    thoughts: tuple[Thought, ...]


def watch(policy: SandboxPolicy, draws: Draws, host: Host) -> WatchedGame:
    """Play a game in a sandboxed process, as in a run.

    Parameters
    ----------
    policy : SandboxPolicy
        The entry, the game and its limits; with a log.
    draws : Draws
        Seed the strategy's own random generators.
    host : Host
        Holds the secret.

    Raises
    ------
    StartError
        When the strategy cannot start.
    """
    protect_referee()
    remote = RemoteStrategy(policy)
    with one_core(), closing(remote):
        get_ready(remote, policy.setting)
        remote.new_game(draws.strategy())
        watched = Watching(remote, remote.printed)
        game = play(watched, host, policy.setting)
        return WatchedGame(game, (*watched.thoughts,))


class Watching(Observed):
    """Strategy whose thoughts are recorded.

    Parameters
    ----------
    strategy : Strategy
        Chooses the moves.
    printed : callable
        Returns what it printed since the last call.

    Attributes
    ----------
    thoughts : list of Thought
        One for each move so far.
    """

    def __init__(self, strategy: Strategy, printed: Callable[[], str]) -> None:
        super().__init__(strategy, self._watched)
        self.printed = printed
        self.thoughts: list[Thought] = []

    @contextmanager
    def _watched(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - began
            self.thoughts.append(Thought(seconds, self.printed()))
