"""Scoreboard: a finished classic game as text, HTML or a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from game.clues import Clue, all_correct, join, to_text
from game.hard import Hard
from game.protocol import SPARE_TURNS, Mode, Setting
from game.record import Game, Turn
from game.spelling import upper
from game.text import html, render
from game.text.deals import TITLES
from game.text.share import guesses_text, rows
from game.text.streams import encodable
from solver.advice.position import Position
from solver.numeric.frame import frame

if TYPE_CHECKING:
    import pandas as pd


class BoardRow(NamedTuple):
    """A guess and its clue on one board.

    `turn` is the number of the turn and `board` is the number of the board, both
    counted from 1. `answer` is the secret of the board. `left` is the number of answers
    that are possible on the board after the clue.
    """

    turn: int
    board: int
    answer: str
    guess: str
    clue: Clue
    left: int

    @property
    def tiles(self) -> str:
        """The clue as emoji."""
        return to_text(self.clue, len(self.guess), "tiles")


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The guesses of a game of classic Wordle, with their clues on each board.

    Parameters
    ----------
    rows : tuple of BoardRow
        The rows, sorted by turn and then by board. After a board is solved, it has no
        further rows.
    hard : Hard
        The hard mode of the game.

    Examples
    --------
    >>> first = BoardRow(1, 1, "crank", "crane", 240, 2)
    >>> print(Scoreboard((first, BoardRow(2, 1, "crank", "crank", 242, 1))))
    #  answer  guess  tiles       left
    1  CRANK   CRANE  🟩🟩🟩🟩⬜     2
    2  CRANK   CRANK  🟩🟩🟩🟩🟩     1
    """

    rows: tuple[BoardRow, ...]
    hard: Hard = Hard.OFF

    @classmethod
    def of(cls, game: Game, setting: Setting) -> Scoreboard:
        """Return the scoreboard of a finished classic game.

        Parameters
        ----------
        game : Game
            The record of the game.
        setting : Setting
            The words and boards of the game.
        """
        position = Position(setting)
        rows = []
        answers = game.answer.split(",")
        for number, turn in enumerate(game.turns, 1):
            # Each board that was not solved before this turn gets a row. So a board
            # that is solved in this turn gets a row, too.
            unsolved = position.unsolved
            position = position.add(turn.guess, turn.clues)
            for b in unsolved:
                left = len(position.answers(b))
                row = BoardRow(
                    number, b + 1, answers[b], turn.guess, turn.clues[b], left
                )
                rows.append(row)
        return cls(tuple(rows), setting.hard)

    def __len__(self) -> int:
        """Return the number of guesses."""
        return max((row.turn for row in self.rows), default=0)

    def __iter__(self) -> Iterator[BoardRow]:
        """Iterate over the rows; on several boards, a guess has several rows."""
        return iter(self.rows)

    @property
    def boards(self) -> list[list[BoardRow]]:
        """The rows of each board."""
        by_board: dict[int, list[BoardRow]] = {}
        for row in self.rows:
            by_board.setdefault(row.board, []).append(row)
        return [by_board[board] for board in sorted(by_board)]

    def emoji(self) -> str:
        """Return a text of the game that you can share: it does not show any words.

        The terminal prints the same text.

        Returns
        -------
        str
            A heading with the number of guesses, or with ``X`` if a board is not
            solved. One line of tiles for each guess follows. If there are several
            boards, two boards are side by side, and the number of guesses of each board
            comes before the tiles.

        Examples
        --------
        >>> print(Scoreboard((BoardRow(1, 1, "crank", "crane", 240, 2),)).emoji())
        Wordle X/6
        🟩🟩🟩🟩⬜
        >>> first = BoardRow(1, 1, "crank", "crank", 242, 1)
        >>> print(Scoreboard((first, BoardRow(1, 2, "crane", "crank", 240, 9))).emoji())
        Wordle X/7
        1️⃣🟥
        🟩🟩🟩🟩🟩 🟩🟩🟩🟩⬜
        """
        if not self.rows:
            return ""
        boards = self.boards
        turns = _turns(self.boards)
        guesses = len(turns) if all(map(_is_solved, boards)) else None
        score = guesses_text(guesses, len(boards) + SPARE_TURNS, self.hard)

        pairs = [boards[k : k + 2] for k in range(0, len(boards), 2)]
        numbers = ["".join(map(_keycaps, pair)) for pair in pairs]
        tiles = ["\n".join(rows(_turns(pair))) for pair in pairs]
        parts = numbers if len(boards) > 1 else []
        parts = [f"{TITLES[Mode.CLASSIC]} {score}", *parts, "\n\n".join(tiles)]
        return encodable("\n".join(parts))

    def many(self) -> list[Scoreboard]:
        """Return a list with a separate scoreboard for each board.

        Examples
        --------
        >>> first = BoardRow(1, 1, "crank", "crane", 240, 1)
        >>> other = BoardRow(1, 2, "slump", "crane", 0, 9)
        >>> for board in Scoreboard((first, other)).many():
        ...     print(board)
        #  answer  guess  tiles       left
        1  CRANK   CRANE  🟩🟩🟩🟩⬜     1
        #  answer  guess  tiles       left
        1  SLUMP   CRANE  ⬜⬜⬜⬜⬜     9
        """
        return [
            Scoreboard(tuple(row._replace(board=1) for row in rows), self.hard)
            for rows in self.boards
        ]

    def side_by_side(self, columns: int = 80) -> str:
        """Return a text with the boards side by side, as the terminal prints it.

        Parameters
        ----------
        columns : int
            Maximum number of characters in a line.

        Examples
        --------
        >>> first = BoardRow(1, 1, "crank", "crane", 240, 1)
        >>> both = Scoreboard((first, BoardRow(1, 2, "slump", "crane", 0, 9)))
        >>> print(both.side_by_side())
          board  1      2
          CRANE  cccc.  .....
        """
        turns = _turns(self.boards) if self.rows else ()
        return render.board(turns, colour=False, columns=columns)

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a table.

        The columns are ``turn``, ``board``, ``answer``, ``guess``, ``tiles`` and
        ``left`` (see `BoardRow`).
        """
        names = ["turn", "board", "answer", "guess", "tiles", "left"]
        return frame({name: [getattr(r, name) for r in self.rows] for name in names})

    def __str__(self) -> str:
        length = len(self.rows[0].guess) if self.rows else 0

        # Columns are at least as wide as their headings. A tile takes two characters.
        widths = max(length, 6), max(length, 5), max(2 * length, 5)
        titles = zip(("answer", "guess", "tiles"), widths, strict=True)
        heading = "  ".join(
            ["#", *(title.ljust(width) for title, width in titles), "left"]
        )
        lines = [heading, *(_line(row, *widths) for row in self.rows)]
        return encodable("\n".join(lines))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [
            [
                str(row.turn),
                upper(row.answer),
                html.tiles(row.guess, row.clue),
                f"{row.left:,}",
            ]
            for row in self.rows
        ]
        return html.add_style(html.table(["#", "answer", "guess", "left"], rows))


def _is_solved(board: Sequence[BoardRow]) -> bool:
    return board[-1].clue == all_correct(len(board[-1].guess))


def _keycaps(board: Sequence[BoardRow]) -> str:
    """Return the number of guesses on a board as emoji.

    If the board is not solved, return a red square.
    """
    if not _is_solved(board):
        return "🟥"
    return "".join(f"{digit}\ufe0f\u20e3" for digit in str(board[-1].turn))


def _turns(boards: Sequence[Sequence[BoardRow]]) -> tuple[Turn, ...]:
    """Return the turns on some boards, up to the last row of any of these boards."""
    length = len(boards[0][0].guess)
    turns = []

    # A solved board has no rows for later turns. For these turns its clue is the clue
    # of a right guess.
    for row in zip_longest(*boards):
        codes = (cell.clue if cell else all_correct(length) for cell in row)
        guess = next(cell.guess for cell in row if cell)
        turns.append(Turn(guess, math.inf, join(codes, length), len(boards)))
    return tuple(turns)


def _line(row: BoardRow, answer: int, guess: int, tiles: int) -> str:
    padding = " " * (tiles - 2 * len(row.guess))
    return (
        f"{row.turn:<2} {upper(row.answer):<{answer}}  {upper(row.guess):<{guess}}  "
        f"{row.tiles}{padding}  {row.left:>4}"
    )
