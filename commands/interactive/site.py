"""Command `site`."""

from __future__ import annotations

from pathlib import Path

from commands.framework.cli import command, option
from commands.framework.options import WordOptions
from commands.person.terminal import site_address
from contest.entries.home import IS_CHECKOUT, ROOT, STANDINGS
from contest.pages.site import write_site


@command()
def main(
    *,
    out: Path = option(
        "--out",
        type=Path,
        default="site",
        metavar="FOLDER",
        help="Where to write it.",
    ),
    words: WordOptions,
) -> int:
    """Write a static site: the games, the leaderboard, and replays of official runs.

    An installed package has no official runs: it writes the game alone, and so it
    does of word lists of your own. They need no server: open index.html.
    """
    vocabulary = words.vocabulary()
    files = write_site(
        STANDINGS,
        ROOT / "docs" / "leaderboard.md" if IS_CHECKOUT else None,
        out,
        vocabulary,
        address=site_address(),
    )
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"wrote {len(files)} files, {size:.1f} MB: open {files[0]}")
    print(f"To publish it, copy {out} to a web server of static files with HTTPS;")
    print("GitHub Pages serves a branch that holds it (Settings, Pages).")
    return 0
