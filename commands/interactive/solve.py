"""Advice, turn by turn, on a Wordle that is played elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from commands.cli import command, one_of, option, whole_number
from commands.hints import Hints, is_own
from commands.human_player import Quit, spelling
from commands.interactive._adviser import SolveSession
from commands.options import (
    BOARDS,
    DEPTH,
    GUESS,
    HARD,
    STRATEGY,
    FibbleOptions,
    WordOptions,
    opening,
)
from commands.terminal import has_colour, make_asker, no_traceback, progress, show
from contest.entries.entry import Entry, resolve, with_parameters
from contest.entries.loading import load
from game.channels.named import channel_of
from game.errors import InputError
from game.hard import Hard
from game.protocol import SPARE_TURNS, Mode, Setting
from game.text.deals import TITLES, Kind
from solver.advice.costs import Extra, Judge, extra_cost, rate_suggestions
from solver.advice.position import Position
from solver.advice.suggestions import (
    Suggestion,
    prepare_copy,
    rank_after_asking,
    suggest,
)

TOP = 10
FEW = 400  # answers, of which most can be searched in a second or two


@command()
def main(
    *,
    strategy: str = STRATEGY,
    guess: str | None = GUESS,
    depth: int | None = DEPTH,
    top: int | None = option(
        "--top",
        type=whole_number(1),
        metavar="N",
        show_default=f"the best; {TOP} after 'list'",
        help="Suggestions to show after each turn.",
    ),
    exact: bool = option(
        "--exact",
        is_flag=True,
        help=f"Where at most {FEW} answers are left, list the best guess first, and "
        "how many more guesses the others need on average.",
    ),
    boards: int | None = BOARDS,
    hard: Hard = HARD,
    mode: Mode = option(
        "--mode",
        type=one_of([mode for mode in Mode if not mode.priced]),
        default="classic",
        help="The game.",
    ),
    fibble: FibbleOptions,
    words: WordOptions,
) -> int:
    """Advise, turn by turn, on a Wordle or Fibble that is played elsewhere."""
    vocabulary, count = words.vocabulary(guess), boards or 1
    fields = {"max_turns": count + SPARE_TURNS, **fibble.noise(vocabulary, mode)}
    setting = Setting(vocabulary, mode, boards=count, hard=hard, **fields)
    setting.check()
    if exact and mode is Mode.FIBBLE:
        raise InputError("--exact: expected --mode classic with it")
    if exact and count > 1:
        raise InputError(f"--exact: expected one board, not {count}")
    entry, planned = resolve(strategy, mode), opening(guess, setting)
    entry = with_parameters(entry, opening=planned, depth=depth)
    openings = (
        len(planned.split(",")) if planned else 0
    )  # guesses, whatever their clues
    ask = make_asker()
    suggested = _make_suggester(entry, setting, top or TOP)
    judge = Judge(vocabulary, hard, limit=setting.max_turns) if exact else None

    def advise(position: Position) -> list[Suggestion]:
        progress("thinking...")
        suggestions = suggested(position)
        if judge is None or len(position.turns) < openings or not is_small(position):
            return suggestions
        return rate_suggestions(judge, position, suggestions)

    def cost(position: Position, word: str) -> Extra | None:
        if judge is None or not is_small(position):
            return None
        return extra_cost(judge, position, word)

    def is_small(position: Position) -> bool:
        return position.suits_strategies and position.count() <= FEW

    show(f"{welcome_text(setting)}\n")
    adviser = SolveSession(
        setting, advise, colour=has_colour(), listing=top is not None, extra=cost
    )
    return converse(adviser, ask)


def _make_suggester(
    entry: Entry, setting: Setting, top: int
) -> Callable[[Position], list[Suggestion]]:
    """Return what suggests guesses: an entry, in the sandbox unless it is ours."""
    if not is_own(entry):
        hints = Hints()
        return lambda position: rank_after_asking(
            position, lambda: hints.move(entry, setting, position.turns).guess, top
        )
    with no_traceback(f"{entry.text!r} has no advice", entry):
        player = prepare_copy(load(entry), Position(setting))

    def suggestions(position: Position) -> list[Suggestion]:
        with no_traceback(f"{entry.text!r} has no advice", entry):
            return suggest(player, position, top)

    return suggestions


def converse(adviser: SolveSession, ask: Callable[[str], str]) -> int:
    """Advise until every word is found or the person leaves."""
    try:
        show(adviser.report())
        while not adviser.is_over:
            line = ask(f"\n{adviser.prompt()}")
            try:
                text = adviser.take(line)
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


def welcome_text(setting: Setting) -> str:
    """Return the introduction."""
    boards = f" on {setting.boards} boards" if setting.boards > 1 else ""
    title, length = TITLES[Kind(setting.mode)], setting.vocabulary.length
    noise = channel_of(setting).about(length) + "\n"
    return (
        f"{title} of {length} letters{boards}: play a word elsewhere and type its "
        f"score.\n{noise if setting.mode is Mode.FIBBLE else ''}"
        f"{spelling('help', setting)} tells how."
    )
