"""Picture of a game of classic Wordle, with the answers left after each guess."""

from __future__ import annotations

from collections.abc import Sequence

from commands.terminal import columns, has_colour
from contest.report.layout import WIDE
from game.protocol import Setting
from game.record import Game, Turn
from game.render import board, solved_at


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
    counts, ends = answers_left(game.turns, setting), solved_at(game.turns)
    blocks = []
    for place, block in enumerate(shown.split("\n\n") if shown else ()):
        own = range(place * across, min(boards, (place + 1) * across))
        lines = block.splitlines()
        width = max(map(len, lines))
        for number, line in enumerate(lines):
            cells = [
                f"{counts[number][k]:>6,}" if ends.get(k, number) >= number else " " * 6
                for k in own
            ]
            padding = "" if colour else " " * (width - len(line))
            lines[number] = f"{line}{padding}{''.join(cells).rstrip()} left"
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def answers_left(turns: Sequence[Turn], setting: Setting) -> list[list[int]]:
    """Return how many answers are possible after each turn, board by board."""
    import numpy as np

    from solver.matrix.clue_matrix import clue_matrix

    vocabulary = setting.vocabulary
    matrix = clue_matrix(vocabulary, setting.rule)
    possible = np.ones((setting.boards, len(vocabulary.answers)), bool)
    counts = []
    for turn in turns:
        row = matrix[vocabulary.guess_index[turn.guess]]
        possible &= row == np.array(turn.clues)[:, None]
        counts.append(possible.sum(axis=1).tolist())
    return counts
