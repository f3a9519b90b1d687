"""Advice, turn by turn, on a Wordle that is played elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from commands.cli import (
    Parser,
    add_boards,
    add_hard,
    add_words,
    opening,
    whole_number,
    words,
)
from commands.person import Quit, spelling
from commands.terminal import (
    asker,
    has_colour,
    no_traceback,
    progress,
    show,
)
from contest.entries.entry import adapted, load, resolve
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting

if TYPE_CHECKING:
    from commands.interactive.adviser import Adviser

FEW = 400  # answers, of which most can be searched in a second or two


def main(arguments: Sequence[str]) -> int:
    """Advise, turn by turn, on a Wordle that is played elsewhere."""
    options = parser().parse_args(arguments)
    boards, hard = options.boards or 1, Hard(options.hard)
    vocabulary = words(options, options.guess)
    setting = Setting(vocabulary, Mode.CLASSIC, boards=boards, hard=hard)
    setting.check()
    if options.exact and boards > 1:
        raise InputError(f"--exact: expected one board, not {boards}")
    entry, first = resolve(options.strategy, Mode.CLASSIC), opening(options, setting)
    entry = adapted(entry, opening=first, depth=options.depth)
    planned = len(first.split(",")) if first else 0  # guesses, whatever their clues
    ask = asker()

    # Imported here, so that --help does not load them.
    from commands.interactive.adviser import Adviser
    from solver.advice.costs import Judge, extra, rated
    from solver.advice.position import Position
    from solver.advice.suggestions import Suggestion, prepared, suggest

    with no_traceback(f"{options.strategy!r} has no advice", entry):
        strategy = prepared(load(entry), Position(setting))

    judge = Judge(setting.vocabulary, hard) if options.exact else None

    def advise(position: Position) -> list[Suggestion]:
        progress("thinking...")
        with no_traceback(f"{options.strategy!r} has no advice", entry):
            found = suggest(strategy, position, options.top)
        if judge is None or position.count() > FEW or len(position.turns) < planned:
            return found
        return rated(judge, position, found)

    def cost(position: Position, word: str) -> float | None:
        if judge is None or position.count() > FEW:
            return None
        return extra(judge, position, word)

    show(f"{welcome(setting)}\n")
    return converse(Adviser(setting, advise, colour=has_colour(), extra=cost), ask)


def converse(adviser: Adviser, ask: Callable[[str], str]) -> int:
    """Advise until every word is found or the person leaves."""
    try:
        show(adviser.report())
        while not adviser.is_over:
            try:
                text = adviser.take(ask(f"\n{adviser.prompt()}"))
            except InputError as error:
                text = " ".join(str(error).split())
            if text:
                show(text)
    except (Quit, EOFError):
        print("\nUntil next time!")
    except KeyboardInterrupt:
        print("\nStopped.")
        return 130
    return 0


def welcome(setting: Setting) -> str:
    """Return the introduction."""
    boards = f" on {setting.boards} boards" * (setting.boards > 1)
    return (
        f"Wordle of {setting.vocabulary.length} letters{boards}: play a word elsewhere "
        f"and type its score.\n{spelling('help', setting)} tells how."
    )


def parser() -> Parser:
    """Return the parser."""
    line = Parser(
        prog="interactive.py solve",
        description="Advise, turn by turn, on a Wordle that is played elsewhere.",
    )
    add = line.add_argument
    add("--strategy", default="entropy", metavar="ENTRY", help="who suggests")
    add("--guess", metavar="WORD[,WORD]", help="begin with these suggestions")
    add("--depth", type=whole_number(1), metavar="N", help="guesses to look ahead")
    add(
        "--top",
        type=whole_number(1),
        default=10,
        metavar="N",
        help="suggestions to show (default: 10)",
    )
    add(
        "--exact",
        action="store_true",
        help=f"where at most {FEW} answers are left, begin with the best guess and say "
        "what each costs more than it",
    )
    add_boards(line)
    add_hard(line)
    add_words(line)
    return line
