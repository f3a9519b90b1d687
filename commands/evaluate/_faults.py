"""Conformance report of an entry, one line per requirement."""

from __future__ import annotations

from commands.terminal import show
from contest.conformance.checks import check
from contest.entries.entry import Entry
from contest.runs.evaluation import words_on_disk
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy, compile_for
from game.protocol import Setting


def faults(entry: Entry, setting: Setting, limits: Limits) -> int:
    """Check an entry, print the results, and return the number of faults.

    Parameters
    ----------
    entry : Entry
        The strategy.
    setting : Setting
        The game.
    limits : Limits
        Limits of its process.
    """
    compile_for([entry], setting)
    count = 0
    with words_on_disk(setting.vocabulary) as files:
        policy = SandboxPolicy(entry, files, setting, limits)
        for finding in check(policy):
            count += bool(finding.advice)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            show(f"{finding.subject:<28}{verdict}")
    return count
