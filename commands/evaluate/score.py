"""Scores of strategies at WORDPL or classic Wordle."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from commands.cli import (
    Parser,
    add_game,
    number,
    whole_number,
)
from commands.evaluate._plans import GAMES, MOST, WIDTH, new_plan, resumed_plan
from commands.evaluate._resume import AUTO
from commands.evaluate._run_options import add_run, play
from commands.terminal import columns, show
from game.protocol import Mode

EPILOG = """\
An ENTRY is a name from strategies/ (entropy), a name with parameters
("entropy:Entropy(epsilon=12.3)"), or a file (path/to/mine.py:Mine(x=1)).
Without one, all entries of strategies/ are scored.

docs/runs.md explains every column of games.csv and summary.csv. luck, of summary.csv:
how many standard deviations more games were won than their clues explain; chance
alone gives -2 to 2 in 95 % of runs.

Exit status: 0; 1 when an entry has no score or crashed in every game, for a reason
that is named below the table; 2 after a mistake on the command line.

"""


def main(arguments: Sequence[str], others: str = "") -> int:
    """Play every entry's games, show the table and write the run's folder."""
    options = parser(others).parse_args(arguments)

    from contest.leaderboard.submission import seal
    from contest.report.histogram import histograms
    from contest.report.reasons import exit_code, reasons
    from contest.report.tables import failures, table_text
    from contest.runs.folder import RunFolder
    from contest.sandbox.policy import runs_folder

    if options.resume:
        folder = RunFolder.reopen(options.resume)
        plan = resumed_plan(options, folder.facts())
    else:
        plan = new_plan(options)
        folder = RunFolder.create(options.out, runs_folder())
    table, status = play(plan, folder, "evaluate.py --resume")
    if plan.commit:
        seal(folder, plan.entries)
    classic = plan.mode is Mode.CLASSIC
    scored = (row for row in folder.rows() if row["entry"] not in status.failures)
    wide = columns()
    drawn = not plan.whole
    games = histograms(scored, drawn=drawn, width=wide) if classic else ""
    print(games or table_text(table, wide))
    show(failures(status, table) + reasons(table, folder))
    show(f"isolation: {status.isolation}, seed: {plan.seed}, run: {folder.path}")
    return exit_code(status, table)


def _games(text: str) -> int | str:
    try:
        return text if text == AUTO else whole_number(1)(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or {AUTO}") from None


def parser(others: str = "") -> Parser:
    """Return the parser of the main command."""
    line = Parser(
        prog="evaluate.py",
        description="Score strategies at WORDPL or classic Wordle.",
        epilog=EPILOG + others,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entries", nargs="*", metavar="ENTRY", help="strategies to score")
    add_game(line)
    add(
        "--games",
        type=_games,
        metavar="N",
        help=f"games of each entry (default: {GAMES}; classic: every answer once), or "
        f"auto: until the results are sure, {MOST} at most",
    )
    add(
        "--width",
        type=number("percentage points", 0, 100),
        metavar="P",
        help="with --games auto: the widest 95 %% interval of a chance to win, in "
        f"percentage points (default: {WIDTH:g})",
    )
    add_run(line)
    add(
        "--resume",
        type=Path,
        metavar="RUN",
        help="folder of a run that was interrupted: play what is left",
    )
    return line
