"""Hints: moves of strategies in the games of other players."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from contest.entries.entry import Entry
from contest.entries.loading import load
from contest.entries.syntax import STRATEGIES
from contest.sandbox.confinement import unix
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy, StartError
from contest.sandbox.tempdirs import words_on_disk
from game.errors import InputError
from game.loop import move_after, prepare
from game.protocol import Forfeit, Move, Setting
from game.record import Turn
from solver.advice.position import Position
from solver.advice.suggestions import ranked_after
from solver.jit import warm

_TIMEOUT = 60.0  # CPU seconds of a hint
_MOST = 12  # processes that wait for another hint


def is_own(entry: Entry) -> bool:
    """Return whether an entry runs code of this project alone."""
    is_shipped = entry.path.parent == STRATEGIES and not entry.is_program
    return entry.is_tree or is_shipped


class Hints:
    """Strategies that are asked for hints, each in a sandboxed process.

    A process starts with the first hint and waits for others until the object ends.
    """

    def __init__(self) -> None:
        self._players: dict[tuple[Entry, Setting], RemoteStrategy] = {}
        self._stack = ExitStack()
        weakref.finalize(self, self._stack.close)

    def move(self, entry: Entry, setting: Setting, turns: Sequence[Turn]) -> Move:
        """Return the move of an entry after some turns; raise `InputError` if none."""
        try:
            if not unix.MODULES and is_own(entry):
                strategy = load(entry)  # there is no sandbox here
                prepare(strategy, setting)
                return move_after(strategy, turns, setting)
            player = self._player(entry, setting)
            player.new_game(0)
            try:
                return move_after(player, turns, setting)
            finally:
                player.end_game()
        except Forfeit as forfeit:
            reason = forfeit.reason
        except (InputError, StartError) as error:
            reason = str(error)
        raise InputError(f"{entry.text!r} has no hint: {reason}")

    def advise(
        self,
        entry: Entry,
        setting: Setting,
        turns: Sequence[Turn],
        other_weight: float = 0.0,
    ) -> Move:
        """Return the move of an entry, or a guess with a better chance to win.

        The entry is not asked where the lists that it knows do not explain the clues.
        `other_weight` is that of a `Position`.
        """
        if setting.mode.priced:
            return self.move(entry, setting, turns)
        position = Position(setting, (*turns,), other_weight)
        best, *_ = ranked_after(
            position, lambda: self.move(entry, setting, turns).guess, 1
        )
        return Move(best.guess, math.inf)

    def _player(self, entry: Entry, setting: Setting) -> RemoteStrategy:
        key = (entry, setting)
        if key not in self._players:
            if len(self._players) >= _MOST:
                self._players.pop(next(iter(self._players))).close()
            protect_referee()
            warm(setting.vocabulary, setting.rule)
            files = self._stack.enter_context(words_on_disk(setting.vocabulary))
            limited = replace(setting, timeout=_TIMEOUT)
            self._players[key] = RemoteStrategy(SandboxPolicy(entry, files, limited))
            self._stack.callback(self._players[key].close)
        if not self._players[key].alive:
            self._players[key].start()
        return self._players[key]
