"""What a run says on the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from contest.scores import PERCENTILES
from game.protocol import Mode

if TYPE_CHECKING:
    import pandas as pd

    from contest.evaluation import Findings

_LOST = ("wrong", "invalid", "crashed", "timeouts", "out_of_turns")


def table_text(table: pd.DataFrame) -> str:
    """Return the summary of a run as a table of plain text.

    Parameters
    ----------
    table : DataFrame
        As `contest.scores.summarise` returns it.

    Returns
    -------
    str
        One line per entry; ways to lose that nobody met are left out.
    """
    if table.empty:
        return "no entry has a score"
    lost = [name for name in _LOST if table[name].any()]
    classic = table["mode"].iloc[0] == Mode.CLASSIC
    figures = ["total", "mean", "worst"] if classic else list(PERCENTILES)
    header = ["entry", "games", *figures, "won", *lost, "s/game"]
    lines = [header]
    for row in table.to_dict("records"):
        cells = [row["entry"], str(row["games"])]
        cells += [figure(row[name]) for name in figures]
        cells += [f"{row['won'] / row['games']:.1%}"]
        cells += [str(row[name]) for name in lost]
        lines.append([*cells, f"{row['seconds']:.3f}"])
    return aligned(lines)


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Return cells as a table of plain text, the first column to the left.

    Examples
    --------
    >>> print(aligned([["entry", "p50"], ["entropy", "14.6"]]))
    entry     p50
    entropy  14.6
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def failures(findings: Findings) -> str:
    """Return what a reader of the table must know besides, one note a line."""
    notes = [
        f"{entry}: no score, {reason.replace(chr(10), chr(10) + '    ')}"
        for entry, reason in findings.failures.items()
    ]
    notes += [
        f"{entry}: stopped after 25 hard failures in a row; the rest count as lost"
        for entry in findings.stopped
    ]
    notes += [f"protection missing here: {step}" for step in findings.missing]
    return "".join(f"{note}\n" for note in notes)


def figure(score: float) -> str:
    """Return a score as people read it.

    Examples
    --------
    >>> figure(14.600000000000001), figure(float("inf")), figure(7946.0)
    ('14.6', 'inf', '7946')
    """
    if not math.isfinite(score):
        return "inf"
    return f"{score:.4f}".rstrip("0").rstrip(".")
