"""Verification of a record: integrity, replay, repetition."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from commands.cli import Parser, add_from, add_words, words
from commands.evaluate._run_options import add_jobs, play
from commands.terminal import show
from game.errors import InputError
from game.wording import counted

if TYPE_CHECKING:
    from contest.leaderboard.submission import Record
    from contest.leaderboard.verification import Repetition

ABOUT = """\
Check a record and play it again: its moves against its seed, then its entries.

Exit status: 0 when every row comes out as recorded, 1 when one does not, 2 when the
record is not whole, not of these rules and words, or its entries are not here as they
were.
"""


def main(arguments: Sequence[str]) -> int:
    """Verify a record: replay its moves, then run its entries again."""
    options = _parser().parse_args(arguments)

    from contest.leaderboard.submission import read
    from contest.leaderboard.verification import Repetition, check_entries, replayed
    from contest.runs.provenance import code_digest

    record = _with_checkout(read(options.record, words(options)), options.checkout)
    check_entries(record)
    if record.facts["code"] != code_digest():
        sys.stderr.write(
            f"note: made by other code than is here, at commit "
            f"{record.facts['commit'][:12]!r}\n"
        )
    moves = Repetition(record)
    for row in replayed(record):
        if moves(row) and moves.difference:
            show(f"{options.record}: its moves do not lead there: {moves.difference}")
            return 1
    games = _play_again(record, options.jobs)
    if games.difference:
        show(f"{options.record}: its entries play otherwise: {games.difference}")
        return 1
    show(
        f"{options.record}: reproduced to the row, {counted(len(record.rows), 'game')}"
    )
    return 0


def _with_checkout(record: Record, checkout: Path | None) -> Record:
    """Return a record with the local checkout that its entries come from, if any.

    The recorded path is that of another machine, and is not read.
    """
    recorded = record.facts["checkout"]
    if bool(recorded) is not bool(checkout):
        expected = "--from with the same project here" if recorded else "no --from"
        raise InputError(
            f"{str(record.path)!r} is of entries from {recorded or 'strategies/'!r}: "
            f"expected {expected}"
        )
    return replace(record, facts=record.facts | {"checkout": str(checkout or "")})


def _play_again(record: Record, jobs: int) -> Repetition:
    """Run the entries again, until a row differs."""
    from contest.leaderboard.verification import Repetition
    from contest.runs.folder import RunFolder
    from contest.runs.plan import Plan
    from contest.sandbox.folders import Folder

    plan = replace(Plan.of(record.facts, record.setting.vocabulary, jobs), commit="")
    games = Repetition(record)
    with Folder() as folder:
        run = RunFolder.create(folder / "run", folder)
        _, status = play(plan, run, stopping_rule=lambda: games)
    for text, reason in status.failures.items():
        if text not in record.facts["failures"]:
            raise InputError(f"entry {text!r} cannot be played here: {reason}")
    return games


def _parser() -> argparse.ArgumentParser:
    line = Parser(
        prog="evaluate.py verify",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    line.add_argument("record", type=Path, metavar="RECORD", help="its folder")
    add_from(line)
    add_jobs(line)
    add_words(line)
    return line
