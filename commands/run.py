"""Show how a strategy plays, with the number of answers left after each guess."""

from __future__ import annotations

from collections.abc import Sequence

from commands._line import Parser, add_hard, add_words, whole_number, words
from commands._screen import columns, has_colour, no_traceback, prepare
from contest.entries import adapted, load, resolve
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

    vocabulary = words(options)
    secrets = [vocabulary.check_answer(word) for word in options.answer.split(",")]
    opening = options.guess and vocabulary.check_guess(options.guess)
    entry = resolve(options.strategy, Mode.CLASSIC)
    entry = adapted(entry, opening=opening, depth=options.depth)
    boards, hard = len(secrets), Hard(options.hard)
    setting = Setting(vocabulary, Mode.CLASSIC, MAX_MOVES, boards=boards, hard=hard)
    setting.check()
    with no_traceback(f"{entry.text!r} cannot play"):
        strategy = load(entry)
        prepare(strategy, setting)
        host = deal(setting, Draws("run", 0), ",".join(secrets))
        game = play(strategy, host, setting)
    print(picture(game, setting))
    if game.outcome is not Outcome.WON:
        print(f"\nnot solved by {entry.text}: {game.reason or game.outcome}")
        return 1
    found = ", ".join(secrets).upper()
    print(f"\n{found} in {counted(len(game.turns), 'guess')} by {entry.text}")
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
    add("--guess", metavar="WORD", help="the opening")
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
    shown = board(game.turns, colour=colour, columns=10_000).splitlines()
    width = max(map(len, shown), default=0)
    ends = solved_at(game.turns)
    lines = []
    for number, (line, counts) in enumerate(
        zip(shown, answers_left(game.turns, setting), strict=True)
    ):
        cells = [
            f"{count:>6,}" if ends.get(place, number) >= number else " " * 6
            for place, count in enumerate(counts)
        ]
        padding = "" if colour else " " * (width - len(line))
        lines.append(f"{line}{padding}{''.join(cells).rstrip()} left")
    return "\n".join(lines)


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
