"""Static site: the game, the leaderboard and replays, without a server."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import click
from tqdm import tqdm

from commands.cli import command, option, refuse_options
from commands.options import TODAY, WordOptions, day
from commands.terminal import site_address
from contest.entries.home import IS_CHECKOUT, ROOT, STANDINGS
from contest.leaderboard.references import Players, best_entries, paid_line
from contest.pages.site import write_site
from game.draws import Draws
from game.protocol import Setting
from game.text.deals import Deal, Kind
from game.words import Vocabulary

BEFORE, AFTER = 1, 6
"""Days around that of the build whose puzzles show what entries paid."""


@command()
def main(
    *,
    out: Path = option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        default="site",
        metavar="FOLDER",
        help="Where to write it.",
    ),
    built: str = option(
        "--date",
        "built",
        type=day,
        default=TODAY,
        metavar="DATE",
        help=f"Daily puzzles from the day before it to {AFTER} days after it show what "
        "the best entries paid.",
    ),
    words: WordOptions,
) -> int:
    """Write the site: the game, the leaderboard, and official runs to verify.

    An installed package has no official runs: it writes the game alone, and so it
    does of word lists of your own. They need no server: open index.html.
    """
    vocabulary = words.vocabulary()
    is_contest = vocabulary == Vocabulary.load()
    if not is_contest:
        refuse_options(("built",), "the words of the contest with it")
    files = write_site(
        STANDINGS,
        ROOT / "docs" / "leaderboard.md" if IS_CHECKOUT else None,
        out,
        vocabulary,
        paid=find_paid_lines(built, Setting(vocabulary)) if is_contest else {},
        address=site_address(),
    )
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"wrote {len(files)} files, {size:.1f} MB: open {files[0]}")
    print(f"To publish it, copy {out} to a web server of static files with HTTPS;")
    print("GitHub Pages serves a branch that holds it (Settings, Pages).")
    return 0


def find_paid_lines(built: str, setting: Setting) -> dict[str, str]:
    """Return what the best entries paid on the daily puzzles around a date, by date."""
    players = Players(best_entries(STANDINGS / "leaderboard.csv"), setting)
    earliest = date.fromisoformat(built) - timedelta(BEFORE)
    days = [(earliest + timedelta(k)).isoformat() for k in range(BEFORE + AFTER + 1)]
    paid = {}
    for name in tqdm(days, unit=" puzzles", delay=1, disable=None):
        seed = Deal(Kind.WORDPL, day=name).drawn or ""
        paid[name] = paid_line(players.play(Draws(seed, 0)))
    return paid
