"""The loop: a strategy meets a host, and the game is the record of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from game.clues import Clue, all_correct, parse, split, to_text
from game.errors import InputError
from game.protocol import (
    MAX_MOVES,
    RULES_VERSION,
    Forfeit,
    Mode,
    Move,
    Outcome,
    Setting,
    Strategy,
    check_move,
)
from game.wording import number

_FORFEITED = (Outcome.INVALID, Outcome.CRASHED, Outcome.TIMEOUT)

if TYPE_CHECKING:
    from game.hosts import Host  # which imports numpy


class RecordError(InputError):
    """A written game that cannot be read back."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess, its price in nats and the clue that the player saw.

    On several boards it is one clue too: the first board's marks come first.

    Examples
    --------
    >>> Turn("crane", math.inf, 3**5 * 191, boards=2).result
    'ci..c.....'
    """

    guess: str
    epsilon: float
    clue: Clue
    boards: int = 1

    @property
    def result(self) -> str:
        """The clue as the contest writes it."""
        return to_text(self.clue, self.boards * len(self.guess))

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clue of each board."""
        return split(self.clue, self.boards, len(self.guess))

    def __str__(self) -> str:
        return f"{self.guess}:{self.epsilon!r}:{self.result}"


def budget(turns: Iterable[Turn]) -> float:
    """Return the sum of the prices paid, in nats.

    Prices are decimals, and so is their sum.

    Examples
    --------
    >>> budget([Turn("crane", 12.3, 0)] * 3)
    36.9
    """
    return float(sum(Decimal(repr(float(turn.epsilon))) for turn in turns))


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game.

    Parameters
    ----------
    mode : Mode
        Which game was played.
    answer : str
        The secret; those of several boards are separated by commas.
    turns : tuple of Turn
        The guesses that got a clue.
    final : str
        The word that ended the game: the final answer of WORDPL, the last guess of
        classic Wordle; empty when the game was forfeited before.
    outcome : Outcome
        How it ended.
    reason : str
        Why it was forfeited, in one line.
    """

    mode: Mode
    answer: str
    turns: tuple[Turn, ...]
    final: str
    outcome: Outcome
    reason: str = ""

    @property
    def budget(self) -> float:
        """Sum of the prices paid, in nats."""
        return budget(self.turns)

    @property
    def score(self) -> float:
        """Budget of a won WORDPL game, guesses of a won classic one, else inf."""
        if self.outcome is not Outcome.WON:
            return math.inf
        return self.budget if self.mode is Mode.WORDPL else float(len(self.turns))

    def _repr_html_(self) -> str:
        from game.render import html_game  # which imports this module

        return html_game(self)

    def to_row(self) -> dict[str, str]:
        """Return the game as flat text, the form in which runs keep it.

        Examples
        --------
        >>> won = Game(Mode.WORDPL, "crane", (), "crane", Outcome.WON)
        >>> Game.from_row(won.to_row()) == won
        True
        """
        return {
            "rules": str(RULES_VERSION),
            "mode": str(self.mode),
            "answer": self.answer,
            "final": self.final,
            "outcome": str(self.outcome),
            "score": number(self.score),
            "turns": str(len(self.turns)),
            "moves": " ".join(map(str, self.turns)),
            "reason": self.reason,
        }

    @classmethod
    def from_row(cls, row: Mapping[str, str]) -> Game:
        """Read a game back.

        Raises
        ------
        RecordError
            When a field is missing, cannot be read, or contradicts another, or when
            the game was played by other rules.
        """
        rules = row.get("rules", str(RULES_VERSION))
        if rules != str(RULES_VERSION):
            raise RecordError(f"a game of rules {rules}: expected {RULES_VERSION}")
        try:
            turns = tuple(_parse_turn(text) for text in row["moves"].split())
            game = cls(
                Mode(row["mode"]),
                row["answer"],
                turns,
                row["final"],
                Outcome(row["outcome"]),
                row["reason"],
            )
        except KeyError as error:
            raise RecordError(f"a game without its {error.args[0]!r}") from None
        except ValueError as error:
            raise RecordError(f"a game that cannot be read: {error}") from None
        if bool(game.final) is (game.outcome in _FORFEITED):
            final = "no final word" if game.final else "one"
            raise RecordError(
                f"a game that is {game.outcome}, final {game.final!r}: expected {final}"
            )
        if _score(row) not in (None, number(game.score)):
            raise RecordError(
                f"score {row['score']!r}: expected {number(game.score)} from the moves"
            )
        return game


def play(strategy: Strategy, host: Host, setting: Setting) -> Game:
    """Play one game.

    Parameters
    ----------
    strategy : Strategy
        Makes the moves; its own exceptions are not caught here.
    host : Host
        Gives the clues.
    setting : Setting
        Words, mode and number of turns.

    Returns
    -------
    Game
        The record.

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
    while True:
        if move.epsilon == 0:
            return move.guess, _ending(move, host)
        clue = host.reply(move.guess, move.epsilon, len(turns))
        turn = Turn(move.guess, move.epsilon, clue, setting.boards)
        turns.append(turn)
        if setting.mode is Mode.CLASSIC:
            unsolved -= {board for board, c in enumerate(turn.clues) if c == right}
            if not unsolved:
                # An adversary may have a word in mind that it was not led to.
                return move.guess, _ending(move, host)
        if len(turns) >= setting.max_turns:
            if setting.max_turns < MAX_MOVES:
                return move.guess, Outcome.OUT_OF_TURNS
            raise Forfeit(Outcome.INVALID, f"more than {MAX_MOVES} moves")
        answer = strategy.next_move(move.guess, move.epsilon, turn.result)
        known = ((t.guess, t.clue) for t in turns)
        move = check_move(answer, setting, known, (t.epsilon for t in turns))


def _ending(move: Move, host: Host) -> Outcome:
    return Outcome.WON if host.accepts(move.guess) else Outcome.WRONG


class Scripted:
    """Makes the moves it was given, whatever the clues.

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

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:  # noqa: ARG002 - it follows its script
        """Return the move that follows."""
        return self._next()

    def _next(self) -> tuple[str, float]:
        try:
            return next(self._left)
        except StopIteration:
            raise Forfeit(Outcome.CRASHED, "the script has no further move") from None


def replay(game: Game, host: Host, setting: Setting) -> Game:
    """Play the moves of a recorded game again.

    Parameters
    ----------
    game : Game
        The record.
    host : Host
        A host with the same secret and noise.
    setting : Setting
        As in the recorded game.

    Returns
    -------
    Game
        Equal to `game` when host and setting are those it was played with. A game
        that was forfeited is replayed up to the forfeit, which is then taken from
        the record: no host can repeat a crash.

    Examples
    --------
    >>> from game.hosts import SecretHost
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load(), Mode.CLASSIC)
    >>> host = SecretHost("crane", Mode.CLASSIC)
    >>> game = play(Scripted([("crane", math.inf)]), host, setting)
    >>> replay(game, host, setting) == game
    True
    """
    moves: list[tuple[str, float]] = [Move(t.guess, t.epsilon) for t in game.turns]
    if game.mode is Mode.WORDPL and game.final:
        moves.append(Move(game.final, 0.0))
    again = play(Scripted(moves), host, setting)
    followed = again.turns == game.turns and not (game.final or again.final)
    if not (followed and game.outcome in _FORFEITED):
        return again
    return Game(again.mode, again.answer, again.turns, "", game.outcome, game.reason)


def _score(row: Mapping[str, str]) -> str | None:
    """Return a row's score as it is written today, None where there is none."""
    text = row.get("score")
    try:
        return text and number(float(text))
    except ValueError:
        return text


def _parse_turn(text: str) -> Turn:
    guess, _, rest = text.partition(":")
    epsilon, _, clue = rest.partition(":")
    boards = max(1, len(clue) // max(1, len(guess)))
    return Turn(guess, float(epsilon), parse(clue, boards * len(guess)), boards)
