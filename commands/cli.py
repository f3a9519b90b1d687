"""Command line of both scripts: options, their types, one-line errors."""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from contest.runs.schema import MOST_GAMES, MOST_SECONDS
from game.errors import InputError, nearest
from game.hard import Hard
from game.protocol import Mode, Setting
from game.words import LENGTHS, Vocabulary

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"

LIMITS = (5.0, 60.0)
"""Default CPU seconds of a game, and seconds to import and prepare."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line.

    Its namespace also has `given`: the options on the command line, by destination.
    """

    def __init__(self, *args: object, **options: object) -> None:
        options.setdefault("allow_abbrev", False)
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - as in argparse
        """Parse; refuse an unknown argument and offer the nearest option."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            known = [name for a in self._actions for name in a.option_strings]
            self.error(
                f"unknown argument {rest[0]!r}: see {self.prog} --help"
                f"{nearest(rest[0].partition('=')[0], known)}"
            )
        named = {t.partition("=")[0] for t in (sys.argv[1:] if args is None else args)}
        found.given = {
            a.dest: name for a in self._actions for name in named & {*a.option_strings}
        }
        return found, rest

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with status 2."""
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())}\n")


def whole_number(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` up."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= MOST_GAMES:
            raise argparse.ArgumentTypeError(
                f"{text!r:.40}: expected a whole number from {least} up to "
                f"{MOST_GAMES:,}"
            )
        return number

    return parse


def number(what: str, above: float, most: float = math.inf) -> Callable[[str], float]:
    """Return a parser of finite numbers above one and up to another."""
    upto = "" if math.isinf(most) else f" and up to {most:g}"

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (above < value <= most and math.isfinite(value)):
            raise argparse.ArgumentTypeError(
                f"{text!r}: expected {what}, above {above:g}{upto}"
            )
        return value

    return parse


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser that takes one of some words."""

    def parse(text: str) -> str:
        if text not in choices:
            raise argparse.ArgumentTypeError(
                f"{text!r}: expected {' or '.join(choices)}{nearest(text, choices)}"
            )
        return text

    return parse


def new_file(text: str) -> Path:
    """Return the path of a file to write, whose folder must exist."""
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        what = "a file" if path.is_dir() else "a folder that is there"
        raise argparse.ArgumentTypeError(f"{text!r}: expected {what}")
    return path


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options of the game and its limits."""
    add = parser.add_argument
    add("--mode", type=one_of(*Mode), default="wordpl", help="wordpl or classic")
    add(
        "--timeout",
        type=number("seconds", 0, MOST_SECONDS),
        default=LIMITS[0],
        metavar="S",
        help=f"CPU seconds of a game (default: {LIMITS[0]:g})",
    )
    add(
        "--start-timeout",
        type=number("seconds", 0, MOST_SECONDS),
        default=LIMITS[1],
        metavar="S",
        help=f"seconds to import and prepare a strategy (default: {LIMITS[1]:g})",
    )
    add_from(parser)
    add_words(parser)


def add_from(parser: argparse.ArgumentParser) -> None:
    """Add the option that names another contest project."""
    parser.add_argument(
        "--from",
        dest="checkout",
        type=lambda text: Path(os.path.realpath(text)),
        metavar="DIR",
        help="take entries from another contest project, which is left as it is",
    )


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a vocabulary."""
    add = parser.add_argument_group("words").add_argument
    add(
        "--size",
        type=whole_number(1),
        metavar="N",
        help=f"letters in a word, {LENGTHS[0]} to {LENGTHS[-1]} (default: as in the "
        "words named, or 5)",
    )
    add("--answers", metavar="FILE", help="answers of your own, one a line")
    add(
        "--guesses",
        metavar="FILE",
        help="valid guesses of your own (default: the answers)",
    )


def add_hard(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses hard mode."""
    parser.add_argument(
        "--hard",
        type=one_of(*Hard),
        default="off",
        metavar="KIND",
        help="hard mode of classic Wordle: nyt (revealed letters must be used again) "
        "or strict (every guess must fit every clue)",
    )


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the option that sets the number of boards."""
    parser.add_argument(
        "--boards",
        type=whole_number(1),
        metavar="N",
        help="secrets of classic Wordle to find with the same guesses (default: 1)",
    )


def words(options: argparse.Namespace, *texts: str | None) -> Vocabulary:
    """Return the vocabulary that the options of `add_words` choose.

    Parameters
    ----------
    options : Namespace
        Parsed, with those options.
    *texts : str or None
        Words of the command line, several separated by commas. Without an option for
        the length of words, the first of them determines it.

    Raises
    ------
    InputError
        When the options contradict each other or the lists cannot be used.
    """
    size, file = options.size, options.answers
    if size is not None and size not in LENGTHS:
        raise InputError(f"--size {size}: expected {LENGTHS[0]} to {LENGTHS[-1]}")
    if file is None:
        if options.guesses is not None:
            raise InputError(
                f"--guesses {options.guesses!r}: expected --answers with it"
            )
        return Vocabulary.load(_length(*texts) if size is None else size)
    vocabulary = Vocabulary.from_files(file, options.guesses)
    if size not in (None, vocabulary.length):
        raise InputError(f"--size {size}: expected {vocabulary.length}, as in {file!r}")
    return vocabulary


def _length(*texts: str | None) -> int:
    """Return the length of the first word of the first text, or 5."""
    first = next(filter(None, texts), "").split(",")[0].strip()
    return len(first) if len(first) in LENGTHS else 5


def opening(options: argparse.Namespace, setting: Setting) -> str | None:
    """Return the words of ``--guess`` as strategies take them, None without one.

    Raises
    ------
    InputError
        When they are not a valid opening.
    """
    return ",".join(setting.check_opening(options.guess or "")) or None


def command(folder: str, name: str) -> Callable[[Sequence[str]], int | None]:
    """Return the main function of ``commands/<folder>/<name>.py``, loaded only then."""
    main: Callable[[Sequence[str]], int | None]
    main = importlib.import_module(f"commands.{folder}.{name}").main
    return main


def listing(commands: Mapping[str, str], title: str) -> str:
    """Return a list of commands for a help text."""
    width = max(map(len, commands)) + 2
    lines = [f"  {name.ljust(width)}{does}" for name, does in commands.items()]
    return "\n".join([f"{title}:", *lines, ""])


def exit_status(name: str, main: Callable[[Sequence[str]], int | None]) -> int:
    """Run a script's main function and return its exit status.

    Parameters
    ----------
    name : str
        The script, for the message.
    main : callable
        Takes the arguments.

    Returns
    -------
    int
        0, or what `main` returns; 2 after a user's mistake, with a message of one
        line; 130 after Ctrl-C.
    """
    try:
        return main(sys.argv[1:]) or 0
    except InputError as error:
        line = " ".join(str(error).split())
        # It may quote untrusted text: no control characters.
        text = "".join(c if c.isprintable() else "?" for c in line)
        sys.stderr.write(f"{name}: error: {text}\n")
        return 2
    except BrokenPipeError:
        # The reader closed the pipe; a flush at exit would fail again.
        sys.stdout = None
        return 0
    except OSError as error:
        where = f" {error.filename!r}" if error.filename else ""
        sys.stderr.write(f"{name}: error: cannot use{where}: {error.strerror}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return 130
