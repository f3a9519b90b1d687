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
from game.record import Game, Turn, history_of

if TYPE_CHECKING:
    from game.hosts import Host  # this module imports numpy


def play(strategy: Strategy, host: Host, setting: Setting) -> Game:
    """Play one game.

    Parameters
    ----------
    strategy : Strategy
        The player. If the player raises an exception other than `Forfeit`, the
        exception is not caught here.
    host : Host
        The host, which answers guesses with clues.
    setting : Setting
        The rules: words, mode and number of turns.

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
    game = Round(host, setting)
    try:
        move = strategy.first_move()
        while (turn := game.advance(move)) is not None:
            move = strategy.next_move(turn.guess, turn.epsilon, turn.result)
    except Forfeit as forfeit:
        game.forfeit(forfeit)
    return game.result()


class Round:
    """A game that is played move by move.

    `turns` are the turns so far; `is_over` says whether the game has ended.
    """

    def __init__(self, host: Host, setting: Setting) -> None:
        self.host = host
        self.setting = setting
        self.turns: list[Turn] = []
        self.is_over = False
        self._unsolved = set(range(setting.boards))
        self._ending = "", Outcome.CRASHED, ""

    def advance(self, move: object) -> Turn | None:
        """Make a move; return its turn, or None if the game is over.

        An illegal move raises `Forfeit`. The caller then has to call `forfeit`.
        """
        history = history_of(self.turns)
        prices = (t.epsilon for t in self.turns)
        guess, epsilon = check_move(move, self.setting, history, prices)

        # A given first guess replaces the first guess of the player. The guess of the
        # player must be legal nevertheless.
        if self.host.first and not self.turns:
            guess = self.host.first
            epsilon = math.inf

        # The final answer of WORDPL gets no clue.
        if epsilon == 0:
            self._end(guess)
            return None
        clue = self.host.reply(guess, epsilon, len(self.turns))
        turn = Turn(guess, epsilon, clue, self.setting.boards)
        self.turns.append(turn)
        if self._is_solved(turn):
            # `accepts` decides whether the game is won: the challenge of Absurdle is
            # lost if the final word is not its target.
            self._end(guess)
        elif len(self.turns) >= self.setting.max_turns:
            # The rules of this game have no limit of guesses, but the player might
            # never stop. So a game that is not over after `MAX_MOVES` guesses is
            # invalid.
            if self.setting.max_turns >= MAX_MOVES:
                raise Forfeit(Outcome.INVALID, f"more than {MAX_MOVES} moves")
            self._end(guess, Outcome.OUT_OF_TURNS)
        return None if self.is_over else turn

    def _is_solved(self, turn: Turn) -> bool:
        """Return whether every board is solved after a turn; always False in WORDPL."""
        if self.setting.mode is Mode.CLASSIC:
            right = all_correct(self.setting.vocabulary.length)
            # A board stays solved, although later guesses get other clues on it.
            self._unsolved -= {k for k, clue in enumerate(turn.clues) if clue == right}
            return not self._unsolved
        return self.setting.mode is Mode.FIBBLE and self.host.accepts(turn.guess)

    def forfeit(self, forfeit: Forfeit) -> None:
        """End the game without a final word, for the reason that `forfeit` states."""
        self.is_over = True
        self._ending = "", forfeit.outcome, forfeit.reason

    def result(self) -> Game:
        """Return the finished game; call this only after the game is over."""
        turns = tuple(self.turns)
        secret = self.host.reveal()
        return Game(self.setting.mode, secret, turns, *self._ending)

    def _end(self, final: str, outcome: Outcome | None = None) -> None:
        if outcome is None:
            won = self.host.accepts(final)
            outcome = Outcome.WON if won else Outcome.WRONG
        self.is_over = True
        self._ending = final, outcome, ""


def prepare(strategy: Strategy, setting: Setting) -> None:
    """Call the method ``prepare`` of a strategy if the strategy defines it."""
    if hasattr(strategy, "prepare"):
        strategy.prepare(setting)


def replay_moves(
    strategy: Strategy, turns: Iterable[tuple[str, float, str]]
) -> Iterator[tuple[str, float]]:
    """Yield the moves of a strategy in a new game with the given turns.

    The first move comes before the first turn, and then a move follows each turn. The
    strategy has been prepared before. Moves are not checked. A turn has a guess, a
    price in nats and a clue in the text form of the contest.

    Examples
    --------
    >>> script = Scripted([("trace", 9.0), ("crane", 0.0)])
    >>> list(replay_moves(script, [("trace", 9.0, ".cc.c")]))
    [('trace', 9.0), ('crane', 0.0)]
    """
    yield strategy.first_move()
    for turn in turns:
        yield strategy.next_move(*turn)


def move_after(strategy: Strategy, turns: Sequence[Turn], setting: Setting) -> Move:
    """Return the move that a prepared strategy makes in a new game after given turns.

    An illegal move raises `Forfeit`.
    """
    texts = ((turn.guess, turn.epsilon, turn.result) for turn in turns)

    # Only the final move is returned. The earlier moves are not used, because the given
    # turns replace them.
    *_, move = replay_moves(strategy, texts)
    history = history_of(turns)
    return check_move(move, setting, history, (turn.epsilon for turn in turns))


class Observed:
    """Strategy that makes the moves of `strategy`, each inside a ``with`` block.

    `around` is called before each move and returns the context manager of the block.
    """

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
    """Strategy that plays given moves, whatever the clues are.

    Parameters
    ----------
    moves : list of (str, float)
        Guesses and their prices, in nats.

    Examples
    --------
    >>> Scripted([("trace", 9.0), ("crane", 0.0)]).first_move()
    ('trace', 9.0)
    """

    def __init__(self, moves: list[tuple[str, float]]) -> None:
        self.moves = moves
        self._left: Iterator[tuple[str, float]] = iter(())

    def first_move(self) -> tuple[str, float]:
        """Return the first move."""
        self._left = iter(self.moves)
        return self._next()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next given move."""
        return self._next()

    def _next(self) -> tuple[str, float]:
        try:
            return next(self._left)
        except StopIteration:
            raise Forfeit(Outcome.CRASHED, "the script has no further move") from None
