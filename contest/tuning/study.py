"""Parameter search by optuna, with all trials on the same games.

All trials have the same secrets and the same noise (common random numbers), and the
objective is the luck-adjusted chance to win instead of the share of games won. Sampler,
storage and plot are optuna's.
"""

from __future__ import annotations

import itertools
import math
import os
import shutil
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from msgspec.structs import asdict

from game.errors import InputError, missing_extra
from game.text.formats import format_score, percent_with_error

try:
    import optuna
    from matplotlib import pyplot, rc_context
    from optuna.exceptions import ExperimentalWarning
    from optuna.samplers import (
        BaseSampler,
        PartialFixedSampler,
        RandomSampler,
        TPESampler,
    )
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend
    from optuna.trial import FrozenTrial, TrialState
    from optuna.visualization.matplotlib import plot_slice
except ImportError as error:
    raise missing_extra("search", "tune", error) from None

from contest.entries.entry import resolve
from contest.runs.evaluation import evaluate_plan
from contest.runs.facts import Column, Count, RunError, RunFacts
from contest.runs.folder import OpenRun, RunFolder
from contest.runs.plan import Plan
from contest.statistics.games import group_by_entry, parse_rows
from contest.statistics.posteriors import WinCurve
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note
from contest.tuning.search import (
    ParameterValue,
    Pruning,
    Range,
    count_points,
    derive_seed,
    even_points,
    measure_loss,
    round_value,
    search_space,
)
from game.files import read_bytes, write_whole
from game.text.formats import number

FILE = "tune.json"
"""Name of the file with the facts of a search."""

_SHOWN = 10  # trials in the table
_SPREAD = 8  # trials before the first one by TPE
_LOSS = (
    "loss: the budget at which the chance to win, less one standard error, reaches "
    "this share of games; if none does, the largest budget plus 30 nats per factor e "
    "by which the odds are too small. A trial with fewer games was pruned: it was "
    "clearly worse than the best."
)
_UNREADABLE = (
    OSError,
    RecursionError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
)
_FIGURES = ("loss", "budget", "chance", "error", "games")  # attributes of a trial
_UNPLAYED = dict(zip(_FIGURES, (math.inf, math.inf, 0.0, math.nan, 0), strict=True))


class SearchFacts(RunFacts, frozen=True, kw_only=True):
    """Facts of a search, in ``tune.json``.

    They are those of a run of its first values, and what is searched: `template` is
    the entry with placeholders, `ranges` are texts for `search_space`, `trials` is the
    number of trials that were asked for.
    """

    template: str
    ranges: list[str]
    column: Column
    trials: Count

    @classmethod
    def of_plan(
        cls,
        plan: Plan,
        template: str,
        ranges: Sequence[str],
        column: str,
        trials: int,
    ) -> SearchFacts:
        """Return the facts of a new search, whose plan has no entries as yet."""
        space = search_space(template, ranges)
        least = {name: values.low for name, values in space.items()}
        trial = trial_plan(plan, template, least)
        trial.check()
        return cls(
            **asdict(trial.facts()),
            template=template,
            ranges=[*ranges],
            column=column,
            trials=trials,
        )

    @classmethod
    def of_search(cls, folder: Path) -> SearchFacts:
        """Read the facts of a search in a folder; `RunError` without one."""
        try:
            return cls.read(folder / FILE)
        except OSError as error:
            raise RunError(
                f"no search in {str(folder)!r} ({error.strerror}): expected {FILE}"
            ) from None


def create_search(run: OpenRun) -> None:
    """Make the folder of a search, with its facts and its words.

    Raises `RunError` when it holds a search already, or cannot be made.
    """
    path = run.folder.path
    if (path / FILE).exists():
        raise RunError(f"{str(path)!r} holds a search already: expected a new folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write {str(path)!r} ({error.strerror})") from None
    run.folder.write(FILE, run.facts.to_json())
    run.folder.save_words(run.vocabulary)


class ParameterSearch:
    """An optuna study of an entry's parameters, and the games of its trials.

    In its folder, ``trials.log`` is optuna's journal, ``trials.csv`` has a line per
    finished trial, and ``trials`` the runs. The objective is the budget for `share`.
    The plan is that of a trial, as yet without its entry; its seed is also that of the
    sampler. Raises `RunError` when the journal cannot be read.
    """

    def __init__(
        self,
        folder: Path,
        template: str,
        space: Mapping[str, Range],
        share: float,
        plan: Plan,
    ) -> None:
        self.folder, self.template, self.space = folder, template, dict(space)
        self.share, self.plan = share, plan
        self.path = folder / "trials.csv"
        journal = folder / "trials.log"
        try:
            self.study = _open_study(journal)
            self._csv()  # every trial has its values and figures
        except _UNREADABLE as error:
            raise RunError(
                f"{str(journal)!r} cannot be read: expected the trials of a search"
            ) from error

    @property
    def finished_trials(self) -> list[FrozenTrial]:
        """The finished trials, pruned ones among them, in order."""
        states = (TrialState.COMPLETE, TrialState.PRUNED)
        return self.study.get_trials(deepcopy=False, states=states)

    @property
    def ranked_trials(self) -> list[FrozenTrial]:
        """The finished trials, the best first and pruned ones last."""

        def key(trial: FrozenTrial) -> tuple[bool, float, float]:
            pruned = trial.state == TrialState.PRUNED
            return pruned, trial.user_attrs["loss"], -trial.user_attrs["chance"]

        return sorted(self.finished_trials, key=key)

    def values(self, trial: FrozenTrial | optuna.Trial) -> dict[str, ParameterValue]:
        """Return the values of a trial by name."""
        return {name: round_value(trial.params[name]) for name in self.space}

    def ask(self) -> optuna.Trial | None:
        """Return the next trial, with values that were not tried; None without any.

        The values depend on the seed and on the finished trials alone, so that a
        search that is resumed goes the same way.
        """
        tried = [self.values(trial) for trial in self.finished_trials]
        if len(tried) >= count_points(self.space.values()):
            return None
        with _without_warnings():
            for attempt in itertools.count():
                self.study.sampler = self._sampler(len(tried), attempt)
                trial = self.study.ask({**self.space})
                if self.values(trial) not in tried:
                    return trial
                self.study.tell(trial, state=TrialState.FAIL)
        raise AssertionError  # for type checkers: the loop does not end otherwise

    def play(self, trial: optuna.Trial) -> None:
        """Play the games of a trial from `ask` until it is clearly worse than the best.

        Raises `InputError` when the entry of the first trial cannot start,
        `RefereeError` when the referee failed.
        """
        plan = trial_plan(self.plan, self.template, self.values(trial))
        figures = self._play_games(plan)
        for name, value in figures.items():
            trial.set_user_attr(name, value)
        if figures["games"] == plan.games:
            self.study.tell(trial, figures["loss"])
        else:
            if figures["games"]:
                trial.report(figures["loss"], int(figures["games"]))
            self.study.tell(trial, state=TrialState.PRUNED)
        write_whole(self.path, self._csv())

    def _play_games(self, plan: Plan) -> dict[str, float]:
        """Play the next trial from where it was interrupted; return its figures."""
        index = len(self.finished_trials)
        path = self._run(index)
        if (path / "run.json").exists():
            folder = RunFolder.reopen(path).folder
        else:
            shutil.rmtree(path, ignore_errors=True)
            folder = RunFolder.create(path, path.parent)
        pruning = Pruning(plan.setting, self._best_curve(), self.share)
        evaluated = evaluate_plan(plan, folder, pruning)
        if evaluated.summaries:
            return _figures(evaluated.summaries[0].games.curve, self.share)
        if index == 0:
            (entry,) = plan.entries
            reason = evaluated.facts.failures.get(entry.text, "it has no games")
            raise InputError(f"entry {entry.text!r} has no score: {reason}")
        return _UNPLAYED

    def text(self, column: str, width: int = WIDE) -> str:
        """Return the best trials as a table of at most `width` columns of text."""
        budget = f"{column} budget"
        lines = [[*self.space, budget, "chance to win within it", "loss", "games"]]
        for trial in self.ranked_trials[:_SHOWN]:
            figures = trial.user_attrs
            values = [f"{value:g}" for value in self.values(trial).values()]
            nats, games = format_score(figures["budget"]), figures["games"]
            chance = percent_with_error(figures["chance"], figures["error"])
            loss = format_score(figures["loss"]) if games else "cannot start"
            lines.append([*values, nats, chance, loss, str(games)])
        shown = align_columns(lines, width, ["loss", budget])
        count, legend = len(self.finished_trials), _LOSS
        if count > _SHOWN:
            legend = f"The best {_SHOWN} of {count} trials; trials.csv has all. {_LOSS}"
        return f"{shown}\n\n{fold_note(legend, width)}"

    def draw(self, column: str, path: Path) -> None:
        """Plot the loss of the column by parameter; the path's suffix is the format."""
        # A fixed salt and no date: the same trials make the same file.
        with _without_warnings(), rc_context({"svg.hashsalt": "clueproof"}):
            pyplot.switch_backend("Agg")
            axes = plot_slice(self.study, target_name=f"loss for {column}, nats")
            picture = getattr(axes, "flat", [axes])[0].figure
            picture.savefig(
                path, metadata={"Date": None} if path.suffix == ".svg" else None
            )
            pyplot.close(picture)

    def _sampler(self, index: int, attempt: int) -> BaseSampler:
        """Return the sampler of a trial: random if it has suggested what was tried."""
        seed = derive_seed(f"{self.plan.seed}/{index}/{attempt}")
        drawn = RandomSampler(seed=seed)
        if attempt:
            return drawn
        if index < _SPREAD:
            points = even_points(self.space, _SPREAD, self.plan.seed)
            return PartialFixedSampler(points[index], drawn)
        return TPESampler(seed=seed, n_startup_trials=0, multivariate=True)

    def _run(self, number: int) -> Path:
        return self.folder / "trials" / f"{number:04}"

    def _best_curve(self) -> WinCurve | None:
        """Return the curve of the best trial, None without any."""
        finished, ranked = self.finished_trials, self.ranked_trials
        if not ranked or ranked[0].state == TrialState.PRUNED:
            return None
        run = RunFolder(self._run(finished.index(ranked[0])))
        (games,) = group_by_entry(parse_rows(run.rows()), self.plan.setting).values()
        return games.curve

    def _csv(self) -> str:
        lines = [[*self.space, *_FIGURES]]
        for trial in self.finished_trials:
            figures = [number(trial.user_attrs[name]) for name in _FIGURES]
            lines.append([*map(repr, self.values(trial).values()), *figures])
        return "".join(f"{','.join(line)}\n" for line in lines)


def trial_plan(plan: Plan, template: str, values: Mapping[str, ParameterValue]) -> Plan:
    """Return the plan of a trial: with the template's entry, made from the values."""
    return replace(plan, entries=(resolve(template.format(**values)),))


def _figures(curve: WinCurve, share: float) -> dict[str, float]:
    budget = curve.crossing(share)
    measured = (measure_loss(curve, share), budget, *curve.at(budget))
    return dict(zip(_FIGURES, (*measured, len(curve.budgets)), strict=True))


def _open_study(path: Path) -> optuna.Study:
    """Return the study of a journal, which is made if there is none."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    if path.exists():
        # What was being written when the search was killed has no end of line.
        os.truncate(path, read_bytes(path).rfind(b"\n") + 1)
    storage = JournalStorage(JournalFileBackend(str(path)))
    study = optuna.create_study(storage=storage, study_name="tune", load_if_exists=True)
    for trial in study.get_trials(states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)
    return study


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Ignore warnings that plots are experimental, and of ranges that are rounded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        warnings.filterwarnings("ignore", "The distribution is specified by")
        # The plot of a single trial.
        warnings.filterwarnings("ignore", "Attempting to set identical low and high")
        yield
