"""Command `solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from commands.framework.cli import command
from commands.framework.options import (
    BOARDS,
    DEPTH,
    GUESS,
    STRATEGY,
    UnpricedOptions,
    opening,
)
from commands.interactive._adviser import SolveSession
from commands.person.hints import hint, is_own, report_failures
from commands.person.human_player import Quit, spelling
from commands.person.terminal import has_colour, make_asker, progress, show
from contest.entries.entry import resolve, with_parameters
from contest.entries.loading import load
from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import SPARE_TURNS, Mode, Setting
from game.text.deals import TITLES
from solver.advice.position import Position
from solver.advice.suggestions import (
    Suggestion,
    prepare_copy,
    rank_after_asking,
    suggest,
)


@dataclass(frozen=True)
class _SolveOptions(UnpricedOptions):
    """The game, and the strategy that gives advice."""

    strategy: str = STRATEGY
    guess: str | None = GUESS
    depth: int | None = DEPTH
    boards: int | None = BOARDS

    def setting(self) -> Setting:
        """Return the setting of the game."""
        boards = self.boards or 1
        rules = {
            "max_turns": boards + SPARE_TURNS,
            "boards": boards,
            "hard": self.hard,
        }
        return self.make_setting(self.vocabulary(self.guess), self.mode, **rules)


@command()
def main(*, options: _SolveOptions) -> int:
    """Advise you, turn by turn, on a Wordle or Fibble that you play elsewhere."""
    setting = options.setting()
    planned = opening(options.guess, setting)
    entry = with_parameters(
        resolve(options.strategy, options.mode), opening=planned, depth=options.depth
    )
    ask = make_asker()
    player = None
    if is_own(entry):
        with report_failures(entry):
            player = prepare_copy(load(entry), Position(setting))

    def advise(position: Position) -> list[Suggestion]:
        progress("thinking...")
        # An entry that is not of this project runs in the sandbox, and is only asked
        # for its guess.
        if player is None:
            return rank_after_asking(
                position, lambda: hint(entry, setting, position.turns).guess
            )
        with report_failures(entry):
            return suggest(player, position, for_people=True)

    show(f"{_welcome_text(setting)}\n")
    adviser = SolveSession(setting, advise, colour=has_colour())
    return _converse(adviser, ask)


def _converse(adviser: SolveSession, ask: Callable[[str], str]) -> int:
    """Advise until every word is found or the person leaves; return the exit status.

    `ask` shows a prompt and returns the typed line.
    """
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
    """Return the text that is shown before the first clue is typed."""
    boards = f" on {setting.boards} boards" if setting.boards > 1 else ""
    title = TITLES[setting.mode]
    length = setting.vocabulary.length
    noise = channel_of(setting).about(length) + "\n"
    return (
        f"{title} of {length} letters{boards}: play a word elsewhere and type its "
        f"clue.\n{noise if setting.mode is Mode.FIBBLE else ''}"
        f"{spelling('help', setting)} explains what to type."
    )
