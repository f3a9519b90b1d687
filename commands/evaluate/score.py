"""Scores of strategies at WORDPL or classic Wordle."""

from __future__ import annotations

from commands.cli import command, option
from commands.evaluate._plans import (
    GAMES,
    MOST,
    new_plan,
    number_or_auto,
    resumed_plan,
    width_option,
)
from commands.evaluate._play import play_run
from commands.options import RunOptions, entries_argument
from commands.terminal import columns
from contest.leaderboard.submission import seal
from contest.runs.folder import RunFolder
from contest.sandbox.policy import runs_folder
from contest.terminal.histogram import histograms
from contest.terminal.tables import table_text
from game.protocol import Mode

EPILOG = """\
An ENTRY is a name from strategies/ (entropy), one of several in its file
(quantile/p50), a name with parameters ("entropy:Entropy(epsilon=12.3)"), or a file
(path/to/mine.py:Mine(x=1)). quantile selects every labelled entry of its file. Without
an ENTRY, all of strategies/ are scored.

docs/runs.md explains every column of games.csv and summary.csv.

Exit status: 0; 1 when an entry has no score, or crashed, ran out of time or made an
invalid move in every game, for a reason that is named below the tables; 2 after a
mistake on the command line.
"""


@command(epilog=EPILOG)
def main(
    *,
    entries: tuple[str, ...] = entries_argument("Strategies to score."),
    games: int | str | None = option(
        "--games",
        type=number_or_auto(1),
        metavar="N",
        show_default=f"{GAMES}; classic: every answer once",
        help="Games of each entry, or auto: until the results are sure, "
        f"{MOST} at most.",
    ),
    width: float | None = width_option("a chance to win"),
    options: RunOptions,
) -> int:
    """Score strategies at WORDPL or classic Wordle."""
    if options.resume:
        folder = RunFolder.reopen(options.resume)
        plan = resumed_plan(entries, options, folder.facts())
    else:
        plan = new_plan(entries, options, games, width)
        folder = RunFolder.create(options.out, runs_folder())
    played = play_run(plan, folder, "evaluate.py --resume")
    if plan.commit:
        seal(folder, plan.entries)
        folder.pack()
    text = histograms if plan.setting.mode is Mode.CLASSIC else table_text
    print(text(played.summaries, columns(), played.status.names))
    return played.conclude(calls=options.calls)
