"""Play two entries on the same secrets and the same noise and say who is better."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from commands._line import RESULTS, Parser, add_game, number, whole_number
from commands._run import add_run, play
from commands.score import GAMES, new_plan, resumed_plan
from game.errors import InputError
from game.protocol import Mode

ABOUT = """\
Play two entries on the same secrets and the same noise and say who is better at
which percentile, with paired intervals and McNemar's exact test.
"""


def main(arguments: Sequence[str]) -> int:
    """Play both entries and compare them, percentile by percentile."""
    options = _parser().parse_args(arguments)

    from contest.comparison import contrasts, games_by_entry, guesses
    from contest.records import RunFolder
    from contest.tables import contrasts_text, failures, guesses_text

    if options.resume:
        folder = RunFolder.reopen(options.resume)
        plan = resumed_plan(options, folder.facts())
    else:
        folder = None
        plan = new_plan(options)
    names = [entry.text for entry in plan.entries]
    if len(names) != 2:
        raise InputError(f"{len(names)} entries: expected two to compare")
    if options.budget is not None and plan.mode is Mode.CLASSIC:
        raise InputError(f"--budget {options.budget:g}: expected --mode wordpl with it")
    folder = folder or RunFolder.create(options.out, RESULTS / "runs")
    table, findings = play(plan, folder, "evaluate.py compare --resume")
    played = games_by_entry(list(folder.rows()))
    for name in names:
        if name not in played:
            why = findings.failures.get(name, "it has no games")
            raise InputError(f"entry {name!r} has no score: {why}")
    first, second = (played[name] for name in names)
    print(f"A: {names[0]}\nB: {names[1]}")
    print(f"{len(first)} games of each, on the same secrets and the same noise\n")
    if plan.mode is Mode.CLASSIC:
        print(guesses_text(*guesses(first, second, plan.vocabulary)))
    else:
        found = contrasts(first, second, plan.vocabulary, options.budget)
        print(contrasts_text(found))
    print(failures(findings, table), end="")
    print(f"\nisolation: {findings.isolation}, seed: {plan.seed}, run: {folder.path}")
    return 0


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
