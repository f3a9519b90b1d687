"""Protocol of a game: settings, moves, outcomes, and the interface of strategies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, Protocol, get_type_hints, runtime_checkable

from game.clues import Rule
from game.errors import InputError, check_range
from game.hard import Hard, Known, objection
from game.noise import EpsilonError, check_epsilon
from game.spelling import fold
from game.words import Vocabulary

RULES_VERSION = 2
"""Changes whenever the same moves could have another score: 2 has a least price."""

MAX_MOVES = 1000
"""A game with more moves than this ends as invalid."""

SPARE_TURNS = 5
"""Guesses of a human player in classic Wordle, beyond one for each board."""

LEAST_PRICE = 0.01
"""Smallest price of a guess of WORDPL, in nats."""

CHEAP = 1.0
MOST_CHEAP = 10
"""A game has at most `MOST_CHEAP` guesses that cost less than `CHEAP` nats."""


DRAWN = "random"
"""First guess that is drawn for every game."""


class Mode(StrEnum):
    """The games: with prices, with exact clues, and with lies."""

    WORDPL = "wordpl"
    CLASSIC = "classic"
    FIBBLE = "fibble"

    @property
    def priced(self) -> bool:
        """Whether guesses have prices; else games are scored by their number."""
        return self is Mode.WORDPL

    @property
    def rule(self) -> Rule:
        """The rule by which this game marks a guess."""
        return Rule.LETTERWISE if self.priced else Rule.CLASSIC


class Outcome(StrEnum):
    """Outcome of a game. Only `WON` has a finite score."""

    WON = "won"
    WRONG = "wrong"
    INVALID = "invalid"
    CRASHED = "crashed"
    TIMEOUT = "timeout"
    OUT_OF_TURNS = "out_of_turns"


class Move(NamedTuple):
    """A guess and the price paid for its clue, in nats; 0 is the final answer.

    Examples
    --------
    >>> Move("crane", 12.3)
    Move(guess='crane', epsilon=12.3)
    """

    guess: str
    epsilon: float


@dataclass(frozen=True, slots=True)
class Setting:
    """Rules of a game, as a strategy receives them before its first move.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    mode : Mode
        WORDPL, classic Wordle or Fibble.
    max_turns : int
        Guesses allowed in a game.
    timeout : float
        Seconds of CPU time for a game; ``inf`` without a limit.
    boards : int
        Number of secrets, each on its own board, that the same guesses must find.
    hard : Hard
        The hard mode.
    channel : str
        The channel of Fibble, as ``lies:2``; ``lies:1`` when empty.
    given : str
        In Fibble, the first guess of every game, or ``random`` for a drawn one; the
        player's choice when empty.

    Examples
    --------
    >>> Setting(Vocabulary.load()).mode
    <Mode.WORDPL: 'wordpl'>
    """

    vocabulary: Vocabulary
    mode: Mode = Mode.WORDPL
    max_turns: int = MAX_MOVES
    timeout: float = math.inf
    boards: int = 1
    hard: Hard = Hard.OFF
    channel: str = ""
    given: str = ""

    @property
    def rule(self) -> Rule:
        """The rule by which guesses are marked."""
        return self.mode.rule

    @staticmethod
    @cache
    def options() -> dict[str, type]:
        """Return the types of the fields by name, without the vocabulary."""
        types = get_type_hints(Setting)
        del types["vocabulary"]
        return types

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as values of JSON, without the vocabulary.

        This is how ``run.json`` and the sandboxed process receive a setting; the
        vocabulary is named beside it, by its digest or by its files.

        Examples
        --------
        >>> setting = Setting(Vocabulary.load(), Mode.CLASSIC, timeout=5.0)
        >>> Setting.from_dict(setting.to_dict(), setting.vocabulary) == setting
        True
        """
        fields = ((name, getattr(self, name)) for name in self.options())
        return {n: str(v) if isinstance(v, StrEnum) else v for n, v in fields}

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any], vocabulary: Vocabulary) -> Setting:
        """Return the setting of these facts, as `to_dict` returns them.

        Parameters
        ----------
        facts : mapping
            Other names are ignored; a field without a value has its default.
        vocabulary : Vocabulary
            The words.

        Raises
        ------
        ValueError
            When a value is not one of its type.
        """
        options = {n: t(facts[n]) for n, t in cls.options().items() if n in facts}
        return cls(vocabulary, **options)

    def check(self) -> None:
        """Raise an error if the setting cannot be played.

        Raises
        ------
        InputError
            When the number of guesses is below 1 or above `MAX_MOVES`, when the
            number of boards is below 1 or above the number of answers, when a game
            other than classic Wordle has several boards or hard mode, when both are
            combined, or when another game than Fibble has a channel or a given guess.
        """
        check_range("max_turns", self.max_turns, 1, MAX_MOVES)
        check_range("boards", self.boards, 1, len(self.vocabulary.answers))
        is_hard = self.hard is not Hard.OFF
        is_classic = self.mode is Mode.CLASSIC
        for name, value in (("channel", self.channel), ("given", self.given)):
            if value and self.mode is not Mode.FIBBLE:
                raise InputError(f"{name} {value!r:.40}", f"none in {self.mode}")
        if self.given not in ("", DRAWN):
            self.vocabulary.check_guess(self.given)
        if self.boards > 1 and not is_classic:
            raise InputError(f"boards {self.boards}", f"1 in {self.mode}")
        if is_hard and not is_classic:
            raise InputError(f"hard mode {self.hard}", f"off in {self.mode}")
        if is_hard and self.boards > 1:
            raise InputError(f"hard mode {self.hard}", f"off with {self.boards} boards")

    def check_opening(self, text: str) -> tuple[str, ...]:
        """Return the fixed opening guesses of a game.

        Parameters
        ----------
        text : str
            The words, separated by commas; empty for none.

        Raises
        ------
        InputError
            When a word is not a valid guess, or when there are several in WORDPL or in
            hard mode, where the next guess depends on the clue of the one before.

        Examples
        --------
        >>> Setting(Vocabulary.load(), Mode.CLASSIC).check_opening("SALET,courd")
        ('salet', 'courd')
        """
        if not text:
            return ()
        with InputError.at("opening "):
            guesses = tuple(map(self.vocabulary.check_guess, text.split(",")))
        if len(guesses) > 1 and self.mode is not Mode.CLASSIC:
            raise InputError(f"opening {text!r}", f"one word in {self.mode}")
        if len(guesses) > 1 and self.hard is not Hard.OFF:
            raise InputError(
                f"opening {text!r}",
                f"one word in hard mode {self.hard}, which may forbid the next",
            )
        return guesses


@runtime_checkable
class Strategy(Protocol):
    """Interface of a player.

    It may also define ``prepare(setting)``, called once before its first game with
    a `Setting`, and ``__str__``, a name that is shown below tables and in the report.
    One object plays many games, one after the other: `first_move`
    starts a new one.
    """

    def first_move(self) -> tuple[str, float]:
        """Start a game and return the first guess and its epsilon."""

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move, given the last one and its clue as ``ci..c``."""


class Forfeit(Exception):
    """End of a game by an illegal move, a crash or a limit; the reason is one line."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


def check_move(
    move: object,
    setting: Setting,
    history: Iterable[Known] = (),
    prices: Iterable[float] = (),
) -> Move:
    """Return what a strategy returned as a move, if the rules allow it.

    `history` are the guesses so far with their clues, for hard mode; `prices` are their
    prices. For an illegal move `Forfeit` is raised with outcome `INVALID`, and quotes
    what is wrong.
    """
    guess, epsilon = _read_move(move)

    # Only WORDPL has prices, of which 0 is for the final answer.
    if guess not in setting.vocabulary.guess_index:
        raise _invalid_move(f"guess {guess!r:.80} is not in the word list")
    if not setting.mode.priced:
        if epsilon != math.inf:
            raise _invalid_move(
                f"epsilon {epsilon!r}: {setting.mode} is played with inf"
            )
    elif epsilon == math.inf:
        raise _invalid_move("epsilon inf: WORDPL needs a finite price")
    elif epsilon == 0 and guess not in setting.vocabulary.answer_index:
        raise _invalid_move(f"final answer {guess!r} is not one of the answers")
    elif error := objection_to_price(epsilon, prices):
        raise _invalid_move(str(error))

    # Hard mode comes last, as it compares the guess with every earlier clue.
    if reason := objection(guess, history, setting.hard):
        raise _invalid_move(reason)
    return Move(guess, epsilon)


def _read_move(move: object) -> Move:
    """Return a move of the right types: a strategy may return anything."""
    if not isinstance(move, tuple | list) or len(move) != 2:
        raise _invalid_move(f"move {move!r:.80}: expected (guess, epsilon)")
    guess, price = move
    if not isinstance(guess, str):
        raise _invalid_move(f"guess {guess!r:.80}: expected a word")
    try:
        return Move(fold(guess), check_epsilon(price))
    except InputError as error:
        raise _invalid_move(f"{error!s:.160}") from None


def objection_to_price(epsilon: float, before: Iterable[float]) -> EpsilonError | None:
    """Return the error of a price that the rules of WORDPL forbid, None for others.

    A least price limits the number of guesses, and with it the information that a
    strategy could obtain from replies by means other than their clues. `before` are the
    prices paid so far in the game.

    Examples
    --------
    >>> print(objection_to_price(1e-297, []))
    epsilon 1e-297: expected 0.01 or more, or 0 to answer
    >>> print(objection_to_price(0.5, [0.5] * 10))
    epsilon 0.5: expected 1 or more after 10 guesses for less, or 0 to answer
    """
    if epsilon == 0 or epsilon >= CHEAP:
        return None
    if epsilon < LEAST_PRICE:
        least = f"{LEAST_PRICE} or more"
    elif sum(price < CHEAP for price in before) >= MOST_CHEAP:
        least = f"{CHEAP:g} or more after {MOST_CHEAP} guesses for less"
    else:
        return None
    return EpsilonError(f"epsilon {epsilon!r}", f"{least}, or 0 to answer")


def _invalid_move(reason: str) -> Forfeit:
    return Forfeit(Outcome.INVALID, reason)
