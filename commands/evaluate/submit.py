"""Official run of an entry, and its record."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from commands.cli import LIMITS, RESULTS, Parser, whole_number
from commands.evaluate._faults import faults
from commands.evaluate._plans import GAMES
from commands.evaluate._resume import check_same
from commands.evaluate._run_options import add_jobs, play
from commands.terminal import columns, show
from contest.entries.entry import Entry, resolve
from game.errors import InputError
from game.protocol import Mode
from game.words import Vocabulary

if TYPE_CHECKING:
    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan

ABOUT = """\
Make the official run of an entry of strategies/: check it, draw a fresh seed, play
WORDPL in full isolation from a clean checkout, and write a record of all of it.

An entry gets one official run. One that was interrupted goes on with its own seed.
Exit status: 1 when the check finds a fault, after which nothing is written, or when
the entry crashed in every game.
"""


def main(arguments: Sequence[str]) -> int:
    """Check, play and seal."""
    options = _parser().parse_args(arguments)

    from contest.leaderboard.submission import SEAL, seal, submission_name
    from contest.report.reasons import exit_code, reasons
    from contest.report.tables import failures, table_text
    from contest.runs.provenance import check_official

    entry, vocabulary = resolve(options.entry), Vocabulary.load()
    if entry.module is None:
        raise InputError(f"entry {entry.text!r}: expected one of strategies/")
    commit = check_official([entry])
    path = RESULTS / "submissions" / submission_name(entry)
    if (path / SEAL).exists():
        raise InputError(
            f"entry {entry.text!r} has had its official run, {str(path)!r}: expected "
            "another entry"
        )
    if not path.exists() and faults(entry, vocabulary, Mode.WORDPL, LIMITS):
        return 1
    folder, plan = _begin(entry, vocabulary, commit, path, options)
    table, status = play(plan, folder, "the same line; the run so far is")
    for text, reason in status.failures.items():
        raise InputError(f"entry {text!r}: no score, {reason}")
    seal(folder, [entry])
    notes = failures(status, table) + reasons(table, folder)
    show(f"\n{table_text(table, columns())}\n{notes}")
    show(f"seed: {plan.seed}, record: {path}")
    return exit_code(status, table)


def _begin(
    entry: Entry,
    vocabulary: Vocabulary,
    commit: str,
    path: Path,
    options: argparse.Namespace,
) -> tuple[RunFolder, Plan]:
    """Return the run that was interrupted, or a new one with a fresh seed."""
    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan

    if not path.exists():
        plan = Plan(
            entries=(entry,),
            vocabulary=vocabulary,
            mode=Mode.WORDPL,
            games=options.games or GAMES,
            whole=False,
            seed=secrets.token_hex(32),
            timeout=LIMITS[0],
            start_timeout=LIMITS[1],
            jobs=options.jobs,
            commit=commit,
        )
        return RunFolder.create(path, path.parent), plan
    folder = RunFolder.reopen(path)
    facts = folder.facts()
    check_same(options, {"games": facts["games"]}, path)
    return folder, replace(Plan.of(facts, vocabulary, options.jobs), commit=commit)


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py submit",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entry", metavar="ENTRY", help="a name from strategies/, or with parameters")
    add(
        "--games",
        type=whole_number(1),
        metavar="N",
        help=f"games (default: {GAMES})",
    )
    add_jobs(line)
    return line
