"""Leaderboard: two tables in results/, docs/leaderboard.md and the README's block."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commands.cli import RESULTS, ROOT
from commands.terminal import columns, show
from contest.report.terminal.grid import aligned, breadth
from contest.report.terminal.layout import PROSE, WIDE, folded
from contest.report.terminal.tables import figure
from contest.site.leaderboard import rank_rows, write
from contest.statistics.quantiles import PERCENTILES
from game.words import Vocabulary

_RANKS = (
    "rank: every rank that an entry may have; all of the table hold together with a "
    "probability of 95 %."
)
_GROUPS = (
    " group: entries with a letter in common cannot be separated, and have a rank in "
    "common."
)
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "leaderboard.md"


@click.command()
def main() -> None:
    """Check every official run, show the records and all ranks, and rewrite the tables.

    They are results/leaderboard.csv, results/records.csv, docs/leaderboard.md and the
    README's.
    """
    found = write(RESULTS, README, PAGE, Vocabulary.load())
    for name, holder in found.standing().items():
        show(f"{name}: {figure(holder.record)}, {holder.kind}: {holder.entry}")
    rows = [[line["entry"], *own] for line, own in rank_rows(found)]
    if rows:
        show(f"\n{ranks_text(rows, columns())}\n")
    show(f"wrote leaderboard.csv and records.csv in {RESULTS}, {PAGE} and {README}")


def ranks_text(rows: Sequence[Sequence[str]], width: int = WIDE) -> str:
    """Return the table of ranks and groups; on a narrow screen without the groups.

    Parameters
    ----------
    rows : sequence of sequence of str
        Each entry with its rank and group in every column, as ``1-2 (a b)``.
    width : int
        Of the screen.

    Examples
    --------
    >>> rows = [["entropy", *["1-2 (a b)"] * 3], ["minimax", *["2 (b)"] * 3]]
    >>> print(ranks_text(rows, 36).partition("rank:")[0])
    rank     p05  p50  p95
    entropy  1-2  1-2  1-2
    minimax    2    2    2
    <BLANKLINE>
    """
    lines, note = [["rank (group)", *PERCENTILES], *rows], _RANKS + _GROUPS
    if breadth(lines) > width:
        ranks = [[entry, *(one.split()[0] for one in own)] for entry, *own in rows]
        lines, note = [["rank", *PERCENTILES], *ranks], _RANKS
    return f"{aligned(lines, width)}\n{folded(note, min(width, PROSE))}"
