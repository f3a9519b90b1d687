"""Record test of an entry, with as many games as it needs."""

from __future__ import annotations

import argparse
import json
import math
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands.cli import Parser, add_game, number, one_of, whole_number
from commands.evaluate._plans import new_plan, resumed_plan
from commands.evaluate._resume import check_same
from commands.evaluate._run_options import add_run, play
from commands.terminal import columns, show
from contest.runs.schema import Positive, check_facts
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.files import read_json
from game.protocol import Mode
from game.wording import counted

if TYPE_CHECKING:
    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan
    from contest.statistics.record_test import RecordTest

MOST = 20_000
FILE = "certificate.json"
# What is fixed before the first game.
FIXED: dict[str, Any] = {
    "column": tuple(PERCENTILES),
    "record": Positive(int | float, math.inf),
    "improvement": Positive(int | float, 99),
    "by": ("posteriors", "wins"),
}

_LEGEND = (
    "won: share within the target. bet: what 1 has become; 20 decides, and is reached "
    "by luck at most once in 20 times. *: what counts, fixed before."
)

ABOUT = """\
Play an entry until it is accepted as beating a record, refused, or out of games.

The test may stop after any game, and errs at most once in 20 times either way. It is
made once: another try after a refusal is another chance to be lucky. Exit status: 0
when the entry is accepted, 1 when it is not.
"""


def main(arguments: Sequence[str]) -> int:
    """Play until the test is decided, and print the verdict."""
    options = _parser().parse_args(arguments)

    from contest.report.reasons import reasons
    from contest.report.tables import failures
    from contest.runs.folder import RunFolder
    from contest.sandbox.policy import runs_folder
    from contest.statistics.evalues import Verdict
    from contest.statistics.record_test import RecordTest, target_of

    plan, folder = _resumed(options) if options.resume else _new(options)
    target = target_of(options.record, options.improvement)
    _check(plan, options.column, target)
    test = RecordTest(options.column, target, plan.vocabulary, options.by)
    if folder is None:
        folder = RunFolder.create(options.out, runs_folder())
        folder.write(FILE, _record(test, options))
    again = "evaluate.py certify --resume"
    table, status = play(plan, folder, again, stopping_rule=lambda: test)
    entry = plan.entries[0].text
    if entry in status.failures:
        raise InputError(f"entry {entry!r}: no score, {status.failures[entry]}")
    folder.write(FILE, _record(test, options))
    show(_text(test, entry, options))
    show(failures(status, table) + reasons(table, folder))
    show(f"isolation: {status.isolation}, seed: {plan.seed}, run: {folder.path}")
    return 0 if test.verdict is Verdict.ACCEPTED else 1


def _new(options: argparse.Namespace) -> tuple[Plan, None]:
    """Return the plan of a new test, with a fresh seed."""
    if len(options.entries) != 1:
        given = counted(len(options.entries), "entry")
        raise InputError(f"{given}: expected one to certify")
    for name in ("column", "record"):
        if getattr(options, name) is None:
            raise InputError(f"no --{name}: expected the {name} that is to be beaten")
    if options.seed is None and not options.official:
        options.seed = secrets.token_hex(32)
    return new_plan(options), None


def _resumed(options: argparse.Namespace) -> tuple[Plan, RunFolder]:
    """Return the plan of an interrupted test, whose options are fixed."""
    from contest.runs.folder import RunError, RunFolder

    folder = RunFolder.reopen(options.resume)
    path = folder.path / FILE
    try:
        asked = read_json(path)
    except (OSError, ValueError):
        raise RunError(
            f"{str(path)!r} cannot be read: expected what evaluate.py certify writes"
        ) from None
    check_facts(path, asked, FIXED)
    fixed = {name: asked[name] for name in FIXED}
    check_same(options, fixed, folder.path)
    vars(options).update(fixed)
    return resumed_plan(options, folder.facts()), folder


def _check(plan: Plan, column: str, target: float) -> None:
    """Refuse a plan that is invalid or cannot reach its target."""
    from solver.bounds.floors import floor

    if plan.mode is Mode.CLASSIC:
        raise InputError(f"--column {column!r}: expected --mode wordpl, whose it is")
    lowest = floor(plan.vocabulary, PERCENTILES[column])
    if target <= lowest:
        raise InputError(
            f"--column {column!r}: expected a target that can be reached, not "
            f"{target:g}: no strategy wins {PERCENTILES[column]:.0%} of its games "
            f"within {lowest:g}"
        )


def _record(test: RecordTest, options: argparse.Namespace) -> str:
    facts = {
        "verdict": str(test.verdict),
        "column": test.column,
        "record": options.record,
        "improvement": options.improvement,
        "target": test.target,
        "by": test.by,
        "luck": test.luck.value,
        "games": test.evidence[test.by].games,
        "e_values": {
            name: {"above": evidence.above, "below": evidence.below}
            for name, evidence in test.evidence.items()
        },
    }
    return json.dumps(facts, indent=2) + "\n"


def _text(test: RecordTest, entry: str, options: argparse.Namespace) -> str:
    """Return the verdict and why."""
    from contest.report.layout import aligned, folded
    from contest.report.tables import PROSE, figure
    from contest.statistics.evalues import Verdict

    share = f"{100 * PERCENTILES[test.column]:g} %"
    evidence = test.evidence[test.by]
    why = {
        Verdict.ACCEPTED: f"1 bet on more than {share} became {evidence.above:.3g}",
        Verdict.REFUSED: f"1 bet on less than {share} became {evidence.below:.3g}",
        Verdict.OPEN: "out of games, not decided; it does not count as better",
    }[test.verdict]
    if test.by == "wins" and test.luck.is_out_of_range:
        why = (
            f"1 bet on wins that no clue explains became {test.luck.value:.3g}, and "
            "1,000 is too much"
        )
    lines = [["", "won", "bet on more", "bet on less"]]
    for name, found in test.evidence.items():
        mark = "*" if name == test.by else " "
        won = 100 * found.total / max(found.games, 1)
        bets = [f"{found.above:.3g}", f"{found.below:.3g}"]
        lines.append([f"{mark} by {name}", f"{won:.2f} %", *bets])
    return (
        f"{entry}: {test.verdict} after {counted(evidence.games, 'game')}: {why}\n\n"
        f"{test.column}: {share} of the games won within {figure(test.target)}, "
        f"{options.improvement:g} % below the record {figure(options.record)}\n\n"
        f"{aligned(lines, columns())}\n\n" + folded(_LEGEND, min(columns(), PROSE))
    )


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py certify",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entries", nargs="*", metavar="ENTRY", help="the strategy")
    add("--column", type=one_of(*PERCENTILES), metavar="P", help="p05, p50 or p95")
    add(
        "--record",
        type=number("a budget in nats", 0),
        metavar="R",
        help="the score to beat",
    )
    add(
        "--improvement",
        type=number("percent", 0, 99),
        default=5.0,
        metavar="P",
        help="by how many percent (default: 5)",
    )
    add(
        "--by",
        type=one_of("posteriors", "wins"),
        default="posteriors",
        metavar="E",
        help="what decides: exact posteriors or wins counted (default: posteriors)",
    )
    add(
        "--games",
        type=whole_number(1),
        default=MOST,
        metavar="N",
        help=f"games at most (default: {MOST})",
    )
    add_game(line)
    add_run(line, seed="a fresh one")
    add(
        "--resume",
        type=Path,
        metavar="RUN",
        help="folder of a test that was interrupted: play what is left",
    )
    line.set_defaults(width=None)
    return line
