"""Finished games: turns, outcome and score, and the rows of text that store a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from game.clues import MARKERS, Clue, parse, split, to_marks, to_text
from game.errors import InputError
from game.protocol import RULES_VERSION, Mode, Outcome
from game.text import html
from game.text.formats import number

FORFEITED = (Outcome.INVALID, Outcome.CRASHED, Outcome.TIMEOUT)
"""Outcomes of games that end without a final word."""


class RecordError(InputError):
    """A recorded game that cannot be read."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess, its price in nats and the clue that the player saw.

    On several boards, the clues of the boards are joined into one clue. The marks of
    the first board come first.

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
        """The clue as text, in the form of the contest."""
        return to_text(self.clue, self.boards * len(self.guess))

    def false_marks(self, truth: Clue) -> tuple[bool, ...]:
        """Return which marks of the clue are false, given the true clue.

        Examples
        --------
        >>> Turn("crane", 12.0, 191).false_marks(189)
        (False, False, False, False, True)
        """
        length = self.boards * len(self.guess)
        seen = to_marks(self.clue, length)
        return tuple(a != b for a, b in zip(seen, to_marks(truth, length), strict=True))

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clue of each board."""
        return split(self.clue, self.boards, len(self.guess))

    def __str__(self) -> str:
        return f"{self.guess}:{self.epsilon!r}:{self.result}"


def history_of(turns: Iterable[Turn]) -> list[tuple[str, Clue]]:
    """Return for each turn its guess and its clue, as `game.hard` needs them."""
    return [(turn.guess, turn.clue) for turn in turns]


def budget(turns: Iterable[Turn]) -> float:
    """Return the cost of some turns: the sum of their prices, in nats.

    Prices are added as decimal numbers, without binary rounding errors.

    Examples
    --------
    >>> budget([Turn("crane", 12.3, 0)] * 3)
    36.9
    """
    return _sum(tuple(float(turn.epsilon) for turn in turns))


@lru_cache(maxsize=4096)
def _sum(prices: tuple[float, ...]) -> float:
    return float(sum(Decimal(repr(price)) for price in prices))


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game.

    Parameters
    ----------
    mode : Mode
        The game that was played.
    answer : str
        The secret; the secrets of several boards are separated by commas.
    turns : tuple of Turn
        The guesses that got a clue.
    final : str
        The word that ended the game: the final answer of WORDPL, or the last guess of a
        game without prices. The text is empty if the game was forfeited.
    outcome : Outcome
        The outcome of the game.
    reason : str
        The reason of a forfeit, as one line.

    Examples
    --------
    >>> turns = (Turn("slate", 12.3, 20),)
    >>> Game(Mode.WORDPL, "crane", turns, "crane", Outcome.WON).score
    12.3
    """

    mode: Mode
    answer: str
    turns: tuple[Turn, ...]
    final: str
    outcome: Outcome
    reason: str = ""

    @property
    def budget(self) -> float:
        """Cost of the game: the sum of the prices that were paid, in nats."""
        return budget(self.turns)

    @property
    def score(self) -> float:
        """The score: infinity if the game was not won.

        The score of a won game of WORDPL is its cost. The score of any other won game
        is its number of guesses.
        """
        if self.outcome is not Outcome.WON:
            return math.inf
        return self.budget if self.mode.priced else float(len(self.turns))

    @property
    def truths(self) -> tuple[Clue, ...]:
        """The true clue of each turn, for a game on one board."""
        marker = MARKERS[self.mode.rule]
        return tuple(marker(self.answer, turn.guess) for turn in self.turns)

    @property
    def lies(self) -> tuple[tuple[bool, ...], ...]:
        """Whether each mark of each turn is false, for a game on one board."""
        pairs = zip(self.turns, self.truths, strict=True)
        return tuple(turn.false_marks(truth) for turn, truth in pairs)

    def _repr_html_(self) -> str:
        titles = ["seen", "in truth", "price", "paid"]
        answered = f", answered {self.final.upper()}" if self.final else ""
        if not self.mode.priced:
            titles = titles[:2]
            answered = ""
        if self.mode is Mode.CLASSIC:
            titles = ["guess"]
        score = f"score {number(self.score)}"
        summary = f"{self.answer.upper()}: {self.outcome}{answered}, {score}"
        rows = [self._cells(index) for index in range(len(self.turns))]
        return html.add_style(html.table(titles, rows, summary))

    def _cells(self, index: int) -> list[str]:
        """Return the cells of the turn number `index` in an HTML table of the game.

        The first cell has the guess and its clue. If the game has noise, a cell with
        the true clue follows. If the game has prices, cells with the price of the guess
        and with the sum of the prices so far follow.
        """
        turn = self.turns[index]
        cells = [" ".join(html.tiles(turn.guess, clue) for clue in turn.clues)]
        if self.mode is not Mode.CLASSIC:
            cells.append(html.tiles(turn.guess, self.truths[index]))
        if self.mode.priced:
            cells += map(number, (turn.epsilon, budget(self.turns[: index + 1])))
        return cells

    def to_row(self) -> dict[str, str]:
        """Return the game as a row of ``games.csv``: a text for each column.

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
        """Return the game of a row that `to_row` has written.

        Raises
        ------
        RecordError
            If a field is missing, cannot be read, or contradicts another field, or if
            the game was played by another version of the rules.
        """
        rules = row.get("rules", str(RULES_VERSION))
        if rules != str(RULES_VERSION):
            raise RecordError(
                f"a game of version {rules} of the rules", f"version {RULES_VERSION}"
            )
        try:
            with RecordError.at("a game that cannot be read: ", ValueError):
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
            raise RecordError(f"a game without the field {error.args[0]!r}") from None

        # A file may have been edited. So check that the mode, the prices, the outcome,
        # the final word and the score agree.
        for price in (turn.epsilon for turn in turns):
            if not (0 < price < math.inf if game.mode.priced else price == math.inf):
                expected = "a number above 0" if game.mode.priced else "inf"
                raise RecordError(f"price {price} in {game.mode}", expected)
        if bool(game.final) is (game.outcome in FORFEITED):
            final = "no final word" if game.final else "a final word"
            raise RecordError(
                f"a game that is {game.outcome}, final {game.final!r}", final
            )
        if _score(row) not in (None, number(game.score)):
            raise RecordError(
                f"score {row['score']!r}",
                f"{number(game.score)}, which follows from the moves",
            )
        return game


def _score(row: Mapping[str, str]) -> str | None:
    """Return the score of a row of ``games.csv``, or None if the row has no score.

    The score is returned as the text that this version writes for the same number. A
    text that is no number is returned as it is.
    """
    text = row.get("score")
    try:
        return text and number(float(text))
    except ValueError:
        return text


@lru_cache(maxsize=1 << 14)
def _parse_turn(text: str) -> Turn:
    guess, _, price_and_clue = text.partition(":")
    epsilon, _, clue = price_and_clue.partition(":")

    # A clue has a mark for each letter on each board.
    boards = max(1, len(clue) // max(1, len(guess)))
    return Turn(guess, float(epsilon), parse(clue, boards * len(guess)), boards)
