"""Command `site`."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from commands.framework.cli import command, option
from commands.framework.options import WordOptions
from commands.interactive._leaders import play_days
from commands.person.terminal import site_address
from contest.entries.home import IS_CHECKOUT, ROOT, STANDINGS
from contest.leaderboard.records import LEADS, read_standing
from contest.pages.site import write_site
from game.words import Vocabulary

_YEAR = timedelta(days=365)


@command()
def main(
    *,
    out: Path = option(
        "--out",
        type=Path,
        default="site",
        metavar="FOLDER",
        help="The folder to write to.",
    ),
    words: WordOptions,
) -> int:
    """Write a static site: the games, the leaderboard, and replays of official runs.

    The site needs no server: open index.html. With your own word lists, the site has
    the games only, because such lists have no leaderboard. A site of an installed
    package also has the games only, because the package has no official runs.
    """
    vocabulary = words.vocabulary()
    out.mkdir(parents=True, exist_ok=True)  # finds a mistake before games are played
    files = write_site(
        STANDINGS,
        ROOT / "docs" / "leaderboard.md" if IS_CHECKOUT else None,
        out,
        vocabulary,
        days=_play_year(vocabulary),
        address=site_address(),
    )
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"wrote {len(files)} files, {size:.1f} MB: open {files[0]}")
    print(f"To publish the site, copy {out} to a web server with HTTPS. GitHub Pages")
    print("serves the site from a branch (Settings, Pages).")
    return 0


def _play_year(vocabulary: Vocabulary) -> str:
    """Return which leaders win the daily puzzles of WORDPL, up to a year from today.

    The text has a digit for each day. Bit k of a digit says whether the leader of the
    k-th ranking wins. The text is empty without a checkout, or if the words are not the
    words of the contest.
    """
    if not IS_CHECKOUT or vocabulary != Vocabulary.load():
        return ""
    return play_days(vocabulary, read_standing(STANDINGS / LEADS), date.today() + _YEAR)
