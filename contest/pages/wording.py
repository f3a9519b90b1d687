"""Texts for names and figures on the pages of the leaderboard."""

from __future__ import annotations

from contest.leaderboard.columns import EntryRow
from contest.leaderboard.leads import Holder
from contest.leaderboard.lines import PUBLISHED, file_of
from contest.statistics.adjusted.grid import round_down, round_up
from contest.statistics.quantiles import PERCENTILES
from game.text.formats import format_score, percent_with_error

HEADS = ("rank", "entry", "author", "budget", "chance to win", "games", "date")
"""Headings of the table of a ranking."""

OURS = "Clueproof"
"""Author of an entry if its file has no AUTHOR."""


def column_share(column: str) -> str:
    """Return the target probability of a ranking.

    Examples
    --------
    >>> column_share("p05")
    '5 %'
    """
    return f"{100 * PERCENTILES[column]:g} %"


def short_name(entry: str) -> str:
    """Return the short name of an entry.

    If the name of the entry contains a call, the short name is the name of the file and
    the word "earlier": a name on the leaderboard usually contains a call because the
    file no longer lists the entry.

    Examples
    --------
    >>> short_name("quantile/p50"), short_name("quantile:Quantile((9.0, 5.0))")
    ('quantile/p50', 'quantile, earlier')
    """
    return f"{file_of(entry)}, earlier" if ":" in entry else entry


def holder_name(holder: Holder) -> str:
    """Return the short name of the holder of a lead or a record."""
    return PUBLISHED if holder.kind == PUBLISHED else short_name(holder.entry)


def row_cells(row: EntryRow, entry: str) -> list[str]:
    """Return the cells of a row of a ranking's table, in the order of `HEADS`.

    `entry` is the text of the cell with the entry, such as a link.
    """
    return [
        str(row.rank or "-"),
        entry,
        row.line.author or OURS,
        budget_text(row),
        percent_with_error(row.chance, row.error),
        f"{row.line.games:,}",
        row.line.date,
    ]


def budget_text(row: EntryRow) -> str:
    """Return the budget of a row as a text.

    If the budget is certified, the text also has its 95 % interval, unless the two ends
    of the interval are equal. If the budget is an estimate, the text says that only
    more games can certify the budget.
    """
    budget = format_score(round_up(row.budget))
    if row.rank is None:
        return f"about {budget}; certified only with more games"
    return (
        budget
        if row.low == row.budget
        else f"{budget} ({format_score(round_down(row.low))} to {budget})"
    )
