"""Conformance check of an entry."""

from __future__ import annotations

from collections.abc import Sequence

from commands.cli import Parser, add_game, words
from commands.evaluate._faults import faults
from contest.entries.entry import resolve
from game.protocol import Mode


def main(arguments: Sequence[str]) -> int:
    """Check everything that the contest requires of an entry."""
    parser = Parser(
        prog="evaluate.py check",
        description="Check everything that the contest requires of an entry.",
    )
    parser.add_argument("entry", metavar="ENTRY", help="the strategy")
    add_game(parser)
    options = parser.parse_args(arguments)
    mode, vocabulary = Mode(options.mode), words(options)
    entry = resolve(options.entry, mode, options.checkout)
    limits = (options.timeout, options.start_timeout)
    return 1 if faults(entry, vocabulary, mode, limits) else 0
