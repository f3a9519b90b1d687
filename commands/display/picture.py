"""Picture of a game of classic Wordle, with the answers left after each guess."""

from __future__ import annotations

from commands.terminal import columns, has_colour
from contest.terminal.layout import WIDE
from game.protocol import Setting
from game.record import Game
from game.text.render import board
from solver.notebook.scoreboard import Scoreboard


def picture(game: Game, setting: Setting) -> str:
    """Return a game, one line a guess, with the answers left on every board."""
    length, boards = setting.vocabulary.length, setting.boards
    # Coloured boards are wider; where they do not fit, plain text keeps rows aligned.
    colour = has_colour() and boards * (4 * length + 7) < columns()
    across, wide = boards, WIDE
    if not colour:
        across = min(boards, max(1, (columns() - length - 9) // (length + 8)))
        wide = 2 * (length + 2) + across * (length + 2)
    shown = board(game.turns, colour=colour, columns=wide)
    rows = Scoreboard.of(game, setting).rows
    left = {(row.turn - 1, row.board - 1): f"{row.left:>6,}" for row in rows}
    blocks = []
    for index, block in enumerate(shown.split("\n\n") if shown else ()):
        boards_of_block = range(index * across, min(boards, (index + 1) * across))
        lines = block.splitlines()
        heads = lines[: -len(game.turns)]  # the numbers of the boards
        width = max(map(len, lines))
        for number, line in enumerate(lines[len(heads) :]):
            cells = "".join(left.get((number, k), " " * 6) for k in boards_of_block)
            padding = "" if colour else " " * (width - len(line))
            heads.append(f"{line}{padding}{cells.rstrip()} left")
        blocks.append("\n".join(heads))
    return "\n\n".join(blocks)
