"""Hints: moves that strategies suggest in games of other players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from contest.entries.entry import Entry
from contest.entries.home import STRATEGIES
from contest.entries.loading import load
from contest.sandbox.python_player import describe_error
from game.errors import InputError
from game.loop import move_after, prepare
from game.protocol import Forfeit, Move, Setting, Strategy
from game.record import Turn
from solver.advice.position import Position
from solver.advice.suggestions import rank_after_asking
from solver.warm import warm

_MOST = 12  # number of prepared strategies that are kept for further hints
_TIMEOUT = 60.0  # limit of CPU seconds for a hint; by default a game has less


def is_own(entry: Entry) -> bool:
    """Return whether an entry runs only code that this project ships.

    The entry is then a decision tree, or a class in strategies/.
    """
    is_shipped = entry.path.parent == STRATEGIES and not entry.is_program
    return entry.is_tree or is_shipped


@contextmanager
def report_failures(entry: Entry) -> Iterator[None]:
    """Raise `InputError`, with a message of one line, if code of an entry fails."""
    what = f"{entry.text!r} has no hint"
    try:
        yield
    except Forfeit as forfeit:
        raise InputError(f"{what}: {forfeit.reason}") from forfeit
    except InputError as error:
        raise replace(error, what=f"{what}: {error.what}") from error
    except (Exception, SystemExit) as error:
        raise InputError(f"{what}: {describe_error(error, str(entry.path))}") from error


def hint(entry: Entry, setting: Setting, turns: Sequence[Turn]) -> Move:
    """Return the move that an entry makes after some turns of a game.

    An entry that is not of this project runs in the sandbox. Raises `InputError` if the
    entry fails to move.
    """
    with report_failures(entry):
        if is_own(entry):
            return move_after(_load_prepared(entry, setting), turns, setting)
        return _ask_in_sandbox(entry, setting, turns)


def advise(
    entry: Entry, setting: Setting, turns: Sequence[Turn], any_word: bool = False
) -> Move:
    """Return the move of an entry, or a guess with a better chance to win.

    The entry is not asked if its advice would be wrong, for example if no listed answer
    fits the clues. `any_word` says whether the secret may be a valid guess that is not
    in the list of answers.
    """
    if setting.mode.priced:
        return hint(entry, setting, turns)
    # The first suggestion is the guess of the entry, unless another guess has a better
    # chance to win.
    position = Position(setting, (*turns,), any_word)
    best, *_ = rank_after_asking(position, lambda: hint(entry, setting, turns).guess, 1)
    return Move(best.guess, math.inf)


def _ask_in_sandbox(entry: Entry, setting: Setting, turns: Sequence[Turn]) -> Move:
    """Start an entry that is not of this project in the sandbox, and return its move.

    `turns` are the turns before the move. The process of the entry ends after the move.
    """
    # Imported here, because Windows has no sandbox and games with our strategies need
    # no sandbox.
    from contest.sandbox import process, remote

    # Kernels are compiled first: compiling would use up the time of the strategy.
    warm(setting.vocabulary, setting.rule)
    try:
        with (
            remote.Referee(replace(setting, timeout=_TIMEOUT)) as referee,
            referee.player(entry, warm_up=False).new_game() as strategy,
        ):
            return move_after(strategy, turns, setting)
    except process.StartError as error:
        raise InputError(str(error)) from error


@lru_cache(maxsize=_MOST)
def _load_prepared(entry: Entry, setting: Setting) -> Strategy:
    """Return the strategy of an entry of this project, prepared to play `setting`."""
    strategy = load(entry)
    prepare(strategy, setting)
    return strategy
