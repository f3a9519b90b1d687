"""Picture of a game of classic Wordle, with the answers left after each guess."""

from __future__ import annotations

from commands.results import columns
from commands.terminal import has_colour
from contest.terminal.layout import WIDE
from game.protocol import Setting
from game.record import Game
from game.text.render import RowOfBoards, rows_of_boards
from solver.notebook.scoreboard import Scoreboard


def picture(game: Game, setting: Setting) -> str:
    """Return a game, one line a guess, with the answers left on every board."""
    rows = picture_rows(game, setting)
    return "\n\n".join("\n".join(row.all_lines) for row in rows)


def picture_rows(game: Game, setting: Setting) -> list[RowOfBoards]:
    """Return the rows of boards of a game, with the answers left on every board."""
    if not game.turns:
        return []
    length, boards = setting.vocabulary.length, setting.boards
    # Coloured boards are wider; where they do not fit, plain text keeps rows aligned.
    colour = has_colour() and boards * (4 * length + 7) < columns()
    wide = WIDE
    if not colour:
        across = min(boards, max(1, (columns() - length - 9) // (length + 8)))
        wide = 2 * (length + 2) + across * (length + 2)
    left = {
        (row.turn, row.board): f"{row.left:>6,}"
        for row in Scoreboard.of(game, setting).rows
    }
    rows = rows_of_boards(game.turns, colour=colour, columns=wide)
    for row in rows:
        width = 0 if colour else max(map(len, row.all_lines))
        for k, line in enumerate(row.lines):
            counts = [left.get((k + 1, board + 1), " " * 6) for board in row.boards]
            row.lines[k] = f"{line:<{width}}{''.join(counts).rstrip()} left"
    return rows
