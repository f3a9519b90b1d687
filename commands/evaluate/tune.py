"""Parameter search for an entry, with all trials on the same games."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from commands.cli import (
    argument,
    command,
    is_given,
    new_file,
    one_of,
    option,
    real_number,
    whole_number,
)
from commands.evaluate._plans import check_same
from commands.options import FOLDER, JOBS, WordOptions
from commands.printed import EVALUATE, command_line, resuming_command
from commands.terminal import columns, show
from contest.entries.digests import code_digest, entry_digest
from contest.entries.entry import named_entries
from contest.entries.recorded import check_recorded
from contest.runs.evaluation import RefereeError
from contest.runs.folder import RunError, RunFolder, new_path
from contest.runs.marks import mark, own_secret
from contest.runs.plan import Plan
from contest.runs.schema import check_facts, positive, read_json
from contest.runs.words import save_words, vocabulary_of
from contest.sandbox.limits import MOST_GAMES, MOST_SECONDS, TIMEOUT
from contest.sandbox.policy import runs_folder
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.files import write_whole
from game.protocol import Setting
from game.text.formats import counted
from game.words import Vocabulary
from solver.compile.warm import warm

if TYPE_CHECKING:
    from contest.tuning.search import ParameterValue
    from contest.tuning.study import ParameterSearch

TRIAL_GAMES, TRIALS = 501, 40
CHECK = 10_001  # games that score the winner
PLOTS = (".svg", ".png", ".pdf")


@dataclass(frozen=True)
class TuneOptions(WordOptions):
    """Options of the search."""

    entry: str = argument(
        "entry", default="", metavar="[ENTRY]", help="A strategy with placeholders."
    )
    ranges: tuple[str, ...] = argument(
        "ranges", nargs=-1, metavar="[NAME=LOW:HIGH]...", help="The range of each."
    )
    column: str = option(
        "--column",
        type=one_of(PERCENTILES),
        default="p50",
        help="The percentile to minimise.",
    )
    trials: int = option(
        "--trials",
        type=whole_number(1),
        default=TRIALS,
        metavar="N",
        help="Parameter sets to try.",
    )
    games: int = option(
        "--games",
        type=whole_number(2),
        default=TRIAL_GAMES,
        metavar="N",
        help="Games of each.",
    )
    seed: str | None = option(
        "--seed",
        metavar="TEXT",
        show_default="this checkout's own",
        help="Names secrets and noise.",
    )
    timeout: float = option(
        "--timeout",
        type=real_number("seconds", 0, MOST_SECONDS),
        default=TIMEOUT,
        metavar="S",
        help="CPU seconds of a game.",
    )
    jobs: int | None = JOBS
    out: Path | None = option(
        "--out",
        type=FOLDER,
        metavar="DIR",
        show_default="a new one",
        help="Folder of the search.",
    )
    resume: Path | None = option(
        "--resume",
        type=FOLDER,
        metavar="DIR",
        help="Folder of a search that was interrupted, or is to try more.",
    )
    plot: Path | None = option(
        "--plot",
        type=new_file,
        metavar="FILE",
        show_default="trials.svg in the folder",
        help=f"Plot of the loss by parameter: {', '.join(PLOTS)}.",
    )


@command()
def main(*, options: TuneOptions) -> int:
    """Find good parameters of an entry, which has placeholders, each with a range.

    \b
    evaluate.py tune \\
      "k_guesses:KGuesses(schedule=({a}, {b}))" a=7:11 b=4:8

    n=1:5:1 is a range with a step. Every trial plays the same secrets with the same
    noise, and is judged by the adjusted chance to win, not by games that happened to be
    won. The first 8 trials fill the ranges evenly, the others are optuna's TPE. A
    trial that is clearly worse than the best is pruned.
    """
    # Of an extra, and slow to import: --help does not need it.
    from contest.tuning import search, study

    if options.plot and options.plot.suffix not in PLOTS:
        raise InputError(
            f"--plot {str(options.plot)!r}: expected a name that ends in one of "
            f"{', '.join(PLOTS)}"
        )
    vocabulary = options.chosen_vocabulary() or Vocabulary.load()
    if options.resume:
        options, vocabulary = _resumed(options, options.resume)
    if options.seed is None:
        options = replace(options, seed=own_secret("seed"))
    template, share = options.entry, PERCENTILES[options.column]
    space = search.search_space(template, options.ranges)
    setting = Setting(vocabulary, timeout=options.timeout)
    plan = Plan((), setting, options.games, options.seed or "", jobs=options.jobs)
    plan = replace(plan, command="tune")
    first = {name: one.low for name, one in space.items()}
    trial = study.trial_plan(plan, template, first)
    trial.check()
    folder = options.resume or _new_folder(options, vocabulary)
    search_run = study.ParameterSearch(folder, template, space, share, plan)
    try:
        warm(setting.vocabulary, setting.rule)
        _run(search_run, options.trials)
    except KeyboardInterrupt:
        sys.stderr.write(f"go on with: {resuming_command(folder)}\n")
        raise
    except RefereeError as error:
        raise InputError(f"{error}; go on with: {resuming_command(folder)}") from error
    plot = options.plot or folder / "trials.svg"
    search_run.draw(options.column, plot)
    print(search_run.text(options.column, columns()))
    made = counted(len(search_run.finished()), "trial")
    show(f"\n{made} of {counted(options.games, 'game')}: {search_run.path}")
    show(f"loss by parameter: {plot}")
    show("score the best on games that it was not chosen for:")
    print(_command(options, search_run.values(search_run.ranked()[0])))
    return 0


def _run(search: ParameterSearch, trials: int) -> None:
    """Play the trials that remain."""
    made = len(search.finished())
    with tqdm(
        total=trials,
        initial=made,
        desc="trials",
        unit=" trials",
        leave=False,
        disable=None,
    ) as bar:
        for _ in range(made, trials):
            if (trial := search.ask()) is None:
                break
            search.play(trial)
            bar.update()
            best = search.ranked()[0].user_attrs["loss"]
            bar.set_postfix_str(f"smallest loss {best:g}")


def _command(options: TuneOptions, values: Mapping[str, ParameterValue]) -> str:
    """Return the command line that scores values on fresh games."""
    entry, seed = options.entry.format(**values), f"{options.seed}-check"
    timeout = options.timeout if options.timeout != TIMEOUT else None
    chosen = {"games": CHECK, "seed": seed, "timeout": timeout, **options.named}
    return command_line(EVALUATE, "score", entry, **chosen)


def _new_folder(options: TuneOptions, vocabulary: Vocabulary) -> Path:
    """Make the folder of a search and write its options and words to it."""
    folder = options.out or new_path(runs_folder(), "tune-")
    if (folder / "tune.json").exists():
        raise RunError(f"{str(folder)!r} holds a search already: expected a new folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write {str(folder)!r} ({error.strerror})") from None
    facts = {name: getattr(options, name) for name in _ASKED}
    facts["digests"] = _digests(options, vocabulary)
    facts["mark"] = mark(options.entry)
    write_whole(folder / "tune.json", json.dumps(facts, indent=2) + "\n")
    save_words(RunFolder(folder), vocabulary)
    return folder


_ASKED: dict[str, Any] = {
    "entry": str,
    "ranges": list[str],
    "column": tuple(PERCENTILES),
    "games": positive(int, MOST_GAMES),
    "seed": str,
    "timeout": positive(float, MOST_SECONDS),
    "trials": positive(int, MOST_GAMES),
    "size": int | None,
    "words": str | None,
    "answers": str | None,
    "guesses": str | None,
}


def _digests(options: TuneOptions, vocabulary: Vocabulary) -> dict[str, str]:
    """Return the digests of the search's words, code and entry."""
    # Any values suffice to find the entry's file.
    entry, *_ = named_entries(options.entry.partition(":")[0])
    own = entry_digest(entry)
    return {"words": vocabulary.digest, "code": code_digest(), "own": own}


def _resumed(options: TuneOptions, folder: Path) -> tuple[TuneOptions, Vocabulary]:
    """Return the options and the words of an interrupted search."""
    if options.entry:
        raise InputError(f"{options.entry!r}: expected no entry with --resume")
    path = folder / "tune.json"
    try:
        # Older searches have no number of trials and no name of words.
        facts = {"trials": TRIALS, "words": None} | read_json(path)
    except OSError as error:
        raise InputError(f"no search in {str(path)!r} ({error.strerror})") from None
    except (TypeError, ValueError):
        raise InputError(f"{str(path)!r} cannot be read: expected a search") from None
    facts = check_facts(path, facts, {**_ASKED, "digests": dict[str, str]})
    if facts.get("mark") != mark(facts["entry"]):
        check_recorded(facts["entry"])
    asked = {name: facts[name] for name in _ASKED}
    if is_given("trials"):  # more than at first, or fewer
        asked["trials"] = options.trials
    check_same(asked | {"out": folder}, folder)
    digests, resumed = facts["digests"], replace(options, **asked)
    vocabulary = vocabulary_of(folder, digests, options.chosen_vocabulary())
    if _digests(resumed, vocabulary) != digests:
        raise InputError(
            f"--resume {str(folder)!r}: expected code and entry to be "
            "as they were when the search began"
        )
    return resumed, vocabulary
