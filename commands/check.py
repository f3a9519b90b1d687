"""Look at everything that the contest asks of an entry."""

from __future__ import annotations

from collections.abc import Sequence

from commands._line import Parser, add_game, words
from commands._screen import show
from contest.entries import Entry, resolve
from game.protocol import MAX_MOVES, Mode
from game.words import Vocabulary


def main(arguments: Sequence[str]) -> int:
    """Look at everything that the contest asks of an entry."""
    parser = Parser(
        prog="evaluate.py check",
        description="Look at everything that the contest asks of an entry.",
    )
    parser.add_argument("entry", metavar="ENTRY", help="the strategy")
    add_game(parser)
    options = parser.parse_args(arguments)
    mode, vocabulary = Mode(options.mode), words(options)
    entry = resolve(options.entry, mode, options.checkout)
    limits = (options.timeout, options.start_timeout)
    return 1 if faults(entry, vocabulary, mode, limits) else 0


def faults(
    entry: Entry, vocabulary: Vocabulary, mode: Mode, limits: tuple[float, float]
) -> int:
    """Look at an entry, say what was found, and return how much must be mended.

    Parameters
    ----------
    entry : Entry
        The strategy.
    vocabulary : Vocabulary
        The words.
    mode : Mode
        The game.
    limits : tuple of float
        Seconds of CPU time for a game, and seconds to get ready.
    """
    from contest.checks import check as findings
    from contest.evaluation import words_on_disk
    from contest.terms import Terms
    from solver.warm import warm

    warm(vocabulary, mode.rule)
    count = 0
    with words_on_disk(vocabulary) as lists:
        terms = Terms(entry, *lists, str(mode), MAX_MOVES, *limits)
        for finding in findings(terms):
            count += bool(finding.advice)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            show(f"{finding.subject:<28}{verdict}")
    return count
