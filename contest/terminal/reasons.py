"""Reasons of failed games, and the exit status of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.logs import INTERRUPTED, find_interruption, read_logs
from contest.runs.workers.runner import STOPPED, common_fault, is_machines_fault
from contest.statistics.summary import Summary
from contest.terminal.tables import ENDINGS
from game.protocol import Outcome
from game.record import FORFEITED
from game.text.formats import format_count

# If a game has one of these outcomes, the author of the entry is told why the game was
# lost.
_FAULTS = (*FORFEITED, Outcome.OUT_OF_TURNS)
_LACKED_CPU = (
    "lost because the machine is overloaded: expected an idle machine, fewer --jobs, "
    "or a longer --timeout"
)


def reasons(summaries: Sequence[Summary], folder: RunFolder) -> str:
    """Return a text that says why games were lost.

    For each entry and outcome a line has the most frequent reason. Games that ended
    with a wrong answer need no reason. A further line counts the games that an entry
    lost because the machine is overloaded.
    """
    # The rows are read again only if there is a fault to explain.
    if not any(summary.games.count(o) for summary in summaries for o in _FAULTS):
        return ""
    faults = _count_reasons(folder)
    lines = []
    for entry in [summary.entry for summary in summaries]:
        lacked = 0
        for outcome, counts in faults[entry].items():
            lines.append(f"{entry}: {_most_frequent(outcome, counts)}\n")
            lacked += sum(
                count
                for reason, count in counts.items()
                if is_machines_fault(outcome, reason)
            )
        if lacked:
            lines.append(f"{entry}: {format_count(lacked, 'game')} {_LACKED_CPU}\n")
    return "".join(lines)


def _count_reasons(folder: RunFolder) -> defaultdict[str, dict[str, Counter[str]]]:
    """Return the number of lost games, by entry, then by outcome, then by reason.

    Games with a wrong answer are left out, and so are games that were not played.
    """
    # If a strategy exceeded its time, only the log says which line of the strategy was
    # running.
    interruptions = {
        (entry, str(game)): find_interruption(log, entry)
        for entry, game, log in read_logs(folder.path)
        if INTERRUPTED in log
    }
    faults = defaultdict[str, dict[str, Counter[str]]](dict)
    for row in folder.rows():
        if row["outcome"] in _FAULTS and row["reason"] != STOPPED:
            where = interruptions.get((row["entry"], row["game"]), "")
            counts = faults[row["entry"]].setdefault(row["outcome"], Counter())
            counts[row["reason"] + where] += 1
    return faults


def _most_frequent(outcome: str, counts: Counter[str]) -> str:
    """Return a line: how many games had an outcome, and the most frequent reason.

    `counts` has the number of games with the outcome, by reason.
    """
    faults = defaultdict[str, Counter[str]](Counter)
    for reason, count in counts.items():
        faults[common_fault(outcome, reason)][reason] = count

    # Reasons are grouped by the type and place of the fault. The most frequent reason
    # of the largest group is shown.
    often = max(faults.values(), key=Counter.total)
    ((reason, _),) = often.most_common(1)
    part = "" if len(faults) == 1 else f", {often.total():,} of them"
    games = format_count(counts.total(), "game")
    return f"{games} {ENDINGS[Outcome(outcome)]}{part}: {reason}".rstrip(": ")


def exit_code(status: RunStatus, summaries: Sequence[Summary]) -> int:
    """Return the exit status of a run: 1 or 0.

    The status is 1 if a score is missing or void, or if an entry forfeited all its
    games.
    """
    if status.failures or not summaries:
        return 1
    if any(summary.objection(len(summaries)) for summary in summaries):
        return 1
    games_of = [summary.games for summary in summaries]
    return int(any(sum(map(g.count, FORFEITED)) == len(g) for g in games_of))
