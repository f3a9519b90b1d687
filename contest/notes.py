"""Notes below the table of a run: failures, their reasons, and the exit status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from contest.runner import STOPPED
from game.protocol import Outcome
from game.wording import counted

if TYPE_CHECKING:
    import pandas as pd

    from contest.findings import Findings
    from contest.records import RunFolder

# Outcomes with reasons that an entry's author can do something about, and the columns
# that count them.
_FAULTS = {Outcome.INVALID: "invalid", Outcome.CRASHED: "crashed"}
_LUCKY = 4.0  # standard deviations that chance does not explain


def notes(findings: Findings, table: pd.DataFrame, folder: RunFolder) -> str:
    """Return what a reader of the table must know besides, one note a line.

    Parameters
    ----------
    findings : Findings
        Of the run.
    table : DataFrame
        As `contest.scores.summarise` returns it.
    folder : RunFolder
        Holds the rows.
    """
    lines = [
        f"{entry}: no score, {reason.replace(chr(10), chr(10) + '    ')}"
        for entry, reason in findings.failures.items()
    ]
    lines += _reasons(table, folder)
    lines += [
        f"{entry}: stopped after 25 hard failures in a row; the rest count as lost"
        for entry in findings.stopped
    ]
    lines += [
        f"{row['entry']}: won {counted(row['won'], 'game')}, {row['luck']:+.1f} "
        "standard deviations from what its clues explain; look into it"
        for row in table.to_dict("records")
        if abs(row.get("luck", 0.0)) > _LUCKY
    ]
    lines += [f"protection missing here: {step}" for step in findings.missing]
    return "".join(f"{line}\n" for line in lines)


def run_status(findings: Findings, table: pd.DataFrame) -> int:
    """Return 1 when an entry has no score or crashed in every game, else 0."""
    if findings.failures or table.empty:
        return 1
    return int((table["crashed"] == table["games"]).any())


def _reasons(table: pd.DataFrame, folder: RunFolder) -> Iterator[str]:
    """Yield the most frequent reason of each entry's invalid and crashed games."""
    if table.empty or not table[[*_FAULTS.values()]].to_numpy().any():
        return
    met: dict[str, dict[str, Counter[str]]] = {}
    for row in folder.rows():
        if row["outcome"] in _FAULTS and row["reason"] != STOPPED:
            by_outcome = met.setdefault(row["entry"], {})
            by_outcome.setdefault(row["outcome"], Counter())[row["reason"]] += 1
    for entry in table["entry"]:
        for outcome, reasons in met.get(entry, {}).items():
            ((reason, count),) = reasons.most_common(1)
            often = "" if len(reasons) == 1 else f", {count:,} of them"
            games = counted(reasons.total(), "game")
            yield f"{entry}: {games} {outcome}{often}: {reason}"
