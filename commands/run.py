"""Show how a strategy plays, with the number of answers left after each guess."""

from __future__ import annotations

from collections.abc import Sequence

from commands._line import (
    Parser,
    add_hard,
    add_words,
    opening,
    whole_number,
    words,
)
from commands._screen import columns, has_colour, no_traceback, prepare, show
from contest.entries import adapted, load, resolve
from contest.layout import WIDE
from game.hard import Hard
from game.play import Game, Turn, play
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.render import board, solved_at
from game.wording import counted


def main(arguments: Sequence[str]) -> int:
    """Show how a strategy plays classic Wordle."""
    options = parser().parse_args(arguments)

    from game.draws import Draws
    from game.hosts import deal

    vocabulary = words(options, options.answer, options.guess)
    secrets = [vocabulary.check_answer(word) for word in options.answer.split(",")]
    boards, hard = len(secrets), Hard(options.hard)
    setting = Setting(vocabulary, Mode.CLASSIC, MAX_MOVES, boards=boards, hard=hard)
    setting.check()
    entry = resolve(options.strategy, Mode.CLASSIC)
    first = opening(options, setting)
    entry = adapted(entry, opening=first, depth=options.depth)
    with no_traceback(f"{entry.text!r} cannot play", entry):
        strategy = load(entry)
        prepare(strategy, setting)
        host = deal(setting, Draws("run", 0), ",".join(secrets))
        game = play(strategy, host, setting)
    print(picture(game, setting))
    if game.outcome is not Outcome.WON:
        show(f"\nnot solved by {entry.text}: {game.reason or game.outcome}")
        return 1
    found = ", ".join(secrets).upper()
    show(f"\n{found} in {counted(len(game.turns), 'guess')} by {entry.text}")
    return 0


def parser() -> Parser:
    """Return the parser of the command."""
    line = Parser(prog="interactive.py run", description=__doc__)
    add = line.add_argument
    add(
        "--answer",
        required=True,
        metavar="WORD[,WORD]",
        help="the secret; several are played at the same time",
    )
    add("--guess", metavar="WORD[,WORD]", help="the opening, of one word or several")
    add("--strategy", default="entropy", metavar="ENTRY", help="who plays")
    add("--depth", type=whole_number(1), metavar="N", help="guesses to look ahead")
    add_hard(line)
    add_words(line)
    return line


def picture(game: Game, setting: Setting) -> str:
    """Return a game, one line a guess, with the answers left on every board."""
    length, boards = setting.vocabulary.length, setting.boards
    # Colours take more room; boards that do not fit would be torn from their numbers.
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

    from solver.matrix import clue_matrix

    vocabulary = setting.vocabulary
    matrix = clue_matrix(vocabulary, setting.rule)
    possible = np.ones((setting.boards, len(vocabulary.answers)), bool)
    counts = []
    for turn in turns:
        row = matrix[vocabulary.guess_index[turn.guess]]
        possible &= row == np.array(turn.clues)[:, None]
        counts.append(possible.sum(axis=1).tolist())
    return counts
