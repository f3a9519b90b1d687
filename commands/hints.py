"""Hints: moves of strategies in the games of other players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from contest.entries.entry import Entry
from contest.entries.home import STRATEGIES
from contest.entries.loading import load
from game.errors import InputError
from game.loop import move_after, prepare
from game.protocol import Forfeit, Move, Setting, Strategy
from game.record import Turn
from solver.advice.position import Position
from solver.advice.suggestions import rank_after_asking

if TYPE_CHECKING:
    from commands.hint_processes import HintProcesses

_MOST = 12  # strategies that wait for another hint


def is_own(entry: Entry) -> bool:
    """Return whether an entry runs code of this project alone."""
    is_shipped = entry.path.parent == STRATEGIES and not entry.is_program
    return entry.is_tree or is_shipped


class Hints:
    """Strategies that are asked for hints: other people's in sandboxed processes."""

    def move(self, entry: Entry, setting: Setting, turns: Sequence[Turn]) -> Move:
        """Return the move of an entry after some turns; raise `InputError` if none."""
        try:
            if is_own(entry):
                return move_after(_load_prepared(entry, setting), turns, setting)
            return self._sandboxed.move(entry, setting, turns)
        except Forfeit as forfeit:
            reason = forfeit.reason
        except InputError as error:
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
        `other_weight` is as in a `Position`.
        """
        if setting.mode.priced:
            return self.move(entry, setting, turns)
        # A guess with a better chance to win takes the place of the entry's move.
        position = Position(setting, (*turns,), other_weight)
        best, *_ = rank_after_asking(
            position, lambda: self.move(entry, setting, turns).guess, 1
        )
        return Move(best.guess, math.inf)

    @cached_property
    def _sandboxed(self) -> HintProcesses:
        # Here, as games with our strategies need no sandbox, which Windows lacks.
        from commands.hint_processes import HintProcesses

        return HintProcesses()


@lru_cache(maxsize=_MOST)
def _load_prepared(entry: Entry, setting: Setting) -> Strategy:
    """Return a strategy of ours that is ready to play."""
    strategy = load(entry)
    prepare(strategy, setting)
    return strategy
