"""Input and output in the terminal, shared by the commands."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tqdm import tqdm

from commands.framework.cli import project
from commands.framework.results import terminal_width
from commands.person.hints import advise
from commands.person.human_player import Doubt, Note, Person, Quit
from contest.entries.entry import Entry, named_entries
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.protocol import Mode, Move, Setting
from game.record import Game, Turn
from game.text.formats import number

with suppress(ImportError):
    import readline  # line editing of `input`


def progress_bar(what: str, total: int) -> tqdm[Any]:
    """Return a progress bar on stderr, which is removed when it is closed.

    `what` names the things that are counted, and `total` is their number. The bar is
    shown only if stderr is a terminal.
    """
    name = f" {what}"
    return tqdm(desc=what, total=total, unit=name, leave=False, disable=None)


def has_colour() -> bool:
    """Return whether to use terminal colours."""
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not dull


def show(text: str) -> None:
    """Print text, folded to the width of the terminal."""
    print(fold_text(text, terminal_width()), flush=True)


def site_address() -> str:
    """Return the address of the published page: the URL ``Play`` of pyproject.toml.

    Return an empty string if the project names no such URL.
    """
    return str(project().get("urls", {}).get("Play", ""))


def new_person(
    setting: Setting,
    strategy: str,
    *,
    undo: bool = False,
    note: Note = lambda _: "",
    doubt: Doubt | None = None,
    any_word: bool = False,
) -> Person:
    """Return a player that asks the person at the terminal for the moves.

    `strategy` names the entry that gives hints.

    `undo` says whether the person may take guesses back. `note` takes the turns so far
    and returns a line to show. `doubt` returns the probability that each mark is true,
    or is None. With `any_word`, the secret may be a word that is not in the list of
    answers.
    """

    def hint(turns: Sequence[Turn], name: str) -> Move:
        entry = hinting_entry(name or strategy, setting.mode)
        if name not in ("", entry.text):
            show(f"  {entry.text}, the first entry of {name}:")
        progress("thinking...")
        return advise(entry, setting, turns, any_word)

    return Person(
        setting,
        ask=make_asker(),
        show=show,
        hint=hint,
        colour=has_colour(),
        columns=terminal_width(),
        undo=undo,
        note=note,
        doubt=doubt,
    )


def hinting_entry(name: str, mode: Mode) -> Entry:
    """Return the entry that gives hints: the first entry that `name` stands for.

    Raises `EntryError` if the name stands for no entry that plays `mode`.
    """
    return named_entries(name, mode)[0]


def play_with_person(
    game: Callable[[], Game],
    farewell: Callable[[Game], str],
    secret: Callable[[], str],
    go_on: Callable[[], str],
) -> int:
    """Play a game with a person, who may leave the game; return the exit status.

    `game` plays the game and returns it. `farewell` takes the game and returns how it
    ended. `secret` returns a sentence with the secret; it is shown to a person who
    gives up. `go_on` returns the command that continues an interrupted game.
    """
    try:
        show(farewell(game()))
    except Quit:
        show(f"\n{secret()} Until next time!")
    except (KeyboardInterrupt, EOFError) as end:
        print(f"\nStopped. To go on with this game:\n{go_on()}", flush=True)
        return 130 if isinstance(end, KeyboardInterrupt) else 0
    return 0


def moves_text(turns: Sequence[Turn]) -> str | None:
    """Return turns as a value of the option ``--moves``; None if there are no turns."""
    moves = []
    for turn in turns:
        price = "" if turn.epsilon == math.inf else f"={number(turn.epsilon)}"
        moves.append(f"{turn.guess}{price}")
    return ",".join(moves) or None


def make_asker() -> Callable[[str], str]:
    """Return a function that shows a prompt and returns the line that the user types.

    In a terminal the user can edit the line. If the input is no terminal, each line is
    printed, because a terminal would show the typed line.
    """
    if sys.stdin is None:  # the parent process has closed stdin
        raise InputError("no standard input", "a terminal or a pipe")
    if sys.stdin.isatty():
        return input

    def ask(prompt: str) -> str:
        try:
            line = input(prompt)
        except UnicodeError as error:  # such as UTF-16 without a byte order mark
            code = sys.stdin.encoding
            raise InputError(f"cannot read standard input as {code}: {error}") from None
        print(line)
        return line

    return ask


def progress(text: str) -> None:
    """Write a line about progress to stderr, unless stderr is no terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{fold_text(text, terminal_width())}\n")
        sys.stderr.flush()
