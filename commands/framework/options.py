"""Options that several commands share."""

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
"""The value that an option for a day has if the user types no date after the option."""


def path_option(name: str, metavar: str, about: str, **attributes: Any) -> Any:
    """Return the option `name`, which takes a path; `about` is its help text.

    `metavar` stands for the path in the help. `attributes` are further parameters of
    `click.option`.
    """
    return option(name, metavar=metavar, help=about, **{"type": Path, **attributes})


def entry_argument(about: str, *, required: bool = True) -> Any:
    """Return the argument ``entry``, which names an entry; `about` is its help text."""
    name = "ENTRY" if required else "[ENTRY]"
    return argument("entry", metavar=name, required=required, help=about)


def entries_argument(about: str, metavar: str = "[ENTRY]...") -> Any:
    """Return the argument ``entries``, which names any number of entries.

    `about` is the help text, and `metavar` stands for the entries in the help.
    """
    return argument("entries", metavar=metavar, nargs=-1, help=about)


def seed_option(
    default: str, about: str = "A text that fixes the secrets and the noise."
) -> Any:
    """Return the option ``--seed``; `about` is its help text.

    In the help, `default` describes the seed that is used without the option.
    """
    return option("--seed", metavar="TEXT", show_default=default, help=about)


MODE = option(
    "--mode",
    type=OneOf(Mode),
    default="wordpl",
    help="The game. If the strategy plays only one game, that game is the default.",
)
HARD = option(
    "--hard",
    type=OneOf(Hard),
    default="off",
    help="Hard mode of classic Wordle: nyt (revealed letters must be used again) or "
    "strict (every guess must fit every clue).",
)
BOARDS = count_option(
    "--boards",
    "How many secrets of classic Wordle are sought with the same guesses.",
    most=32,  # with more boards a strategy would exceed the time limit of a game
    show_default="1",
)
JOBS = count_option(
    "--jobs", "The number of worker processes.", most=1000, show_default="one per core"
)
GUESS = option(
    "--guess",
    metavar="WORD[,WORD]",
    help="The opening of the strategy: its first guess, or its first guesses with "
    "commas between them.",
)
DEPTH = count_option("--depth", "How many guesses the strategy looks ahead.")
FROM_CHECKOUT = option(
    "--from",
    "checkout",
    type=lambda text: Path(os.path.realpath(text)),
    metavar="DIR",
    help="Take the entries from this folder: a checkout of another project that has "
    "strategies for the contest. The checkout stays unchanged.",
)
STRATEGY = option(
    "--strategy",
    default="entropy",
    metavar="ENTRY",
    help="The strategy that gives hints.",
)


@dataclass(frozen=True)
class WordOptions:
    """Options that choose a vocabulary."""

    heading = "Words"
    size: int | None = count_option(
        "--size",
        f"The number of letters of every word, {LENGTHS[0]} to {LENGTHS[-1]}.",
        least=LENGTHS[0],
        most=LENGTHS[-1],
        show_default="the length of a word on the command line, or 5",
    )
    words: str | None = option(
        "--words",
        metavar="NAME",
        help=f"The name of the word lists: {', '.join(LIST_NAMES)}, or the name of "
        "your own lists.",
    )
    answers: str | None = option(
        "--answers",
        metavar="FILE",
        help="A file with the words that can be the secret, one word a line.",
    )
    guesses: str | None = option(
        "--guesses",
        metavar="FILE",
        show_default="the words of --answers",
        help="A file with the words that may be guessed, one word a line.",
    )

    exclude: str | None = option(
        "--exclude",
        metavar="FILE",
        help="A file with answers to leave out, such as secrets of past days. These "
        "words stay valid guesses.",
    )

    @property
    def named(self) -> dict[str, Any]:
        """A dict from the names of these options to their values."""
        return {field.name: getattr(self, field.name) for field in fields(WordOptions)}

    def chosen_vocabulary(self) -> Vocabulary | None:
        """Return the vocabulary that the options choose; None if no option is given."""
        is_chosen = any(value is not None for value in self.named.values())
        return self.vocabulary() if is_chosen else None

    def vocabulary(self, *texts: str | None) -> Vocabulary:
        """Return the vocabulary that the options choose.

        `texts` are words of the command line; a text may have several words, separated
        by commas. Without an option for the length of words, the first word determines
        the length. Raises `InputError` if the options contradict each other, or if the
        lists cannot be used.
        """
        size = self.size
        file = self.answers
        name = self.words
        if name is not None and (file or self.guesses) is not None:
            raise InputError(f"--words {name!r}", "no --answers or --guesses")
        if self.guesses is not None and file is None:
            raise InputError(f"--guesses {self.guesses!r}", "--answers with it")

        # A published list has words of one length. For other lists, a typed word may
        # determine the length.
        if name not in KNOWN:
            size = size or _length(*texts)

        # Drop the excluded words from the answers only. They stay valid guesses.
        with _notes_of_words():
            if file is None:
                vocabulary = Vocabulary.load(size, words=name)
            else:
                vocabulary = Vocabulary.from_files(file, self.guesses, size=size)
            if self.exclude is not None:
                vocabulary = vocabulary.without(read_words(self.exclude))

        # Words are shown in capitals, and languages differ in their capitals.
        use_capitals_of(vocabulary.alphabet)
        return vocabulary


@dataclass(frozen=True)
class FibbleOptions:
    """Options of Fibble: how clues lie, limit of guesses, and given first guess."""

    heading = "Fibble"
    lies: int | None = option(
        "--lies",
        type=whole_number(0),
        metavar="K",
        show_default="1",
        help="How many marks of every clue are false.",
    )
    channel: str | None = option(
        "--channel",
        metavar="NAME:VALUE",
        help="The rule by which clues lie: the name of a channel in game/channels/, "
        "and a value. lies:K means the same as --lies K.",
    )
    limit: int | None = count_option(
        "--limit",
        "The largest number of guesses in a game.",
        most=MAX_MOVES,
        show_default=f"{usual_limit('lies:1')}; "
        f"{usual_limit('lies:0')} if no clue lies",
    )
    given: str | None = option(
        "--given",
        metavar="WORD",
        help=f"The first guess of every game; with {DRAWN}, a first guess is drawn for "
        f"each game. The original Fibble is --given {DRAWN} --limit 9.",
    )

    def make_setting(self, vocabulary: Vocabulary, mode: Mode, **rules: Any) -> Setting:
        """Return the setting of a game with these options.

        `rules` maps the names of further fields of the setting to their values. Raises
        `InputError` if `mode` is not Fibble and one of these options is given, or if
        the game cannot be played.
        """
        # If such an option were ignored, the user would believe that clues lie.
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
        channel_of(setting)  # raises an error if no channel has the name
        return setting


@dataclass(frozen=True)
class LimitOptions:
    """Options for the time limits of a strategy."""

    heading = "Limits"
    timeout: float = option(
        "--timeout",
        type=real_number("seconds", MOST_SECONDS),
        default=TIMEOUT,
        metavar="S",
        help="The CPU time that a game may take, in seconds.",
    )
    start_timeout: float = option(
        "--start-timeout",
        type=real_number("seconds", MOST_SECONDS),
        default=Limits().start_timeout,
        metavar="S",
        help="The CPU time that a strategy's import and preparation may take, in "
        "seconds.",
    )


@dataclass(frozen=True)
class PlayerOptions:
    """Options that choose the folder of the entries, and change their parameters."""

    heading = "Strategies"
    checkout: Path | None = FROM_CHECKOUT
    guess: str | None = GUESS
    depth: int | None = DEPTH


@dataclass(frozen=True)
class ModeOptions:
    """The option that chooses the game."""

    mode: Mode = MODE


@dataclass(frozen=True)
class UnpricedOptions(FibbleOptions, WordOptions):
    """Options of a game that is played elsewhere: its mode, rules and words."""

    mode: Mode = option(
        "--mode",
        type=OneOf([mode for mode in Mode if not mode.priced]),
        default="classic",
        help="The game.",
    )
    hard: Hard = HARD


@contextmanager
def _notes_of_words() -> Iterator[None]:
    """Show on stderr which words of the lists were changed or left out.

    The ``with`` block reads the lists.
    """
    # Notes are collected, because Python would print a line of code with each note.
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", WordWarning)
        yield
    for note in notes:
        click.echo(f"note: {note.message}", err=True)


def opening(guess: str | None, setting: Setting) -> str | None:
    """Return the words of ``--guess``, separated by commas; None without words.

    Raises `InputError` if the words are not a valid opening in `setting`.
    """
    return ",".join(setting.check_opening(guess or "")) or None


def day(text: str) -> str:
    """Return the date that the value of an option names; ``today`` names today's date.

    Raises `InputError` if the text is not ``today`` or a date like 2026-11-22.
    """
    if text == TODAY:
        return datetime.now().astimezone().date().isoformat()
    try:
        iso = date.fromisoformat(text).isoformat()
    except ValueError:
        iso = ""

    # `fromisoformat` also takes other forms. Each day must have one spelling, because
    # the text names the puzzle.
    if iso != text:
        raise InputError(f"{text!r}", "a date like 2026-11-22")
    return iso


def _length(*texts: str | None) -> int | None:
    """Return the number of letters in the first word of `texts`.

    A text may be None, or have several words, separated by commas. Return None if there
    is no word, or if its length is not valid.
    """
    word = next(filter(None, texts), "").split(",")[0].strip()
    return len(word) if len(word) in LENGTHS else None
