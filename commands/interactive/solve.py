"""Advice, turn by turn, on a Wordle that is played elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from commands.cli import command, count_option, flag
from commands.hints import hint, is_own
from commands.human_player import Quit, spelling
from commands.interactive._adviser import SolveSession
from commands.options import (
    BOARDS,
    DEPTH,
    GUESS,
    STRATEGY,
    UnpricedOptions,
    opening,
)
from commands.terminal import has_colour, make_asker, progress, show
from contest.entries.entry import Entry, resolve, with_parameters
from contest.entries.loading import load
from contest.sandbox.python_player import describe_error
from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import SPARE_TURNS, Forfeit, Mode, Setting
from game.text.deals import TITLES
from solver.advice.costs import Extra, Judge, extra_cost, rate_suggestions
from solver.advice.position import Position
from solver.advice.suggestions import (
    Suggestion,
    prepare_copy,
    rank_after_asking,
    suggest,
)

_TOP = 10
_FEW = 400  # answers, of which most can be searched in a second or two


@dataclass(frozen=True)
class _SolveOptions(UnpricedOptions):
    """The game, and whose advice is shown."""

    strategy: str = STRATEGY
    guess: str | None = GUESS
    depth: int | None = DEPTH
    top: int | None = count_option(
        "--top",
        "Suggestions to show after each turn.",
        show_default=f"the best; {_TOP} after 'list'",
    )
    exact: bool = flag(
        "--exact",
        f"Where at most {_FEW} answers are left, list the best guess first, and "
        "how many more guesses the others need on average.",
    )
    boards: int | None = BOARDS

    def setting(self) -> Setting:
        """Return the setting of the game."""
        boards = self.boards or 1
        turns = boards + SPARE_TURNS
        rules = {"max_turns": turns, "boards": boards, "hard": self.hard}
        setting = self.make_setting(self.vocabulary(self.guess), self.mode, **rules)
        if self.exact and self.mode is Mode.FIBBLE:
            raise InputError("--exact: expected --mode classic with it")
        if self.exact and boards > 1:
            raise InputError(f"--exact: expected one board, not {boards}")
        return setting


@command()
def main(*, options: _SolveOptions) -> int:
    """Advise, turn by turn, on a Wordle or Fibble that is played elsewhere."""
    setting = options.setting()
    planned = opening(options.guess, setting)
    entry = with_parameters(
        resolve(options.strategy, options.mode), opening=planned, depth=options.depth
    )
    ask = make_asker()
    suggested = _make_suggester(entry, setting, options.top or _TOP)
    judge = None
    if options.exact:
        judge = Judge(setting.vocabulary, options.hard, limit=setting.max_turns)
    openings = len(planned.split(",")) if planned else 0  # whatever their clues

    def advise(position: Position) -> list[Suggestion]:
        progress("thinking...")
        # Words of the opening are suggested whatever their cost: they were asked for.
        suggestions = suggested(position)
        if judge is None or len(position.turns) < openings or not is_small(position):
            return suggestions
        return rate_suggestions(judge, position, suggestions)

    def cost(position: Position, word: str) -> Extra | None:
        if judge is None or not is_small(position):
            return None
        return extra_cost(judge, position, word)

    def is_small(position: Position) -> bool:
        # The search knows the lists alone, and takes too long in large positions.
        return position.suits_strategies and position.count() <= _FEW

    show(f"{_welcome_text(setting)}\n")
    listing = options.top is not None
    adviser = SolveSession(
        setting, advise, colour=has_colour(), listing=listing, extra=cost
    )
    return _converse(adviser, ask)


def _make_suggester(
    entry: Entry, setting: Setting, top: int
) -> Callable[[Position], list[Suggestion]]:
    """Return what suggests guesses: an entry, in the sandbox unless it is ours."""
    # Other people's code runs in the sandbox, and is asked for one guess alone.
    if not is_own(entry):
        return lambda position: rank_after_asking(
            position, lambda: hint(entry, setting, position.turns).guess, top
        )
    with _no_traceback(entry):
        player = prepare_copy(load(entry), Position(setting))

    def suggestions(position: Position) -> list[Suggestion]:
        with _no_traceback(entry):
            return suggest(player, position, top)

    return suggestions


@contextmanager
def _no_traceback(entry: Entry) -> Iterator[None]:
    """Raise `InputError`, of one line, where code of an entry fails."""
    what = f"{entry.text!r} has no advice"
    try:
        yield
    except Forfeit as forfeit:
        raise InputError(f"{what}: {forfeit.reason}") from forfeit
    except InputError as error:
        raise InputError(f"{what}: {error}") from error
    except (Exception, SystemExit) as error:
        raise InputError(f"{what}: {describe_error(error, str(entry.path))}") from error


def _converse(adviser: SolveSession, ask: Callable[[str], str]) -> int:
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


def _welcome_text(setting: Setting) -> str:
    """Return the introduction."""
    boards = f" on {setting.boards} boards" if setting.boards > 1 else ""
    title = TITLES[setting.mode]
    length = setting.vocabulary.length
    noise = channel_of(setting).about(length) + "\n"
    return (
        f"{title} of {length} letters{boards}: play a word elsewhere and type its "
        f"clue.\n{noise if setting.mode is Mode.FIBBLE else ''}"
        f"{spelling('help', setting)} tells how."
    )
