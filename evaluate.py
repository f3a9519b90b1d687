"""Score strategies at WORDPL or classic Wordle: the contest's front door."""

from __future__ import annotations

import sys

# The folder of this script goes last on the path: a random.py beside it shall not be
# taken for the library's, here or in the workers.
if not sys.flags.safe_path:
    sys.path.append(sys.path.pop(0))

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contest.commandline import (
    Parser,
    add_words,
    cores,
    exit_status,
    one_of,
    seconds,
    whole_number,
    words,
)
from contest.entries import builtin_entries, resolve
from game.errors import InputError
from game.protocol import MAX_MOVES, Mode

if TYPE_CHECKING:
    from contest.evaluation import Plan

ROOT = Path(__file__).resolve().parent
RESULTS = ROOT / "results"
GAMES = 1001  # p05, p50 and p95 are then scores 51, 501 and 951

EPILOG = """\
An ENTRY is a name from strategies/ (entropy), a name with parameters
("entropy:Entropy(epsilon=12.3)"), or a file (path/to/mine.py:Mine(x=1)).
Without one, all entries of strategies/ are scored.

other commands:
  evaluate.py check ENTRY   what the contest asks of an entry, and what to mend
  evaluate.py leaderboard   rewrite results/leaderboard.csv and the README's table
"""


def main(arguments: Sequence[str]) -> int | None:
    """Run a sub-command, or score entries."""
    commands: dict[str, Callable[[Sequence[str]], int | None]] = {
        "check": check,
        "leaderboard": leaderboard,
    }
    if arguments and arguments[0] in commands:
        return commands[arguments[0]](arguments[1:])
    return score(arguments)


def score(arguments: Sequence[str]) -> int:
    """Play every entry's games, show the table and write the run's folder."""
    options = score_parser().parse_args(arguments)

    from contest.evaluation import RefereeError, evaluate
    from contest.records import RunFolder
    from contest.tables import failures, table_text
    from solver.warm import warm

    if options.resume:
        folder = RunFolder.reopen(options.resume)
        plan = resumed_plan(options, folder.facts())
    else:
        plan = new_plan(options)
        folder = RunFolder.create(options.out, RESULTS / "runs")
    warm(plan.vocabulary, plan.mode.rule)
    try:
        table, findings = evaluate(plan, folder)
    except RefereeError as error:
        raise InputError(f"{error}; the run has no result") from error
    except KeyboardInterrupt:
        sys.stderr.write(f"go on with: evaluate.py --resume {folder.path}\n")
        raise
    print(table_text(table))
    print(failures(findings), end="")
    print(f"\nisolation: {findings.isolation}, seed: {plan.seed}, run: {folder.path}")
    return 0


def new_plan(options: argparse.Namespace) -> Plan:
    """Return what the options ask for."""
    from contest.evaluation import Plan

    mode, vocabulary = Mode(options.mode), words(options)
    chosen = [resolve(text, mode) for text in options.entries]
    whole = mode is Mode.CLASSIC and options.games is None
    plan = Plan(
        entries=tuple(chosen or builtin_entries(mode)),
        vocabulary=vocabulary,
        mode=mode,
        games=len(vocabulary.answers) if whole else options.games or GAMES,
        whole=whole,
        seed=options.seed,
        timeout=options.timeout,
        start_timeout=options.start_timeout,
        jobs=options.jobs,
        isolate_games=options.isolate_games,
    )
    plan.check()
    return plan


def resumed_plan(options: argparse.Namespace, facts: dict[str, Any]) -> Plan:
    """Return what an interrupted run had been asked for."""
    from contest.evaluation import Plan

    mode, vocabulary = Mode(facts["mode"]), words(options)
    if options.entries:
        raise InputError(f"{options.entries[0]!r}: expected no entry with --resume")
    if vocabulary.digest != facts["words"]:
        raise InputError(
            f"--resume {str(options.resume)!r}: expected the same --size, --answers "
            "and --guesses as when the run began"
        )
    return Plan(
        entries=tuple(resolve(text, mode) for text in facts["entries"]),
        vocabulary=vocabulary,
        mode=mode,
        games=facts["games"],
        whole=facts["whole_dictionary"],
        seed=facts["seed"],
        timeout=facts["timeout"],
        start_timeout=facts["start_timeout"],
        isolate_games=facts["isolate_games"],
        jobs=options.jobs,
    )


def score_parser() -> Parser:
    """Return the parser of the main command."""
    parser = Parser(
        prog="evaluate.py",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("entries", nargs="*", metavar="ENTRY", help="strategies to score")
    add_common(parser)
    add(
        "--games",
        type=whole_number(1),
        metavar="N",
        help=f"games of each entry (default: {GAMES}; classic: every answer once)",
    )
    add("--seed", default="0", metavar="TEXT", help="names secrets and noise")
    add(
        "--jobs",
        type=whole_number(1),
        default=cores(),
        metavar="N",
        help="worker processes (default: one per core)",
    )
    add(
        "--out", type=Path, metavar="DIR", help="folder of the run (default: a new one)"
    )
    add(
        "--isolate-games",
        action="store_true",
        help="a new process for every game, so that none can know of another",
    )
    add(
        "--resume",
        type=Path,
        metavar="RUN",
        help="folder of a run that was interrupted: play what is left",
    )
    return parser


def add_common(parser: Parser) -> None:
    """Add the options that say which game is played, and within which limits."""
    add = parser.add_argument
    add("--mode", type=one_of(*Mode), default="wordpl", help="wordpl or classic")
    add(
        "--timeout",
        type=seconds,
        default=5.0,
        metavar="S",
        help="CPU seconds of a game (default: 5)",
    )
    add(
        "--start-timeout",
        type=seconds,
        default=60.0,
        metavar="S",
        help="seconds to import and prepare a strategy (default: 60)",
    )
    add_words(parser)


def check(arguments: Sequence[str]) -> int:
    """Look at everything that the contest asks of an entry."""
    parser = Parser(
        prog="evaluate.py check",
        description="Look at everything that the contest asks of an entry.",
    )
    parser.add_argument("entry", metavar="ENTRY", help="the strategy")
    add_common(parser)
    options = parser.parse_args(arguments)
    mode, vocabulary = Mode(options.mode), words(options)
    entry = resolve(options.entry, mode)

    from contest.checks import check as findings
    from contest.evaluation import words_on_disk
    from contest.sandbox import Terms
    from solver.warm import warm

    warm(vocabulary, mode.rule)
    faults = 0
    with words_on_disk(vocabulary) as lists:
        limits = (options.timeout, options.start_timeout)
        terms = Terms(entry, *lists, str(mode), MAX_MOVES, *limits)
        for finding in findings(terms):
            faults += bool(finding.advice)
            verdict = f"no: {finding.advice}" if finding.advice else "yes"
            print(f"{finding.subject:<28}{verdict}", flush=True)
    return 1 if faults else 0


def leaderboard(arguments: Sequence[str]) -> None:
    """Rewrite the leaderboard."""
    parser = Parser(
        prog="evaluate.py leaderboard",
        description="Rewrite results/leaderboard.csv and the README's table.",
    )
    parser.parse_args(arguments)
    from contest.leaderboard import write

    write(RESULTS, ROOT / "README.md")
    print(f"wrote {RESULTS / 'leaderboard.csv'} and the table in README.md")


if __name__ == "__main__":
    os.environ["PYTHONSAFEPATH"] = "1"  # for joblib's workers
    sys.exit(exit_status("evaluate.py", main))
