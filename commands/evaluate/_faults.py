"""Conformance report of an entry, one line per requirement."""

from __future__ import annotations

from commands.terminal import show
from contest.conformance.checks import SUBJECTS, check
from contest.entries.entry import Entry
from contest.sandbox.folders import words_on_disk
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from game.protocol import Setting
from solver.jit import warm


def faults(entry: Entry, setting: Setting, limits: Limits) -> int:
    """Check an entry, print the results, and return the number of faults."""
    warm(setting.vocabulary, setting.rule)
    count, left = 0, list(SUBJECTS)
    with words_on_disk(setting.vocabulary) as files:
        policy = SandboxPolicy(entry, files, setting, limits)
        for finding in check(policy):
            count += bool(finding.advice)
            left.remove(finding.subject)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            show(f"{finding.subject:<28}{verdict}")
    for subject in left:
        show(f"{subject:<28}not checked: it needs games without a fault")
    return count
