"""Rewrite results/leaderboard.csv and the README's table."""

from __future__ import annotations

from collections.abc import Sequence

from commands._line import RESULTS, ROOT, Parser


def main(arguments: Sequence[str]) -> None:
    """Rewrite the leaderboard."""
    parser = Parser(
        prog="evaluate.py leaderboard",
        description="Rewrite results/leaderboard.csv and the README's table.",
    )
    parser.parse_args(arguments)
    from contest.leaderboard import write

    write(RESULTS, ROOT / "README.md")
    print(f"wrote {RESULTS / 'leaderboard.csv'} and the table in README.md")
