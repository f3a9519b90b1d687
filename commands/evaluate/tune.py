"""Parameter search for an entry, with all trials on the same games."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands.cli import (
    argument,
    command,
    count_option,
    is_given,
    new_file,
    one_of,
    option,
)
from commands.command_lines import EVALUATE, command_line, resume_command
from commands.evaluate._plans import refuse_recorded_options
from commands.options import JOBS, TIME_LIMIT, WordOptions, path_option, seed_option
from commands.results import Facts, Result
from commands.terminal import progress_bar
from contest.runs.evaluation import RefereeError
from contest.runs.folder import OpenRun, RunFolder, choose_path, find_stored_words
from contest.runs.plan import Plan
from contest.runs.provenance import read_secret
from contest.sandbox.limits import TIMEOUT
from contest.sandbox.policy import runs_folder
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.layout import fold_text
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import format_count
from game.words import Vocabulary
from solver.compile.warm import warm

if TYPE_CHECKING:
    from contest.tuning.study import ParameterSearch, SearchFacts

TRIAL_GAMES, TRIALS = 201, 40
CHECK = 2001  # games that score the winner
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
    trials: int = count_option("--trials", "Parameter sets to try.", default=TRIALS)
    games: int = count_option("--games", "Games of each.", least=2, default=TRIAL_GAMES)
    seed: str | None = seed_option("this checkout's own")
    timeout: float = TIME_LIMIT
    jobs: int | None = JOBS
    out: Path | None = path_option(
        "--out", "DIR", "Folder of the search.", show_default="a new one"
    )
    resume: Path | None = path_option(
        "--resume", "DIR", "Folder of a search that was interrupted, or is to try more."
    )
    plot: Path | None = path_option(
        "--plot",
        "FILE",
        f"Plot of the loss by parameter: {', '.join(PLOTS)}.",
        type=new_file,
        show_default="trials.svg in the folder",
    )


class TuneFacts(Facts, frozen=True, kw_only=True):
    """Trials of a search, the best first: their values and figures; the best entry."""

    run: str
    column: str
    games: int
    trials: list[dict[str, Any]]
    best: str
    plot: str


@command()
def main(*, options: TuneOptions) -> Result[TuneFacts]:
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
    folder = options.resume or options.out or choose_path(runs_folder(), "tune-")
    facts = _collect_facts(options, folder, study.SearchFacts)
    run = OpenRun(RunFolder(folder), facts, options.chosen_vocabulary())
    plan = Plan.from_facts(facts, run.vocabulary, options.jobs)
    if changed := facts.changed_source(plan.facts()):
        raise InputError(
            f"search {str(folder)!r} cannot be resumed: it was started with different "
            f"{changed}"
        )
    if not options.resume:
        study.create_search(run)
    space = search.search_space(facts.template, facts.ranges)
    plan = replace(plan, entries=())
    share = PERCENTILES[facts.column]
    search_run = study.ParameterSearch(folder, facts.template, space, share, plan)
    trials = options.trials if is_given("trials") else facts.trials
    try:
        warm(run.vocabulary, run.setting.rule)
        _play_trials(search_run, trials)
    except KeyboardInterrupt:
        sys.stderr.write(f"go on with: {resume_command(folder)}\n")
        raise
    except RefereeError as error:
        raise InputError(f"{error}; go on with: {resume_command(folder)}") from error
    said = _collect_result(search_run, facts, options.plot or folder / "trials.svg")
    score = _score_command(options, run, said.best)
    return Result(said, partial(_text, search_run, said, score))


def _collect_facts(
    options: TuneOptions, folder: Path, facts_type: type[SearchFacts]
) -> SearchFacts:
    """Return the facts of a search, of which an earlier one has fixed some."""
    if not options.resume:
        ranges, plan = options.ranges, _new_plan(options)
        asked = options.column, options.trials
        return facts_type.of_plan(plan, options.entry, ranges, *asked)
    if options.entry:
        raise InputError(f"{options.entry!r}: expected no entry with --resume")
    refuse_recorded_options()
    return facts_type.of_search(folder)


def _collect_result(
    search: ParameterSearch, facts: SearchFacts, plot: Path
) -> TuneFacts:
    """Draw all trials of a search, and return them with the best."""
    search.draw(facts.column, plot)
    ranked = search.ranked_trials
    return TuneFacts(
        run=str(search.path),
        column=facts.column,
        games=facts.games,
        trials=[search.values(trial) | trial.user_attrs for trial in ranked],
        best=facts.template.format(**search.values(ranked[0])),
        plot=str(plot),
    )


def _text(search: ParameterSearch, facts: TuneFacts, score: str, width: int) -> str:
    """Return the best trials, where all are, and the command that scores the best."""
    made = format_count(len(facts.trials), "trial")
    lines = [
        f"\n{made} of {format_count(facts.games, 'game')}: {facts.run}",
        f"loss by parameter: {facts.plot}",
        "score the best on games that it was not chosen for:",
    ]
    shown = fold_text("\n".join(lines), width)
    return "\n".join([search.text(facts.column, width), shown, score])


def _play_trials(search: ParameterSearch, trials: int) -> None:
    """Play the trials that remain."""
    made = len(search.finished_trials)
    with progress_bar("trials", trials, made) as bar:
        for _ in range(made, trials):
            if (trial := search.ask()) is None:
                break
            search.play(trial)
            bar.update()
            best = search.ranked_trials[0].user_attrs["loss"]
            bar.set_postfix_str(f"smallest loss {best:g}")


def _new_plan(options: TuneOptions) -> Plan:
    """Return the plan of a new search, as yet without entries."""
    vocabulary = options.chosen_vocabulary() or Vocabulary.load()
    setting = Setting(vocabulary, timeout=options.timeout)
    seed = read_secret("seed") if options.seed is None else options.seed
    return Plan((), setting, options.games, seed, command="tune")


def _score_command(options: TuneOptions, run: OpenRun, entry: str) -> str:
    """Return the command line that scores an entry on fresh games of the same words."""
    seed, timeout = f"{run.facts.seed}-check", run.facts.timeout
    words: dict[str, object] = {**options.named}
    if options.resume and not options.chosen_vocabulary():
        words = {**find_stored_words(run.folder.path)}
        if not words and run.vocabulary != Vocabulary.load():
            words = {"size": run.vocabulary.length}
    if timeout != TIMEOUT:
        words["timeout"] = timeout
    return command_line(EVALUATE, "score", entry, games=CHECK, seed=seed, **words)
