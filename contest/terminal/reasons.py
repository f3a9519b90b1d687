"""Reasons of failed games, and the exit status of a run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.logs import INTERRUPTED, find_interruption, read_logs
from contest.runs.workers.runner import STOPPED
from contest.statistics.summary import Summary
from game.protocol import Outcome
from game.record import FORFEITED
from game.text.formats import format_count

# Outcomes with reasons that help the author of an entry, and the columns that count
# them.
_FAULTS = {
    Outcome.INVALID: "invalid",
    Outcome.CRASHED: "crashed",
    Outcome.TIMEOUT: "timeouts",
    Outcome.OUT_OF_TURNS: "out_of_turns",
}
_RAISED = re.compile(r"(\w+): .*( \(.*, line \d+\))")
_MEANINGS = {Outcome.TIMEOUT: "timed out", Outcome.OUT_OF_TURNS: "out of turns"}


def reasons(summaries: Sequence[Summary], folder: RunFolder) -> str:
    """Return the most frequent reason of every way to lose but a wrong answer."""
    if not any(summary[name] for summary in summaries for name in _FAULTS.values()):
        return ""
    met: dict[str, dict[str, dict[str, Counter[str]]]] = {}
    late = _late(folder)
    for row in folder.rows():
        if row["outcome"] in _FAULTS and row["reason"] != STOPPED:
            by_outcome = met.setdefault(row["entry"], {})
            reason = row["reason"] + late.get((row["entry"], int(row["game"])), "")
            by_fault = by_outcome.setdefault(row["outcome"], {})
            by_fault.setdefault(_key(reason), Counter())[reason] += 1
    text = ""
    for summary in summaries:
        for outcome, faults in met.get(summary.entry, {}).items():
            often = max(faults.values(), key=Counter.total)
            ((reason, _),) = often.most_common(1)
            part = "" if len(faults) == 1 else f", {often.total():,} of them"
            games = format_count(sum(map(Counter.total, faults.values())), "game")
            what = _MEANINGS.get(Outcome(outcome), outcome) + part
            text += f"{summary.entry}: {games} {what}: {reason}".rstrip(": ") + "\n"
    return text


def _key(reason: str) -> str:
    """Return what equal faults have in common: the type and the place of an exception.

    The message of an exception may name something else in every game.
    """
    raised = _RAISED.fullmatch(reason)
    return f"{raised[1]} {raised[2]}" if raised else reason


def _late(folder: RunFolder) -> dict[tuple[str, int], str]:
    """Return where strategies were when they ran out of time, by entry and game."""
    return {
        (entry, game): find_interruption(log, entry)
        for entry, game, log in read_logs(folder.path)
        if INTERRUPTED in log
    }


def exit_code(status: RunStatus, summaries: Sequence[Summary]) -> int:
    """Return 1 when a score is missing, void or of forfeited games alone, else 0."""
    if status.failures or not summaries:
        return 1
    if any(summary.objection(len(summaries)) for summary in summaries):
        return 1
    names = [_FAULTS[outcome] for outcome in FORFEITED]
    return int(any(sum(s[n] for n in names) == s["games"] for s in summaries))
