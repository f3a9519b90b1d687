"""Parameter search for an entry, with all trials on the same games."""

from __future__ import annotations

import argparse
import json
import secrets
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands.cli import (
    Parser,
    add_words,
    number,
    one_of,
    whole_number,
    words,
)
from commands.evaluate._resume import check_same
from commands.evaluate._run_options import add_jobs, own_seed
from commands.terminal import columns, show
from contest.entries.entry import resolve
from contest.runs.schema import MOST_GAMES, MOST_SECONDS, Positive, check_facts
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.files import read_json
from game.protocol import Mode
from game.wording import counted

if TYPE_CHECKING:
    from contest.runs.plan import Plan
    from contest.tuning.search import Range, Value, Values
    from contest.tuning.trials import Trials

GAMES, TRIALS = 501, 40
CHECK = 10_001  # games that score the winner

ABOUT = """\
Find good parameters of an entry. It has placeholders, and each of them a range:

  evaluate.py tune "k_guesses:KGuesses(schedule=({a}, {b}))" a=7:11 b=4:8

n=1:5:1 is a range with a step. Every trial plays the same secrets with the same
noise, and is judged by the exact chance to win, not by games that happened to be won.
"""


def main(arguments: Sequence[str]) -> int:
    """Search, then show the best values and the command line that scores them."""
    options = _parser().parse_args(arguments)
    if options.resume:
        options = _resumed(options)

    from contest.sandbox.policy import runs_folder
    from contest.tuning.search import Range, check_template
    from contest.tuning.trials import Trials

    if options.seed is None:
        options.seed = own_seed(runs_folder())
    ranges = [Range.parse(text) for text in options.ranges]
    check_template(options.entry or "", ranges)
    _plan(options, {one.name: one.value(one.low) for one in ranges}).check()
    folder = options.resume or _new_folder(options)
    trials = Trials(folder / "trials.csv", [one.name for one in ranges])
    try:
        _search(options, ranges, trials, folder)
    except KeyboardInterrupt:
        sys.stderr.write(f"go on with: evaluate.py tune --resume {folder}\n")
        raise
    print(trials.text(options.column, columns()))
    made, games = counted(len(trials.made), "trial"), counted(options.games, "game")
    show(f"\n{made} of {games}: {trials.path}")
    show(_picture(trials, options.column, folder))
    show("score the best on games that it was not chosen for:")
    print(_command(options, trials.best().values))
    return 0


def _search(
    options: argparse.Namespace, ranges: list[Range], trials: Trials, folder: Path
) -> None:
    """Run the trials; those on disk are not played again."""
    from tqdm import tqdm

    from contest.runs.evaluation import RefereeError
    from contest.tuning.search import search
    from contest.tuning.trials import FAILED_TRIAL_LOSS, play_trial
    from solver.jit import warm

    warm(words(options), Mode.WORDPL.rule)
    known = {tuple(trial.values.values()): trial.loss for trial in trials.made}
    share = PERCENTILES[options.column]
    bar = tqdm(
        total=options.trials, desc="trials", unit=" trials", leave=False, disable=None
    )

    def measure(values: dict[str, Value]) -> float:
        loss = known.get(tuple(values.values()))
        if loss is None:
            plan = _plan(options, values)
            place = folder / "trials" / f"{len(trials.made):04}"
            trial = play_trial(plan, values, share, place)
            if trial.loss == FAILED_TRIAL_LOSS and not trials.made:
                raise InputError(_why_failed(plan, place))
            trials.add(trial)
            loss = trials.made[-1].loss
        bar.update()
        bar.set_postfix_str(f"smallest loss {trials.best().loss:g}")
        return loss

    try:
        with bar:
            search(ranges, options.trials, measure)
    except RefereeError as error:
        raise InputError(f"{error}; go on with --resume {str(folder)!r}") from error


def _why_failed(plan: Plan, place: Path) -> str:
    from contest.runs.folder import RunFolder

    (entry,) = plan.entries
    reason = RunFolder(place).facts()["failures"].get(entry.text, "it has no games")
    return f"entry {entry.text!r} has no score: {reason}"


def _plan(options: argparse.Namespace, values: Values) -> Plan:
    """Return the plan of a trial."""
    from contest.runs.plan import Plan

    return Plan(
        entries=(resolve(options.entry.format(**values)),),
        vocabulary=words(options),
        mode=Mode.WORDPL,
        games=options.games,
        whole=False,
        seed=options.seed,
        timeout=options.timeout,
        start_timeout=60.0,
        jobs=options.jobs,
    )


def _picture(trials: Trials, column: str, folder: Path) -> str:
    """Plot the trials; return a line with the path, or with the missing extra."""
    from contest.tuning.trials import draw

    path = folder / "trials.svg"
    try:
        draw(trials, column, path)
    except ImportError:
        return "for a plot of what was learned: pip install -e '.[report]'"
    return f"what was learned: {path}"


def _command(options: argparse.Namespace, values: Values) -> str:
    """Return the command line that scores values on fresh games."""
    command = ["python", "evaluate.py", options.entry.format(**values)]
    command += ["--games", str(CHECK), "--seed", f"{options.seed}-check"]
    for name in ("size", "answers", "guesses"):
        if (given := getattr(options, name)) is not None:
            command += [f"--{name}", str(given)]
    return shlex.join(command)


def _new_folder(options: argparse.Namespace) -> Path:
    """Make the folder of a search and write its options to it."""
    from contest.runs.folder import RunError, write_whole
    from contest.sandbox.policy import runs_folder

    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    folder: Path = options.out or runs_folder() / f"tune-{stamp}"
    if (folder / "tune.json").exists():
        raise RunError(f"{str(folder)!r} holds a search already: expected a new folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write {str(folder)!r} ({error.strerror})") from None
    write_whole(folder / "tune.json", json.dumps(_facts(options), indent=2) + "\n")
    return folder


_ASKED: dict[str, Any] = {
    "entry": str,
    "ranges": list[str],
    "column": tuple(PERCENTILES),
    "games": Positive(int, MOST_GAMES),
    "seed": str,
    "timeout": Positive(int | float, MOST_SECONDS),
    "size": int | None,
    "answers": str | None,
    "guesses": str | None,
}


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the search and the digests of its inputs."""
    from contest.entries.digests import entry_digest
    from contest.runs.provenance import code_digest

    facts = {name: getattr(options, name) for name in _ASKED}
    # Any values suffice to find the entry's file.
    source = options.entry.partition(":")[0]
    found = entry_digest(resolve(source))
    digests = {"words": words(options).digest, "code": code_digest(), "own": found}
    return facts | {"digests": digests}


def _resumed(options: argparse.Namespace) -> argparse.Namespace:
    """Return the options of an interrupted search."""
    if options.entry is not None:
        raise InputError(f"{options.entry!r}: expected no entry with --resume")
    path = options.resume / "tune.json"
    try:
        facts = read_json(path)
    except OSError as error:
        raise InputError(f"no search in {str(path)!r} ({error.strerror})") from None
    except ValueError:
        raise InputError(f"{str(path)!r} cannot be read: expected a search") from None
    check_facts(path, facts, _ASKED)
    asked = {name: facts[name] for name in _ASKED}
    check_same(options, asked | {"out": options.resume}, options.resume)
    resumed = argparse.Namespace(**{**vars(options), **asked})
    if _facts(resumed) != facts:
        raise InputError(
            f"--resume {str(options.resume)!r}: expected code, words and entry to be "
            "as they were when the search began"
        )
    return resumed


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py tune",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = line.add_argument
    add("entry", nargs="?", metavar="ENTRY", help="a strategy with placeholders")
    add("ranges", nargs="*", metavar="NAME=LOW:HIGH", help="the range of each")
    add(
        "--column",
        type=one_of(*PERCENTILES),
        default="p50",
        metavar="P",
        help="what is to be small: p05, p50 or p95 (default: p50)",
    )
    add(
        "--trials",
        type=whole_number(1),
        default=TRIALS,
        metavar="N",
        help=f"choices to try (default: {TRIALS})",
    )
    add(
        "--games",
        type=whole_number(2),
        default=GAMES,
        metavar="N",
        help=f"games of each (default: {GAMES})",
    )
    add(
        "--seed",
        metavar="TEXT",
        help="names secrets and noise (default: this checkout's own)",
    )
    add(
        "--timeout",
        type=number("seconds", 0, MOST_SECONDS),
        default=5.0,
        metavar="S",
        help="CPU seconds of a game (default: 5)",
    )
    add_jobs(line)
    add("--out", type=Path, metavar="DIR", help="folder of the search (default: a new)")
    add(
        "--resume",
        type=Path,
        metavar="DIR",
        help="folder of a search that was interrupted, or is to try more",
    )
    add_words(line)
    return line
