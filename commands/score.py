"""Score strategies at WORDPL or classic Wordle."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands._line import (
    Parser,
    add_game,
    number,
    opening,
    whole_number,
    words,
)
from commands._resume import AUTO, begun, check_parameters, check_same
from commands._run import add_run, own_seed, play, scheduler
from commands._screen import columns, show
from contest.entries import adapted, builtin_entries, resolve
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting

if TYPE_CHECKING:
    from contest.plan import Plan

GAMES = 1001  # p05, p50 and p95 are then scores 51, 501 and 951
MOST = 100_000  # games of an entry with --games auto
WIDTH = 2.0  # percentage points

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

    from contest.histogram import histograms
    from contest.reasons import reasons, run_status
    from contest.records import RunFolder
    from contest.submission import seal
    from contest.tables import failures, table_text
    from contest.terms import runs_folder

    if options.resume:
        folder = RunFolder.reopen(options.resume)
        plan = resumed_plan(options, folder.facts())
    else:
        plan = new_plan(options)
        folder = RunFolder.create(options.out, runs_folder())
    table, findings = play(plan, folder, "evaluate.py --resume")
    if plan.commit:
        seal(folder, plan.entries)
    classic = plan.mode is Mode.CLASSIC
    scored = (row for row in folder.rows() if row["entry"] not in findings.failures)
    wide = columns()
    drawn = not plan.whole
    games = histograms(scored, drawn=drawn, width=wide) if classic else ""
    print(games or table_text(table, wide))
    show(failures(findings, table) + reasons(table, folder))
    show(f"isolation: {findings.isolation}, seed: {plan.seed}, run: {folder.path}")
    return run_status(findings, table)


def new_plan(options: argparse.Namespace) -> Plan:
    """Return what the options ask for."""
    from contest.plan import Plan
    from contest.provenance import check_official
    from contest.terms import runs_folder

    mode, vocabulary = Mode(options.mode), words(options, options.guess)
    chosen = [resolve(text, mode, options.checkout) for text in options.entries]
    if options.checkout and not chosen:
        raise InputError(f"--from {str(options.checkout)!r}: expected an entry of it")
    boards, hard = options.boards or 1, Hard(options.hard)
    setting = Setting(vocabulary, mode, boards=boards, hard=hard)
    parameters = {"opening": opening(options, setting), "depth": options.depth}
    entries = tuple(
        adapted(entry, **parameters) for entry in chosen or builtin_entries(mode)
    )
    commit, seed = "", options.seed or own_seed(runs_folder())
    if options.official:
        if options.seed is not None:
            raise InputError(
                f"--seed {options.seed!r}: expected none, an official run draws its own"
            )
        commit, seed = check_official(entries), secrets.token_hex(32)
    whole = mode is Mode.CLASSIC and options.games is None and boards == 1
    games, width = _length(options, mode)
    plan = Plan(
        entries=entries,
        vocabulary=vocabulary,
        mode=mode,
        games=len(vocabulary.answers) if whole else games,
        whole=whole,
        seed=seed,
        timeout=options.timeout,
        start_timeout=options.start_timeout,
        jobs=options.jobs,
        scheduler=scheduler(options, official=options.official),
        isolate_games=options.isolate_games,
        commit=commit,
        boards=boards,
        hard=hard,
        width=width,
    )
    plan.check()
    return plan


def resumed_plan(options: argparse.Namespace, facts: dict[str, Any]) -> Plan:
    """Return what an interrupted run had been asked for.

    Raises
    ------
    InputError
        When an option says otherwise, or the run cannot be made again.
    """
    from contest.plan import Plan

    vocabulary = words(options, options.guess)
    if options.entries:
        raise InputError(f"{options.entries[0]!r}: expected no entry with --resume")
    if vocabulary.digest != facts["words"]:
        raise InputError(
            f"--resume {str(options.resume)!r}: expected the same --size, --answers "
            "and --guesses as when the run began"
        )
    check_same(options, begun(facts, options.resume), options.resume)
    plan = Plan.of(facts, vocabulary, options.jobs)
    plan.check()
    setting = Setting(vocabulary, plan.mode, boards=plan.boards, hard=plan.hard)
    check_parameters(options, plan.entries, opening(options, setting))
    return replace(plan, scheduler=scheduler(options, official=facts["official"]))


def _length(options: argparse.Namespace, mode: Mode) -> tuple[int, float | None]:
    """Return the games to play at most, and how sure the results must be."""
    if options.games != AUTO:
        if options.width is not None:
            raise InputError(f"--width {options.width:g}: expected --games auto too")
        return options.games or GAMES, None
    if mode is Mode.CLASSIC:
        raise InputError(
            f"--games {AUTO!r}: expected a number, or nothing: classic Wordle plays "
            "every answer once, which leaves no doubt"
        )
    return MOST, WIDTH if options.width is None else options.width


def _games(text: str) -> int | str:
    try:
        return text if text == AUTO else whole_number(1)(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or {AUTO}") from None


def parser(others: str = "") -> Parser:
    """Return the parser of the main command."""
    line = Parser(
        prog="evaluate.py",
        description=__doc__,
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
