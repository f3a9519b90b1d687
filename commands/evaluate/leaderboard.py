"""Leaderboard: two tables in results/, docs/leaderboard.md and the README's block."""

from __future__ import annotations

import click

from commands.cli import RESULTS, ROOT
from commands.terminal import columns, show
from contest.report.terminal.grid import aligned
from contest.report.terminal.layout import PROSE, folded
from contest.report.terminal.tables import figure
from contest.site.leaderboard import rank_rows, write
from contest.statistics.quantiles import PERCENTILES
from game.words import Vocabulary

RANKS = (
    "rank: every rank that an entry may have; all of the table hold together with a "
    "probability of 95 %. group: entries with a letter in common cannot be separated, "
    "and have a rank in common."
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
        table = aligned([["rank (group)", *PERCENTILES], *rows], columns())
        show(f"\n{table}\n{folded(RANKS, min(columns(), PROSE))}\n")
    show(f"wrote leaderboard.csv and records.csv in {RESULTS}, {PAGE} and {README}")
