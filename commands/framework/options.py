"""Options that several commands share, each declared once."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from commands.framework.cli import (
    OneOf,
    argument,
    count_option,
    option,
    real_number,
    whole_number,
)
from contest.sandbox.limits import MOST_SECONDS, TIMEOUT, Limits
from game.channels.named import channel_of
from game.errors import InputError
from game.hard import Hard
from game.protocol import DRAWN, MAX_MOVES, Mode, Setting
from game.spelling import fold, use_capitals_of
from game.text.deals import usual_limit
from game.word_files import WordWarning, read_words
from game.word_lists import KNOWN, LIST_NAMES
from game.words import LENGTHS, Vocabulary

TODAY = "today"
"""The date of an option `day` that names none."""


def path_option(name: str, metavar: str, about: str, **attributes: Any) -> Any:
    """Return an option that takes a path."""
    return option(name, metavar=metavar, help=about, **{"type": Path, **attributes})


def entry_argument(about: str, *, required: bool = True) -> Any:
    """Return the argument for an entry, ``entry``."""
    name = "ENTRY" if required else "[ENTRY]"
    return argument("entry", metavar=name, required=required, help=about)


def entries_argument(about: str, metavar: str = "[ENTRY]...") -> Any:
    """Return the argument for any entries, ``entries``."""
    return argument("entries", metavar=metavar, nargs=-1, help=about)


def seed_option(default: str, about: str = "Names secrets and noise.") -> Any:
    """Return the option ``--seed``; `default` says what is taken without it."""
    return option("--seed", metavar="TEXT", show_default=default, help=about)


MODE = option("--mode", type=OneOf(Mode), default="wordpl", help="The game.")
HARD = option(
    "--hard",
    type=OneOf(Hard),
    default="off",
    help="Hard mode of classic Wordle: nyt (revealed letters must be used again) or "
    "strict (every guess must fit every clue).",
)
BOARDS = count_option(
    "--boards",
    "Secrets of classic Wordle to find with the same guesses.",
    most=32,  # of more, a strategy takes longer than a game may
    show_default="1",
)
OBJECTIVE_HELP = (
    "within-3: most games won within 3 guesses, or another number; or costs of games "
    "of 1, 2, ... guesses, like 1,2,3,5,8, where longer games cost as much as the last."
)
JOBS = count_option(
    "--jobs", "Worker processes.", most=1000, show_default="one per core"
)
GUESS = option(
    "--guess", metavar="WORD[,WORD]", help="The opening, one word or several."
)
DEPTH = count_option("--depth", "Guesses to look ahead.")
FROM_CHECKOUT = option(
    "--from",
    "checkout",
    type=lambda text: Path(os.path.realpath(text)),
    metavar="DIR",
    help="Take entries from another contest project, which is left as it is.",
)
STRATEGY = option(
    "--strategy",
    default="entropy",
    metavar="ENTRY",
    help="Who gives hints.",
)


@dataclass(frozen=True)
class WordOptions:
    """Options that choose a vocabulary."""

    heading = "Words"
    size: int | None = count_option(
        "--size",
        f"Letters in a word, {LENGTHS[0]} to {LENGTHS[-1]}.",
        least=LENGTHS[0],
        most=LENGTHS[-1],
        show_default="as in the words named, or 5",
    )
    words: str | None = option(
        "--words",
        metavar="NAME",
        help=f"Words of this name: {', '.join(LIST_NAMES)}, or a folder of your own.",
    )
    answers: str | None = option(
        "--answers",
        metavar="FILE",
        help="Answers of your own, one a line.",
    )
    guesses: str | None = option(
        "--guesses",
        metavar="FILE",
        show_default="the answers",
        help="Valid guesses of your own.",
    )

    exclude: str | None = option(
        "--exclude",
        metavar="FILE",
        help="Answers to leave out, such as used ones; they are still valid guesses.",
    )

    @property
    def named(self) -> dict[str, Any]:
        """The options by their names."""
        return {field.name: getattr(self, field.name) for field in fields(WordOptions)}

    def chosen_vocabulary(self) -> Vocabulary | None:
        """Return the vocabulary that the options choose, None without an option."""
        is_chosen = any(value is not None for value in self.named.values())
        return self.vocabulary() if is_chosen else None

    def vocabulary(self, *texts: str | None) -> Vocabulary:
        """Return the vocabulary.

        The texts are words of the command line, several separated by commas. Without an
        option for the length of words, the first of them determines it. Raises
        `InputError` when the options contradict each other or the lists cannot be used.
        """
        size = self.size
        file = self.answers
        name = self.words
        if name is not None and (file or self.guesses) is not None:
            raise InputError(f"--words {name!r}", "no --answers or --guesses")
        if self.guesses is not None and file is None:
            raise InputError(f"--guesses {self.guesses!r}", "--answers with it")

        # Published lists have one length; others may follow the word that is typed.
        if name not in KNOWN:
            size = size or _length(*texts)

        # Excluded answers are dropped last: they are still valid guesses.
        with _notes_of_words():
            if file is None:
                vocabulary = Vocabulary.load(size, words=name)
            else:
                vocabulary = Vocabulary.from_files(file, self.guesses, size=size)
            if self.exclude is not None:
                vocabulary = vocabulary.without(read_words(self.exclude))

        # Words are shown in capitals, which languages form in different ways.
        use_capitals_of(vocabulary.alphabet)
        return vocabulary


@dataclass(frozen=True)
class FibbleOptions:
    """Options of Fibble: its channel, its limit and its first row."""

    heading = "Fibble"
    lies: int | None = option(
        "--lies",
        type=whole_number(0),
        metavar="K",
        show_default="1",
        help="Marks of every clue that are false.",
    )
    channel: str | None = option(
        "--channel",
        metavar="NAME:VALUE",
        help="Another channel of game/channels/; lies:K is --lies K.",
    )
    limit: int | None = count_option(
        "--limit",
        "Guesses of a game.",
        most=MAX_MOVES,
        show_default=f"{usual_limit('lies:1')}, without lies {usual_limit('lies:0')}",
    )
    given: str | None = option(
        "--given",
        metavar="WORD",
        help=f"The first guess of every game, or {DRAWN}; the original game is "
        f"--given {DRAWN} --limit 9.",
    )

    def make_setting(self, vocabulary: Vocabulary, mode: Mode, **rules: Any) -> Setting:
        """Return the setting of a game with these options and with other rules.

        Raises `InputError` when an option is given in another mode, or the game cannot
        be played.
        """
        # Ignoring an option would let a user believe that clues lie.
        if mode is not Mode.FIBBLE:
            for field in fields(FibbleOptions):
                if (value := getattr(self, field.name)) is not None:
                    expected = f"--mode {Mode.FIBBLE} with it"
                    raise InputError(f"--{field.name} {value}", expected)
        elif self.lies is not None and self.channel is not None:
            raise InputError(f"--channel {self.channel!r}", "no --lies with it")
        else:
            lies = 1 if self.lies is None else self.lies
            channel = self.channel or f"lies:{lies}"
            most = self.limit or usual_limit(channel)
            given = fold(self.given or "")
            rules |= {"channel": channel, "max_turns": most, "given": given}

        boards = rules.get("boards", 1)
        if boards > 1 and mode is not Mode.CLASSIC:
            raise InputError(f"--boards {boards}", f"--mode {Mode.CLASSIC} with it")
        setting = Setting(vocabulary, mode, **rules)
        setting.check()
        channel_of(setting)  # raises an error where there is none of its name
        return setting


@dataclass(frozen=True)
class LimitOptions:
    """Options of the times that a strategy may take."""

    heading = "Limits"
    timeout: float = option(
        "--timeout",
        type=real_number("seconds", MOST_SECONDS),
        default=TIMEOUT,
        metavar="S",
        help="CPU seconds of a game.",
    )
    start_timeout: float = option(
        "--start-timeout",
        type=real_number("seconds", MOST_SECONDS),
        default=Limits().start_timeout,
        metavar="S",
        help="CPU seconds to import and prepare a strategy.",
    )


@dataclass(frozen=True)
class PlayerOptions:
    """Options of where entries are found, and how they are adapted."""

    heading = "Strategies"
    checkout: Path | None = FROM_CHECKOUT
    guess: str | None = GUESS
    depth: int | None = DEPTH


@dataclass(frozen=True)
class ModeOptions:
    """Option of the game that is played."""

    mode: Mode = MODE


@dataclass(frozen=True)
class UnpricedOptions(FibbleOptions, WordOptions):
    """Options of games without prices that are played elsewhere."""

    mode: Mode = option(
        "--mode",
        type=OneOf([mode for mode in Mode if not mode.priced]),
        default="classic",
        help="The game.",
    )
    hard: Hard = HARD


@contextmanager
def _notes_of_words() -> Iterator[None]:
    """Show how lists that are read differ from what is taken of them, on stderr."""
    # Notes are collected: Python would show each with the line of code that warned.
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", WordWarning)
        yield
    for note in notes:
        click.echo(f"note: {note.message}", err=True)


def opening(guess: str | None, setting: Setting) -> str | None:
    """Return the words of ``--guess`` as strategies take them, None without one.

    Raises `InputError` when they are not a valid opening.
    """
    return ",".join(setting.check_opening(guess or "")) or None


def day(text: str) -> str:
    """Return a date of an option; `TODAY` is the date of the person's clock.

    Raises `InputError` when it is not a date like 2026-11-22.
    """
    if text == TODAY:
        return datetime.now().astimezone().date().isoformat()
    try:
        iso = date.fromisoformat(text).isoformat()
    except ValueError:
        iso = ""

    # `fromisoformat` also takes other forms; one day is to have one spelling, because
    # its text names the puzzle.
    if iso != text:
        raise InputError(f"{text!r}", "a date like 2026-11-22")
    return iso


def _length(*texts: str | None) -> int | None:
    """Return the length of the first word of the first text, None without one."""
    word = next(filter(None, texts), "").split(",")[0].strip()
    return len(word) if len(word) in LENGTHS else None
