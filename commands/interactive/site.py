"""Static site: the game, the leaderboard and replays, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import click
from tqdm import tqdm

from commands.cli import command, option
from commands.options import TODAY, day
from commands.terminal import site_address
from contest.entries.digests import digest_of, entry_digest
from contest.entries.home import RESULTS, ROOT, STANDINGS, require_checkout
from contest.leaderboard.references import Players, best_entries, paid_line
from contest.leaderboard.remembered import Remembered
from contest.pages.site import build
from game.draws import Draws
from game.protocol import Setting
from game.text.deals import Deal, Kind
from game.words import DATA, Vocabulary

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
) -> int:
    """Write the site: the game, the leaderboard, and official runs to verify.

    They need no server: open index.html.
    """
    require_checkout()
    vocabulary = Vocabulary.load()
    files = build(
        RESULTS,
        ROOT / "docs" / "leaderboard.md",
        out,
        vocabulary,
        paid=paid_around(built, Setting(vocabulary), Remembered(out)),
        address=site_address(),
    )
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"wrote {len(files)} files, {size:.1f} MB: open {files[0]}")
    return 0


def paid_around(built: str, setting: Setting, known: Remembered) -> dict[str, str]:
    """Return what the best entries paid on the daily puzzles around a date, by date.

    Games of the same entries that an earlier call has played are not played again.
    """
    entries = best_entries(STANDINGS / "leaderboard.csv")
    files = digest_of(DATA, filter(Path.is_file, DATA.rglob("*")))
    digests = [[entry.text, entry.expression, entry_digest(entry)] for entry in entries]
    first = date.fromisoformat(built) - timedelta(BEFORE)
    days = [(first + timedelta(k)).isoformat() for k in range(BEFORE + AFTER + 1)]

    def paid(missing: list[int]) -> Iterator[str]:
        players = Players(entries, setting)
        for k in tqdm(missing, unit=" puzzles", delay=1, disable=None):
            seed = Deal(Kind.WORDPL, day=days[k]).drawn or ""
            yield paid_line(players.play(Draws(seed, 0)))

    game = [setting.vocabulary.digest, setting.to_dict(), files, digests]
    lines = known.values(str, [[*game, day] for day in days], paid)
    known.keep()
    return dict(zip(days, lines, strict=True))
