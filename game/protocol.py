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
"""Version of the rules; it changes if equal moves could get a different score.

Version 2 has introduced a least price.
"""

MAX_MOVES = 1000
"""Largest number of guesses: a game that goes on after them ends as invalid."""

SPARE_TURNS = 5
"""A human player of classic Wordle on n boards has ``n + SPARE_TURNS`` guesses."""

LEAST_PRICE = 0.01
"""Smallest price of a guess of WORDPL, in nats."""

CHEAP = 1.0
MOST_CHEAP = 10
"""A game may have at most `MOST_CHEAP` guesses that cost less than `CHEAP` nats."""


DRAWN = "random"
"""Value of `Setting.given`: the first guess of each game is drawn at random."""


class Mode(StrEnum):
    """The games: WORDPL with prices, classic Wordle, and Fibble with lies."""

    WORDPL = "wordpl"
    CLASSIC = "classic"
    FIBBLE = "fibble"

    @property
    def priced(self) -> bool:
        """Whether guesses have prices.

        If guesses have no prices, the score of a game is its number of guesses.
        """
        return self is Mode.WORDPL

    @property
    def rule(self) -> Rule:
        """The rule by which this game marks a guess."""
        return Rule.LETTERWISE if self.priced else Rule.CLASSIC


class Outcome(StrEnum):
    """Outcome of a game. Only a game that was `WON` has a finite score."""

    WON = "won"
    WRONG = "wrong"
    INVALID = "invalid"
    CRASHED = "crashed"
    TIMEOUT = "timeout"
    OUT_OF_TURNS = "out_of_turns"


class Move(NamedTuple):
    """A guess and the price of its clue, in nats; the price 0 marks the final answer.

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
        The largest number of guesses in a game.
    timeout : float
        Seconds of CPU time for a game; ``inf`` means no limit.
    boards : int
        The number of boards. Each board has its own secret, and the same guesses must
        find all secrets.
    hard : Hard
        The hard mode.
    channel : str
        The channel of Fibble, like ``lies:2``. An empty string means ``lies:1``.
    given : str
        In Fibble, the first guess of every game, or ``random`` if the first guess of
        each game is drawn. If it is empty, the player chooses the first guess.

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
        """Return the name and the type of each field except the vocabulary."""
        types = get_type_hints(Setting)
        del types["vocabulary"]
        return types

    def to_dict(self) -> dict[str, Any]:
        """Return the fields except the vocabulary, as JSON values.

        ``run.json`` and the sandboxed process receive a setting in this form. They
        receive the vocabulary separately, by its digest or by its files.

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
        """Return the setting with these fields, the reverse of `to_dict`.

        Parameters
        ----------
        facts : mapping
            A mapping from the names of fields to their values. Names that are not
            fields are ignored. A missing field gets its default.
        vocabulary : Vocabulary
            The words.

        Raises
        ------
        ValueError
            If a value is not valid for the type of its field.
        """
        options = {n: t(facts[n]) for n, t in cls.options().items() if n in facts}
        return cls(vocabulary, **options)

    def check(self) -> None:
        """Raise an error if the setting cannot be played.

        Raises
        ------
        InputError
            If the number of guesses is below 1 or above `MAX_MOVES`; if the number of
            boards is below 1 or above the number of answers; if a game other than
            classic Wordle has several boards or hard mode; if a game has both several
            boards and hard mode; or if a game other than Fibble has a channel or a
            given guess.
        """
        check_range("max_turns", self.max_turns, 1, MAX_MOVES)
        check_range("boards", self.boards, 1, len(self.vocabulary.answers))
        is_hard = self.hard is not Hard.OFF
        is_classic = self.mode is Mode.CLASSIC
        for name, value, expected in (
            ("channel", self.channel, "no channel"),
            ("given", self.given, "no given guess"),
        ):
            if value and self.mode is not Mode.FIBBLE:
                raise InputError(f"{name} {value!r:.40}", f"{expected} in {self.mode}")
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
            The words, separated by commas. An empty text means no fixed guess.

        Raises
        ------
        InputError
            If a word is not a valid guess. Also if there are several words in WORDPL,
            in Fibble or in hard mode, because the next guess may depend on a clue.

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
                f"one word, because hard mode {self.hard} may forbid the next word",
            )
        return guesses


@runtime_checkable
class Strategy(Protocol):
    """Interface of a player.

    One object plays many games, one after the other: each call of `first_move` starts a
    new game. A strategy may also define two more methods. ``prepare(setting)`` is
    called once with a `Setting`, before the first game. ``__str__`` returns a name,
    which is shown below tables and in the report.
    """

    def first_move(self) -> tuple[str, float]:
        """Start a game; return the first guess and its price, epsilon."""

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next move, given the last move and its clue, like ``ci..c``."""


class Forfeit(Exception):
    """End of a game by an illegal move, a crash or a limit.

    The reason is a text of one line.
    """

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
    """Convert the value that a strategy returned to a `Move`, if the rules allow it.

    `history` has the guesses so far with their clues, for hard mode. `prices` has the
    prices of these guesses. For an illegal move, `Forfeit` is raised with the outcome
    `INVALID`; its reason quotes the wrong value.
    """
    guess, epsilon = _read_move(move)

    # Only WORDPL has prices. There, the price 0 marks the final answer.
    if guess not in setting.vocabulary.guess_index:
        raise _invalid_move(f"guess {guess!r:.80} is not in the word list")
    if not setting.mode.priced:
        if epsilon != math.inf:
            raise _invalid_move(
                f"epsilon {epsilon!r}: expected inf, because {setting.mode} has no "
                "prices"
            )
    elif epsilon == math.inf:
        raise _invalid_move("epsilon inf: WORDPL needs a finite price")
    elif epsilon == 0 and guess not in setting.vocabulary.answer_index:
        raise _invalid_move(f"final answer {guess!r} is not one of the answers")
    elif error := objection_to_price(epsilon, prices):
        raise _invalid_move(str(error))

    # Hard mode is checked last, because it compares the guess with every earlier clue.
    if reason := objection(guess, history, setting.hard):
        raise _invalid_move(reason)
    return Move(guess, epsilon)


def _read_move(move: object) -> Move:
    """Return a value as a `Move`; raise `Forfeit` if its types are wrong.

    `move` is the value that a strategy returned, which may be any value.
    """
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
    """Return an error if the rules of WORDPL forbid a price; return None otherwise.

    A price is forbidden if it is below `LEAST_PRICE`. A price below `CHEAP` is also
    forbidden if the game already has `MOST_CHEAP` guesses with prices below `CHEAP`.
    The price 0 of the final answer is always allowed. `before` has the prices that were
    paid so far in the game.

    These rules limit the number of cheap clues in a game. The small number of clues
    also limits the information that a strategy could get from the referee by other
    means than clues, like the time until a clue comes.

    Examples
    --------
    >>> print(objection_to_price(1e-297, []))
    epsilon 1e-297: expected 0.01 or more, or 0 to answer
    >>> print(objection_to_price(0.5, [0.5] * 10))
    epsilon 0.5: expected 1 or more after 10 guesses for less than 1, or 0 to answer
    """
    if epsilon == 0 or epsilon >= CHEAP:
        return None
    if epsilon < LEAST_PRICE:
        least = f"{LEAST_PRICE} or more"
    elif sum(price < CHEAP for price in before) >= MOST_CHEAP:
        least = f"{CHEAP:g} or more after {MOST_CHEAP} guesses for less than {CHEAP:g}"
    else:
        return None
    return EpsilonError(f"epsilon {epsilon!r}", f"{least}, or 0 to answer")


def _invalid_move(reason: str) -> Forfeit:
    return Forfeit(Outcome.INVALID, reason)
