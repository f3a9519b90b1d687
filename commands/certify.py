"""Test whether an entry beats a record, for as many games as it takes."""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands._line import (
    RESULTS,
    Parser,
    add_game,
    number,
    one_of,
    whole_number,
)
from commands._run import add_run, play
from commands.score import new_plan
from contest.scores import PERCENTILES
from game.errors import InputError
from game.protocol import Mode

if TYPE_CHECKING:
    from contest.certificate import Certificate
    from contest.evaluation import Plan

MOST = 20_000

ABOUT = """\
Play an entry until it is accepted as beating a record, refused, or out of games.

The test may stop after any game, and errs at most once in 20 times either way. It is
made once: another try after a refusal is another chance to be lucky. Exit status: 0
when the entry is accepted, 1 when it is not.
"""


def main(arguments: Sequence[str]) -> int:
    """Play until the test is decided, and say why."""
    options = _parser().parse_args(arguments)
    if not options.official and options.seed is None:
        options.seed = secrets.token_hex(32)
    plan = new_plan(options)

    from contest.certificate import Certificate, Verdict, target_of
    from contest.records import RunFolder
    from contest.tables import failures

    target = target_of(options.record, options.improvement)
    _check(plan, options.column, target)
    test = Certificate(options.column, target, plan.vocabulary, options.by)
    folder = RunFolder.create(options.out, RESULTS / "runs")
    table, findings = play(plan, folder, enough=lambda: test)
    entry = plan.entries[0].text
    if entry in findings.failures:
        raise InputError(f"entry {entry!r}: no score, {findings.failures[entry]}")
    folder.write("certificate.json", _record(test, options))
    print(_text(test, entry, options))
    print(failures(findings, table), end="")
    print(f"\nisolation: {findings.isolation}, seed: {plan.seed}, run: {folder.path}")
    return 0 if test.verdict is Verdict.ACCEPTED else 1


def _check(plan: Plan, column: str, target: float) -> None:
    """Refuse what cannot be played or won."""
    from solver.bounds import win_probability_bound

    if plan.mode is Mode.CLASSIC:
        raise InputError(f"--column {column!r}: expected --mode wordpl, whose it is")
    words = plan.vocabulary
    bound = win_probability_bound(target, len(words.answers), words.length)
    if bound < PERCENTILES[column]:
        raise InputError(
            f"--column {column!r}: expected a target that can be reached: no strategy "
            f"wins more than {bound:.3%} of its games within {target:g}"
        )


def _record(test: Certificate, options: argparse.Namespace) -> str:
    facts = {
        "verdict": str(test.verdict),
        "column": test.column,
        "record": options.record,
        "improvement": options.improvement,
        "target": test.target,
        "by": test.by,
        "games": test.evidence[test.by].games,
        "e_values": {
            name: {"above": evidence.above, "below": evidence.below}
            for name, evidence in test.evidence.items()
        },
    }
    return json.dumps(facts, indent=2) + "\n"


def _text(test: Certificate, entry: str, options: argparse.Namespace) -> str:
    """Return the verdict and why."""
    from contest.certificate import Verdict
    from contest.tables import aligned, figure

    share = f"{PERCENTILES[test.column]:.0%}"
    evidence = test.evidence[test.by]
    why = {
        Verdict.ACCEPTED: f"bets on more than {share} made {evidence.above:.3g} of 1",
        Verdict.REFUSED: f"bets on less than {share} made {evidence.below:.3g} of 1",
        Verdict.OPEN: "not decided, and out of games; it does not count as better",
    }[test.verdict]
    lines = [["", "won", "e-value: more", "e-value: less"]]
    for name, found in test.evidence.items():
        mark = "*" if name == test.by else " "
        cells = [f"{mark} by {name}", f"{found.total / max(found.games, 1):.2%}"]
        lines.append([*cells, f"{found.above:.3g}", f"{found.below:.3g}"])
    return "\n".join(
        [
            f"{entry}: {test.verdict} after {evidence.games} games: {why}",
            "",
            f"{test.column}: {share} of the games won within {figure(test.target)}, "
            f"{options.improvement:g} % below the record {figure(options.record)}",
            "",
            aligned(lines),
            "",
            "won: share within the target, exact posteriors or wins counted. *: what "
            "decides, at an e-value of 20.",
        ]
    )


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py certify",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entries", nargs=1, metavar="ENTRY", help="the strategy")
    add(
        "--column",
        type=one_of(*PERCENTILES),
        required=True,
        metavar="P",
        help="p05, p50 or p95",
    )
    add(
        "--record",
        type=number("a budget in nats", 0),
        required=True,
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
    line.set_defaults(width=None)
    return line
