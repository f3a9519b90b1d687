"""Strategy in this process, without a sandbox, with the debugger."""

from __future__ import annotations

import bdb
import pdb
import random
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from contest.entries.entry import Entry
from contest.entries.loading import load
from contest.runs.watch import WatchedGame, Watching
from contest.sandbox.python_player import describe_error, seed_generators
from game.draws import Draws
from game.hosts import Host
from game.loop import Observed, play, prepare
from game.protocol import Forfeit, Outcome, Setting


def debug(entry: Entry, setting: Setting, draws: Draws, host: Host) -> WatchedGame:
    """Play a game of a strategy in this process.

    What it prints goes to the terminal, ``breakpoint()`` works, and an exception starts
    pdb where it was raised.

    The code of the entry must be trusted. The draws seed the global random generators.
    Raises `Forfeit` when the strategy cannot be imported, constructed or prepared.
    """
    # As in the sandbox: what is drawn during the import is always the same.
    random.seed(0)
    with _post_mortem(entry):
        strategy = load(entry)
        prepare(strategy, setting)
    seed_generators(draws.strategy())
    watched = Watching(Observed(strategy, lambda: _post_mortem(entry)), str)
    return WatchedGame(play(watched, host, setting), (*watched.observations,))


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
        raise Forfeit(
            Outcome.CRASHED, describe_error(error, str(entry.path))
        ) from error
