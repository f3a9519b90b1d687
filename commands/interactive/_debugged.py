"""Strategy in this process, without a sandbox, with the debugger."""

from __future__ import annotations

import bdb
import pdb
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from contest.entries.entry import Entry
from contest.entries.loading import load
from contest.runs.watch import WatchedGame, Watching
from contest.sandbox.inspection import described
from game.draws import Draws
from game.hosts import Host
from game.loop import play, prepare
from game.protocol import Forfeit, Outcome, Setting


def debug(entry: Entry, setting: Setting, draws: Draws, host: Host) -> WatchedGame:
    """Play a game of a strategy in this process.

    What it prints goes to the terminal, ``breakpoint()`` works, and an exception starts
    pdb where it was raised.

    The code of the entry must be trusted. The draws seed the global random generators.
    Raises `Forfeit` when the strategy cannot be imported, constructed or prepared.
    """
    random.seed(0)
    with _post_mortem(entry):
        strategy = load(entry)
        prepare(strategy, setting)
    random.seed(draws.strategy())
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(draws.strategy())
    watched = Watching(_Debugged(entry, strategy.first_move, strategy.next_move), str)
    return WatchedGame(play(watched, host, setting), (*watched.observations,))


class _Debugged:
    """A strategy whose exceptions start the debugger."""

    def __init__(
        self,
        entry: Entry,
        first: Callable[[], tuple[str, float]],
        following: Callable[[str, float, str], tuple[str, float]],
    ) -> None:
        self.entry, self.first, self.following = entry, first, following

    def first_move(self) -> tuple[str, float]:
        with _post_mortem(self.entry):
            return self.first()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        with _post_mortem(self.entry):
            return self.following(guess, epsilon, result)


@contextmanager
def _post_mortem(entry: Entry) -> Iterator[None]:
    """Start the debugger at an exception, which then forfeits the game."""
    try:
        yield
    except bdb.BdbQuit:
        raise Forfeit(Outcome.CRASHED, "left in the debugger") from None
    except (Exception, SystemExit) as error:
        traceback.print_exc(file=sys.stdout)
        pdb.post_mortem(error.__traceback__)
        reason = described(error, str(entry.path))
        raise Forfeit(Outcome.CRASHED, reason) from error
