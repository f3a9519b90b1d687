"""Terminal tables of a run: summary, notes and failures."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from contest.report.layout import WIDE, aligned, breadth, folded
from contest.statistics.posteriors import LUCKY
from contest.statistics.quantiles import PERCENTILES
from game.wording import counted, number

if TYPE_CHECKING:
    import pandas as pd

    from contest.runs.status import RunStatus

# Columns with numbers of games, and the notes on them.
_ENDS = {
    "won": "won",
    "wrong": "wrong",
    "invalid": "invalid",
    "crashed": "crashed",
    "timeouts": "timed out",
    "out_of_turns": "out of turns",
}
_WIDEST = 58  # characters of an entry's name that fit beside its figures

_EXACT = (
    "score: what 5, 50 and 95 % of the games do not exceed, and the 95 % interval of "
    "that.\n"
    "exact: from the chance of each final answer given its clues, the smallest budget "
    "that wins 5, 50 and 95 % of games and the chance to win within it, ± its standard "
    "error; where no budget does (inf), the chance to win at all."
)
PROSE = 86
"""Widest line of an explanation."""


def table_text(table: pd.DataFrame, width: int = WIDE) -> str:
    """Return the summary of a run of WORDPL as a table of plain text.

    Parameters
    ----------
    table : DataFrame
        As `contest.runs.scores.summarise` returns it.
    width : int
        Of the terminal.

    Returns
    -------
    str
        Three lines per entry, one for each percentile, beside what was played or, on a
        narrow screen, below it. Ways to lose that an entry did not meet are left out.
    """
    if table.empty:
        return "no entry has a score"
    head = [
        ["", "", "", "95 %", "exact", "chance to win"],
        ["entry", "", "score", "interval", "budget", "within it"],
    ]
    rows = table.to_dict("records")
    lines = head + [line for row in rows for line in _percentile_cells(row)]
    if breadth(lines) > width:
        lines = [line[:1] + line[2:] for line in head]
        lines += [line for row in rows for line in _stacked_cells(row)]
    shown = aligned(lines, width, ["interval", "budget"])
    return f"{shown}\n\n{folded(_EXACT, min(width, PROSE))}"


def _percentile_cells(row: Mapping[Hashable, Any]) -> list[list[str]]:
    """Return an entry's lines: what was played on the left, the figures beside it."""
    entry, played, ends = _played(row)
    left = [entry, f"  {played}", f"  {ends}"]
    lines = []
    if len(entry) > _WIDEST:
        lines, left[0] = [[entry]], ""
    figures = zip(left, _figure_cells(row), strict=True)
    return lines + [[text, *cells] for text, cells in figures]


def _stacked_cells(row: Mapping[Hashable, Any]) -> list[list[str]]:
    """Return an entry's lines: what was played on top, the figures below."""
    entry, played, ends = _played(row)
    figures = ([f"  {name}", *cells] for name, *cells in _figure_cells(row))
    return [[entry], [f"  {played}, {ends}"], *figures]


def _played(row: Mapping[Hashable, Any]) -> tuple[str, str, str]:
    outcomes = [f"{row[name]} {end}" for name, end in _ENDS.items() if row[name]]
    games = f"{counted(row['games'], 'game')}, {row['seconds']:.3f} s each"
    return row["entry"], games, ", ".join(outcomes)


def _figure_cells(row: Mapping[Hashable, Any]) -> list[list[str]]:
    """Return a line for each percentile."""
    lines = []
    for name in PERCENTILES:
        low, high = figure(row[f"{name}_low"]), figure(row[f"{name}_high"])
        between = low if low == high else f"{low} to {high}"
        chance = estimate(row[f"{name}_chance"], row[f"{name}_error"])
        budget = figure(row[f"{name}_budget"])
        lines.append([name, figure(row[name]), between, budget, chance])
    return lines


def estimate(share: float, error: float) -> str:
    """Return a share and its standard error, to two digits of the error.

    Examples
    --------
    >>> estimate(0.05288, 0.00051), estimate(0.5, 0.0123), estimate(0.5, float("nan"))
    ('5.288 ± 0.051 %', '50.0 ± 1.2 %', '50 %')
    """
    if math.isnan(error):
        return f"{100 * share:.3g} %"
    digits = 1
    if error > 0:
        digits = min(4, max(0, 1 - math.floor(math.log10(100 * error))))
    return f"{100 * share:.{digits}f} ± {100 * error:.{digits}f} %"


def own_name(entry: str, name: str) -> str:
    """Return an entry's ``__str__``, empty where the entry's text ends with it.

    It never replaces the entry: a strategy may return the name of another one.

    Examples
    --------
    >>> own_name("entropy", "Entropy(epsilon=12.3)")
    'Entropy(epsilon=12.3)'
    >>> own_name("mine.py:Mine(x=1)", "Mine(x=1)")
    ''
    """
    return "" if f":{entry}".endswith(f":{name}") else name


def failures(status: RunStatus, table: pd.DataFrame) -> str:
    """Return the notes below the table, one a line."""
    notes = [
        f"{entry}: own name {shown}"
        for entry, name in status.names.items()
        if (shown := own_name(entry, name))
    ]
    notes += [
        f"{entry}: no score, {reason.replace(chr(10), chr(10) + '    ')}"
        for entry, reason in status.failures.items()
    ]
    notes += [
        f"{entry}: stopped after 25 hard failures in a row; the rest count as lost"
        for entry in status.stopped
    ]
    notes += [
        f"{row['entry']}: won {counted(row['won'], 'game')}, {row['luck']:+.1f} "
        "standard deviations from what its clues explain; look into it"
        for row in table.to_dict("records")
        if abs(row.get("luck", 0.0)) > LUCKY
    ]
    notes += [f"protection missing here: {step}" for step in status.missing]
    return "".join(f"{note}\n" for note in notes)


def figure(score: float, unknown: str = "-", endless: str = "inf") -> str:
    """Return a score as people read it.

    Parameters
    ----------
    score : float
        The score.
    unknown, endless : str
        Texts for NaN and for infinity.

    Examples
    --------
    >>> figure(14.600000000000001), figure(float("inf")), figure(7946.0)
    ('14.6', 'inf', '7946')
    """
    if not math.isfinite(score):
        return unknown if math.isnan(score) else endless
    return number(round(score, 4))
