"""Paired comparison of two entries on the same secrets and the same noise."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from commands.cli import Parser, add_game, number, whole_number
from commands.evaluate._plans import GAMES, new_plan, resumed_plan
from commands.evaluate._run_options import add_run, play
from commands.terminal import columns, show
from game.errors import InputError
from game.protocol import Mode
from game.wording import counted

if TYPE_CHECKING:
    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan
    from contest.runs.status import RunStatus
    from game.record import Game

ABOUT = """\
Play two entries on the same secrets and the same noise and show which is better at
each percentile, with paired intervals and McNemar's exact test.
"""


def main(arguments: Sequence[str]) -> int:
    """Play both entries and compare them, percentile by percentile."""
    options = _parser().parse_args(arguments)

    from contest.report.comparison import contrasts_text, guesses_text
    from contest.report.reasons import exit_code, reasons
    from contest.report.tables import failures
    from contest.runs.folder import RunFolder
    from contest.sandbox.policy import runs_folder
    from contest.statistics.paired import contrasts, guesses

    folder = RunFolder.reopen(options.resume) if options.resume else None
    plan = resumed_plan(options, folder.facts()) if folder else _new(options)
    _check(plan, options.budget)
    folder = folder or RunFolder.create(options.out, runs_folder())
    table, status = play(plan, folder, "evaluate.py compare --resume")
    names = [entry.text for entry in plan.entries]
    first, second = _games(folder, names, status)
    show(f"A: {names[0]}\nB: {names[1]}")
    games = counted(len(first), "game")
    print(f"{games} of each, on the same secrets and the same noise\n")
    if plan.mode is Mode.CLASSIC:
        means = guesses(first, second, plan.vocabulary)
        print(guesses_text(*means, columns()))
    else:
        found = contrasts(first, second, plan.vocabulary, options.budget)
        print(contrasts_text(found, columns()))
    show(failures(status, table) + reasons(table, folder))
    show(f"isolation: {status.isolation}, seed: {plan.seed}, run: {folder.path}")
    return exit_code(status, table)


def _new(options: argparse.Namespace) -> Plan:
    if len(options.entries) != 2:
        given = counted(len(options.entries), "entry")
        raise InputError(f"{given}: expected two to compare")
    return new_plan(options)


def _check(plan: Plan, budget: float | None) -> None:
    if len(plan.entries) != 2:
        played = counted(len(plan.entries), "entry")
        raise InputError(f"a run of {played}: expected one of two")
    if budget is not None and plan.mode is Mode.CLASSIC:
        raise InputError(f"--budget {budget:g}: expected --mode wordpl with it")


def _games(
    folder: RunFolder, names: Sequence[str], status: RunStatus
) -> list[list[Game]]:
    """Return the games of each entry, read from the rows."""
    from contest.runs.scores import games_by_entry

    played = games_by_entry(folder.rows())
    for name in names:
        if name in status.failures or name not in played:
            why = status.failures.get(name, "it has no games")
            raise InputError(f"entry {name!r} has no score: {why}")
    return [played[name] for name in names]


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py compare",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entries", nargs="*", metavar="ENTRY", help="two strategies: A and B")
    add_game(line)
    add(
        "--games",
        type=whole_number(2),
        metavar="N",
        help=f"games of each entry (default: {GAMES}; classic: every answer once)",
    )
    add(
        "--budget",
        type=number("a budget in nats", 0),
        metavar="B",
        help="compare within this budget (default: where the better one crosses 5, 50 "
        "and 95 %%)",
    )
    add_run(line)
    add(
        "--resume",
        type=Path,
        metavar="RUN",
        help="folder of a comparison that was interrupted: play what is left",
    )
    line.set_defaults(width=None)
    return line
