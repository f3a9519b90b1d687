"""Reasons of failed games, and the exit status of a run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from contest.runs.runner import STOPPED
from game.protocol import Outcome
from game.wording import counted

if TYPE_CHECKING:
    import pandas as pd

    from contest.runs.folder import RunFolder
    from contest.runs.status import RunStatus

# Outcomes with reasons that help the author of an entry, and the columns that count
# them.
_FAULTS = {Outcome.INVALID: "invalid", Outcome.CRASHED: "crashed"}


def reasons(table: pd.DataFrame, folder: RunFolder) -> str:
    """Return the most frequent reason of invalid and of crashed games, line by line.

    Parameters
    ----------
    table : DataFrame
        As `contest.runs.scores.summarise` returns it.
    folder : RunFolder
        Holds the rows.
    """
    if table.empty or not table[[*_FAULTS.values()]].to_numpy().any():
        return ""
    met: dict[str, dict[str, Counter[str]]] = {}
    for row in folder.rows():
        if row["outcome"] in _FAULTS and row["reason"] != STOPPED:
            by_outcome = met.setdefault(row["entry"], {})
            by_outcome.setdefault(row["outcome"], Counter())[row["reason"]] += 1
    text = ""
    for entry in table["entry"]:
        for outcome, found in met.get(entry, {}).items():
            ((reason, count),) = found.most_common(1)
            often = "" if len(found) == 1 else f", {count:,} of them"
            games = counted(found.total(), "game")
            text += f"{entry}: {games} {outcome}{often}: {reason}\n"
    return text


def exit_code(status: RunStatus, table: pd.DataFrame) -> int:
    """Return 1 when an entry has no score or crashed in every game, else 0."""
    if status.failures or table.empty:
        return 1
    return int((table["crashed"] == table["games"]).any())
