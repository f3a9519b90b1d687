"""Static site: the game, the leaderboard and replays, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from commands.cli import RESULTS, ROOT
from contest.report.site import build
from game.words import Vocabulary


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="site",
    metavar="FOLDER",
    help="Where to write it.",
)
def main(out: Path) -> int:
    """Write the site: the game, the leaderboard, and official runs to verify.

    They need no server: open index.html.
    """
    files = build(RESULTS, ROOT / "docs" / "leaderboard.svg", out, Vocabulary.load())
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"wrote {len(files)} files, {size:.1f} MB: open {files[0]}")
    return 0
