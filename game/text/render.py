"""Rendering of clues, boards and keyboards as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.clues import CORRECT, Clue, all_correct, to_marks, to_text
from game.record import Turn
from game.spelling import upper
from game.text.wording import SHAPES

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_WIDE = 12  # number of keys in a row that fit on a telephone
# White on grey, black on yellow, and black on green can be read on light and on dark
# terminals.
_COLOURS = ("\x1b[97;100m", "\x1b[30;103m", "\x1b[30;102m")
_RESET = "\x1b[0m"


def tile_text(guess: str, clue: Clue, *, colour: bool = True) -> str:
    """Return a guess with its clue as text.

    The letters have the colours of their marks or, without colours, the marks follow
    the guess.
    """
    if not colour:
        return f"{upper(guess)}  {to_text(clue, len(guess))}"
    marks = to_marks(clue, len(guess))
    return " ".join(
        _paint(letter, mark) for letter, mark in zip(guess, marks, strict=True)
    )


def board(turns: Iterable[Turn], *, colour: bool = True, columns: int = 80) -> str:
    """Return the guesses of a game with their clues, one guess per line.

    Several boards are side by side below their numbers. If not all boards fit, the
    remaining boards follow below. A solved board shows no further guesses.

    Examples
    --------
    >>> board([Turn("crane", 12.0, 191)], colour=False)
    '  CRANE  ci..c'
    >>> turns = [Turn("crane", 9.0, 243 * 242, boards=2), Turn("slate", 9.0, 2, 2)]
    >>> print(board(turns, colour=False))
      board  1      2
      CRANE  ccccc  .....
      SLATE         ....c
    """
    turns = list(turns)
    rows = rows_of_boards(turns, colour=colour, columns=columns) if turns else []
    return "\n\n".join("\n".join(row.all_lines) for row in rows)


class RowOfBoards(NamedTuple):
    """The boards that a text shows side by side.

    `boards` has the indices of these boards. `heading` has the number of each board, or
    is empty if the game has one board. `lines` has a line of text for each turn.
    """

    boards: range
    heading: str
    lines: list[str]

    @property
    def all_lines(self) -> list[str]:
        """All lines, with the heading first if it is not empty."""
        return [self.heading, *self.lines] if self.heading else self.lines


def rows_of_boards(
    turns: Sequence[Turn], *, colour: bool = True, columns: int = 80
) -> list[RowOfBoards]:
    """Return the boards of a game as text, in rows of as many boards as fit.

    `columns` is the number of characters in a line. There must be at least one turn.
    """
    boards = turns[0].boards
    length = len(turns[0].guess)

    # Without colours, each word is written once, before the marks of all boards.
    word, cell = (0, 4 * length + 1) if colour else (length + 2, length + 2)
    across = max(1, (columns - word - 2) // cell)
    return [
        _row_of_boards(turns, range(start, min(start + across, boards)), colour=colour)
        for start in range(0, boards, across)
    ]


def _row_of_boards(
    turns: Sequence[Turn], boards: range, *, colour: bool
) -> RowOfBoards:
    # A solved board shows no later guesses.
    ends = solved_at(turns)
    heading = ""
    lines = []
    if turns[0].boards > 1:
        length = len(turns[0].guess)
        wide = 4 * length - 1 if colour else length
        word = "board " if colour else ""
        names = [f"{word}{index + 1}".ljust(wide) for index in boards]
        cells = names if colour else ["board".ljust(length), *names]
        heading = "  " + "  ".join(cells).rstrip()
    for k, turn in enumerate(turns):
        length = len(turn.guess)
        cells = [] if colour else [upper(turn.guess)]
        for index in boards:
            clue = turn.clues[index]
            if ends.get(index, k) < k:
                cells.append(" " * (4 * length - 1 if colour else length))
            else:
                cells.append(
                    tile_text(turn.guess, clue) if colour else to_text(clue, length)
                )
        lines.append("  " + "  ".join(cells).rstrip(" "))
    return RowOfBoards(boards, heading, lines)


def solved_at(turns: Sequence[Turn]) -> dict[int, int]:
    """Return for each solved board the turn in which it was solved, counted from 0.

    A single board is never included: no guess follows its right guess, and in WORDPL a
    clue of correct marks may be false.
    """
    ends: dict[int, int] = {}
    for k, turn in enumerate(turns):
        for index, clue in enumerate(turn.clues if turn.boards > 1 else ()):
            if clue == all_correct(len(turn.guess)):
                ends.setdefault(index, k)
    return ends


def _paint(letter: str, mark: int) -> str:
    """Return a letter for a terminal, with the shape and the colour of its mark."""
    return f"{_COLOURS[mark]}{SHAPES[mark].format(upper(letter))}{_RESET}"


def letter_marks(turns: Iterable[Turn]) -> dict[str, int]:
    """Return the best supported mark of every letter that was played.

    Each mark of a clue is a vote that counts as much as the price of the clue. If two
    marks of a letter have equal votes, the better mark is taken. So for exact clues,
    the marks are those of Wordle's keyboard. Clues of solved boards have no votes.
    """
    votes: dict[str, list[float]] = {}
    turns = list(turns)
    ends = solved_at(turns)
    for turn in turns:
        for clue in (c for index, c in enumerate(turn.clues) if index not in ends):
            marks = to_marks(clue, len(turn.guess))
            for letter, mark in zip(turn.guess, marks, strict=True):
                votes.setdefault(letter, [0.0, 0.0, 0.0])[mark] += turn.epsilon
    return {
        letter: max(range(CORRECT + 1), key=lambda mark: (vote[mark], mark))
        for letter, vote in votes.items()
    }


def key_rows(alphabet: str) -> list[str]:
    """Return the letters of each row of a keyboard.

    The letters a to z are in the positions of an English keyboard, and other letters
    follow at the ends of the rows. If the alphabet has no letter from a to z, the
    letters are in the order of the alphabet.
    """
    rest = "".join(sorted(set(alphabet).difference(*_ROWS)))
    if len(rest) == len(alphabet):
        wide = min(_WIDE, -(-len(rest) // len(_ROWS)))
        return [rest[k : k + wide] for k in range(0, len(rest), wide)]

    # The row of ten letters has room for two more letters, and the row of nine letters
    # has room for three more.
    top, middle, bottom = _ROWS
    top = top + rest[:2]
    rest = rest[2:]
    middle = middle + rest[:3]
    rest = rest[3:]
    others = [rest[k : k + _WIDE] for k in range(0, len(rest), _WIDE)]
    return [top, middle, bottom, *others]


def keyboard(turns: Iterable[Turn], alphabet: str, *, colour: bool = True) -> str:
    """Return a keyboard as text, with the best supported mark of each letter.

    Without colours, a correct letter is written as ``[A]``, a present letter as
    ``(A)``, and an absent letter as blanks.
    """
    marks = letter_marks(turns)
    plain = ("   ", *SHAPES[1:])
    lines = []
    for indent, row in enumerate(key_rows(alphabet)):
        keys = []
        for letter in row:
            if letter not in marks:
                keys.append(f" {upper(letter)} ")
            elif colour:
                keys.append(_paint(letter, marks[letter]))
            else:
                keys.append(plain[marks[letter]].format(upper(letter)))
        lines.append("  " * indent + "".join(keys))
    return "\n".join(lines)
