"""Official run of an entry, and its record."""

from __future__ import annotations

import secrets
from dataclasses import replace

import click

from commands.cli import RESULTS, whole_number
from commands.evaluate._faults import faults
from commands.evaluate._plans import GAMES
from commands.evaluate._play import play
from commands.evaluate._resume import check_same
from commands.options import JOBS, takes_entry
from commands.terminal import columns, show
from contest.entries.entry import resolve
from contest.leaderboard.submission import SEAL, seal, submission_name
from contest.report.reasons import exit_code, reasons
from contest.report.tables import failures, table_text
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.runs.provenance import check_official
from contest.sandbox.limits import TIMEOUT, Limits
from game.errors import InputError
from game.protocol import Setting
from game.words import Vocabulary


@click.command()
@takes_entry("A name from strategies/, or with parameters.")
@click.option(
    "--games",
    type=whole_number(1),
    metavar="N",
    show_default=str(GAMES),
    help="Games to play.",
)
@JOBS
@click.pass_context
def main(
    context: click.Context, entry: str, games: int | None, jobs: int | None
) -> int:
    """Make the official run of an entry of strategies/.

    Check it, draw a fresh seed, play WORDPL in full isolation from a clean checkout,
    and write a record of all of it.

    An entry gets one official run. One that was interrupted goes on with its own seed.
    Exit status: 1 when the check finds a fault, after which nothing is written, or when
    the entry crashed in every game.
    """
    chosen = resolve(entry)
    setting = Setting(Vocabulary.load(), timeout=TIMEOUT)
    if chosen.module is None:
        raise InputError(f"entry {chosen.text!r}: expected one of strategies/")
    commit = check_official([chosen])
    path = RESULTS / "submissions" / submission_name(chosen)
    if (path / SEAL).exists():
        raise InputError(
            f"entry {chosen.text!r} has had its official run, {str(path)!r}: expected "
            "another entry"
        )
    if path.exists():
        folder = RunFolder.reopen(path)
        facts = folder.facts()
        check_same(context, {"games": facts["games"]}, path)
        plan = replace(Plan.of(facts, setting.vocabulary, jobs), commit=commit)
    elif faults(chosen, setting, Limits()):
        return 1
    else:
        plan = Plan(
            entries=(chosen,),
            setting=setting,
            games=games or GAMES,
            seed=secrets.token_hex(32),
            jobs=jobs,
            commit=commit,
        )
        folder = RunFolder.create(path, path.parent)
    summaries, status = play(plan, folder, "the same line; the run so far is")
    for text, reason in status.failures.items():
        raise InputError(f"entry {text!r}: no score, {reason}")
    seal(folder, [chosen])
    notes = failures(status, summaries) + reasons(summaries, folder)
    show(f"\n{table_text(summaries, columns())}\n{notes}")
    show(f"seed: {plan.seed}, record: {path}")
    return exit_code(status, summaries)
