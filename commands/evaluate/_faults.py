"""Conformance report of an entry, one line per requirement."""

from __future__ import annotations

from commands.terminal import show
from contest.entries.entry import Entry
from game.protocol import MAX_MOVES, Mode
from game.words import Vocabulary


def faults(
    entry: Entry, vocabulary: Vocabulary, mode: Mode, limits: tuple[float, float]
) -> int:
    """Check an entry, print the results, and return the number of faults.

    Parameters
    ----------
    entry : Entry
        The strategy.
    vocabulary : Vocabulary
        The words.
    mode : Mode
        The game.
    limits : tuple of float
        Seconds of CPU time for a game, and seconds to start.
    """
    from contest.conformance.checks import check
    from contest.runs.evaluation import words_on_disk
    from contest.sandbox.policy import SandboxPolicy
    from solver.jit import warm

    warm(vocabulary, mode.rule)
    count = 0
    with words_on_disk(vocabulary) as lists:
        policy = SandboxPolicy(entry, *lists, str(mode), MAX_MOVES, *limits)
        for finding in check(policy):
            count += bool(finding.advice)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            show(f"{finding.subject:<28}{verdict}")
    return count
