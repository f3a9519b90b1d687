"""Display of a strategy's game of classic Wordle on a given answer."""

from __future__ import annotations

from collections.abc import Sequence

from commands.cli import (
    Parser,
    add_hard,
    add_words,
    opening,
    whole_number,
    words,
)
from commands.interactive._picture import picture
from commands.terminal import (
    no_traceback,
    prepare,
    show,
)
from contest.entries.entry import adapted, load, resolve
from game.hard import Hard
from game.loop import play
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
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
    line = Parser(
        prog="interactive.py run",
        description="Show how a strategy plays, with the number of answers left "
        "after each guess.",
    )
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
