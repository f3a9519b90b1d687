"""Game loop: moves of a strategy, clues of a host, and the finished game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from game.clues import all_correct
from game.protocol import (
    MAX_MOVES,
    Forfeit,
    Mode,
    Move,
    Outcome,
    Setting,
    Strategy,
    check_move,
)
from game.record import FORFEITED, Game, Turn

if TYPE_CHECKING:
    from game.hosts import Host  # which imports numpy


def play(strategy: Strategy, host: Host, setting: Setting) -> Game:
    """Play one game.

    Parameters
    ----------
    strategy : Strategy
        The player; its own exceptions are not caught here.
    host : Host
        Gives the clues.
    setting : Setting
        Words, mode and number of turns.

    Returns
    -------
    Game
        The finished game.

    Examples
    --------
    >>> from game.draws import Draws
    >>> from game.hosts import deal
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> host = deal(setting, Draws("1", 0), "crane")
    >>> play(Scripted([("trace", 9.0), ("crane", 0.0)]), host, setting).score
    9.0
    """
    turns: list[Turn] = []
    final = reason = ""
    try:
        final, outcome = _moves(strategy, host, setting, turns)
    except Forfeit as forfeit:
        outcome, reason = forfeit.outcome, forfeit.reason
    return Game(setting.mode, host.reveal(), tuple(turns), final, outcome, reason)


def _moves(
    strategy: Strategy, host: Host, setting: Setting, turns: list[Turn]
) -> tuple[str, Outcome]:
    right = all_correct(setting.vocabulary.length)
    unsolved = set(range(setting.boards))
    move = check_move(strategy.first_move(), setting)
    if host.first:
        move = Move(host.first, math.inf)
    while True:
        if move.epsilon == 0:
            return move.guess, _ending(move, host)
        clue = host.reply(move.guess, move.epsilon, len(turns))
        turn = Turn(move.guess, move.epsilon, clue, setting.boards)
        turns.append(turn)
        if setting.mode is Mode.CLASSIC:
            unsolved -= {board for board, c in enumerate(turn.clues) if c == right}
            if not unsolved:
                # The challenge of Absurdle is lost with any word but its target.
                return move.guess, _ending(move, host)
        elif setting.mode is Mode.FIBBLE and host.accepts(move.guess):
            return move.guess, Outcome.WON
        if len(turns) >= setting.max_turns:
            if setting.max_turns < MAX_MOVES:
                return move.guess, Outcome.OUT_OF_TURNS
            raise Forfeit(Outcome.INVALID, f"more than {MAX_MOVES} moves")
        answer = strategy.next_move(move.guess, move.epsilon, turn.result)
        known = ((t.guess, t.clue) for t in turns)
        move = check_move(answer, setting, known, (t.epsilon for t in turns))


def _ending(move: Move, host: Host) -> Outcome:
    return Outcome.WON if host.accepts(move.guess) else Outcome.WRONG


def prepare(strategy: Strategy, setting: Setting) -> None:
    """Call the ``prepare`` of a strategy, if it has one."""
    if hasattr(strategy, "prepare"):
        strategy.prepare(setting)


def replayed(
    strategy: Strategy, turns: Iterable[tuple[str, float, str]]
) -> Iterator[tuple[str, float]]:
    """Yield a strategy's move before the first turn of a history, and after each.

    The strategy is prepared, and starts a new game; its moves are not checked. A turn
    has a guess, a price in nats and a clue in the contest's text form.

    Examples
    --------
    >>> script = Scripted([("trace", 9.0), ("crane", 0.0)])
    >>> list(replayed(script, [("trace", 9.0, ".cc.c")]))
    [('trace', 9.0), ('crane', 0.0)]
    """
    yield strategy.first_move()
    for turn in turns:
        yield strategy.next_move(*turn)


def move_after(strategy: Strategy, turns: Sequence[Turn], setting: Setting) -> Move:
    """Return the move of a prepared strategy after given turns of a new game.

    An illegal move raises `Forfeit`.
    """
    history = ((turn.guess, turn.epsilon, turn.result) for turn in turns)
    *_, move = replayed(strategy, history)
    known = ((turn.guess, turn.clue) for turn in turns)
    return check_move(move, setting, known, (turn.epsilon for turn in turns))


class Observed:
    """Strategy each of whose moves is made within the context that `around` returns."""

    def __init__(
        self, strategy: Strategy, around: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self.strategy = strategy
        self._around = around

    def first_move(self) -> tuple[str, float]:
        """Return the first move."""
        with self._around():
            return self.strategy.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move."""
        with self._around():
            return self.strategy.next_move(guess, epsilon, result)


class Scripted:
    """Strategy that plays given moves, whatever the clues.

    Parameters
    ----------
    moves : iterable of (str, float)
        Guesses and prices.
    """

    def __init__(self, moves: list[tuple[str, float]]) -> None:
        self.moves = moves
        self._left: Iterator[tuple[str, float]] = iter(())

    def first_move(self) -> tuple[str, float]:
        """Return the first move."""
        self._left = iter(self.moves)
        return self._next()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the move that follows."""
        return self._next()

    def _next(self) -> tuple[str, float]:
        try:
            return next(self._left)
        except StopIteration:
            raise Forfeit(Outcome.CRASHED, "the script has no further move") from None


def replay(game: Game, host: Host, setting: Setting) -> Game:
    """Play the moves of a recorded game again.

    The result equals `game` when host and setting are those it was played with. A game
    that was forfeited is replayed up to the forfeit, which is then taken from `game`:
    no host can repeat a crash.
    """
    moves: list[tuple[str, float]] = [Move(t.guess, t.epsilon) for t in game.turns]
    if game.mode is Mode.WORDPL and game.final:
        moves.append(Move(game.final, 0.0))
    again = play(Scripted(moves), host, setting)
    followed = again.turns == game.turns and not (game.final or again.final)
    if not (followed and game.outcome in FORFEITED):
        return again
    return Game(again.mode, again.answer, again.turns, "", game.outcome, game.reason)
