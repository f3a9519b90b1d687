"""Leaderboard: two tables in results/, docs/leaderboard.md and the README's block."""

from __future__ import annotations

import click

from commands.cli import RESULTS, ROOT
from commands.terminal import show
from contest.report.tables import figure
from contest.site.leaderboard import write
from game.words import Vocabulary

README = ROOT / "README.md"
PAGE = ROOT / "docs" / "leaderboard.md"


@click.command()
def main() -> None:
    """Check every record, show the holder of each column, and rewrite the tables.

    They are results/leaderboard.csv, results/records.csv, docs/leaderboard.md and the
    README's.
    """
    found = write(RESULTS, README, PAGE, Vocabulary.load())
    for name, holder in found.standing().items():
        show(f"{name}: {figure(holder.record)}, {holder.kind}: {holder.entry}")
    show(f"wrote leaderboard.csv and records.csv in {RESULTS}, {PAGE} and {README}")
