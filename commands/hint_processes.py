"""Sandboxed strategies that give hints in the games of other players."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from contest.entries.entry import Entry
from contest.sandbox import remote
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.remote import Player
from contest.sandbox.tempdirs import words_on_disk
from game.errors import InputError
from game.loop import move_after
from game.protocol import Move, Setting
from game.record import Turn
from solver.compile.warm import warm

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
            if len(self._players) >= _MOST:
                self._players.pop(next(iter(self._players))).close()
            protect_referee()
            warm(setting.vocabulary, setting.rule)
            files = self._stack.enter_context(words_on_disk(setting.vocabulary))
            limited = replace(setting, timeout=_TIMEOUT)
            policy = SandboxPolicy(entry, files, limited)
            player = remote.start(policy, warm_up=False)
            self._players[key] = self._stack.enter_context(player)
        return self._players[key]
