"""Leaderboard: two tables in results/ and the README's block."""

from __future__ import annotations

from collections.abc import Sequence

from commands.cli import RESULTS, ROOT, Parser
from commands.terminal import show
from game.words import Vocabulary


def main(arguments: Sequence[str]) -> None:
    """Rewrite the leaderboard."""
    parser = Parser(
        prog="evaluate.py leaderboard",
        description="Check every record, show the holder of each column, and rewrite "
        "results/leaderboard.csv, results/records.csv and the README's table.",
    )
    parser.parse_args(arguments)
    from contest.report.leaderboard import write
    from contest.report.tables import figure

    found = write(RESULTS, ROOT / "README.md", Vocabulary.load())
    for name, holder in found.standing().items():
        show(f"{name}: {figure(holder.record)}, {holder.kind}: {holder.entry}")
    show(f"wrote leaderboard.csv and records.csv in {RESULTS}, and README.md")
