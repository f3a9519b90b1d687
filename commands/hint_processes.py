"""Sandboxed strategies that give hints in the games of other players."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from contest.entries.entry import Entry
from contest.sandbox.process import StartError
from contest.sandbox.remote import Player, Referee
from game.errors import InputError
from game.loop import move_after
from game.protocol import Move, Setting
from game.record import Turn
from solver.warm import warm

_TIMEOUT = 60.0  # CPU seconds of a hint
_MOST = 12  # processes that wait for another hint


class HintProcesses:
    """Strategies in sandboxed processes.

    A process starts with the first hint and waits for others until the object ends.
    """

    def __init__(self) -> None:
        self._players: dict[tuple[Entry, Setting], Player] = {}
        self._stack = ExitStack()
        weakref.finalize(self, self._stack.close)

    def move(self, entry: Entry, setting: Setting, turns: Sequence[Turn]) -> Move:
        """Return the move of an entry after some turns.

        Raises `Forfeit` when it fails, `InputError` when it cannot start.
        """
        try:
            with self._player(entry, setting).new_game() as strategy:
                return move_after(strategy, turns, setting)
        except StartError as error:
            raise InputError(str(error)) from error

    def _player(self, entry: Entry, setting: Setting) -> Player:
        """Return the player of an entry, started by its first hint."""
        key = (entry, setting)
        if key not in self._players:
            # Each process holds memory: the one that was started first ends.
            if len(self._players) >= _MOST:
                self._players.pop(next(iter(self._players))).close()

            # Kernels come first. A hint may take longer than all moves of a game.
            warm(setting.vocabulary, setting.rule)
            limited = replace(setting, timeout=_TIMEOUT)
            referee = self._stack.enter_context(Referee(limited))
            self._players[key] = referee.player(entry, warm_up=False)
        return self._players[key]
