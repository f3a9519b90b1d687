"""Trials of a parameter search: their file, table and plot."""

from __future__ import annotations

import csv
import io
import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contest.report.layout import WIDE, aligned, folded
from contest.report.tables import PROSE, estimate, figure
from contest.runs.columns import open_columns
from contest.runs.evaluation import evaluate
from contest.runs.folder import RunError, RunFolder, write_whole
from contest.runs.plan import Plan
from contest.tuning.search import Value, loss
from game.files import read_text
from game.wording import number

_SHOWN = 10  # trials in the table
_LOSS = (
    "loss: the budget that wins this share of games, were the chance to win one "
    "standard error less; where none does, the largest budget, and 10 nats per factor "
    "e missing."
)
_FIGURES = ("loss", "budget", "chance", "error")


@dataclass(frozen=True, slots=True)
class Trial:
    """Values of the parameters and their result.

    Parameters
    ----------
    values : dict of str to number
        By name.
    loss : float
        Minimised by the search, in nats; `FAILED_TRIAL_LOSS` when nothing could be
        played.
    budget : float
        At which the share of games is won; ``inf`` if there is none.
    chance, error : float
        To win within that budget, and its standard error.
    """

    values: dict[str, Value]
    loss: float
    budget: float = math.inf
    chance: float = 0.0
    error: float = math.nan


FAILED_TRIAL_LOSS = 1e6
"""The loss of an entry that cannot start; finite, as the search requires."""


class Trials:
    """A file with a line for each trial, in order.

    Parameters
    ----------
    path : Path
        The file, made with the first trial.
    names : sequence of str
        The parameters.
    """

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self.path = path
        self.names = list(names)
        self.made = self._read() if path.exists() else []

    def add(self, trial: Trial) -> None:
        """Add a trial and write the file."""
        header = [*self.names, *_FIGURES]
        # Rounded as in the file, so that a resumed search takes the same path.
        row = dict(zip(header, self._cells(trial), strict=True))
        self.made.append(self._trial(row))
        lines = [header, *map(self._cells, self.made)]
        text = "".join(f"{','.join(line)}\n" for line in lines)
        write_whole(self.path, text)

    def best(self) -> Trial:
        """Return the trial with the smallest loss, then the largest chance to win."""
        return min(self.made, key=lambda trial: (trial.loss, -trial.chance))

    def text(self, column: str, width: int = WIDE) -> str:
        """Return the best trials as a table of at most `width` columns of text."""
        ranked = sorted(self.made, key=lambda trial: (trial.loss, -trial.chance))
        lines = [[*self.names, f"{column} budget", "chance to win within it", "loss"]]
        lines += [
            [
                *(f"{trial.values[name]:g}" for name in self.names),
                figure(trial.budget),
                estimate(trial.chance, trial.error),
                figure(trial.loss)
                if trial.loss < FAILED_TRIAL_LOSS
                else "cannot start",
            ]
            for trial in ranked[:_SHOWN]
        ]
        shown = aligned(lines, width, ["loss", f"{column} budget"])
        return f"{shown}\n\n{folded(_LOSS, min(width, PROSE))}"

    def _read(self) -> list[Trial]:
        try:
            file = io.StringIO(read_text(self.path))
            return [self._trial(row) for row in csv.DictReader(file)]
        except (OSError, KeyError, TypeError, ValueError, csv.Error):
            raise RunError(
                f"{str(self.path)!r} cannot be read: expected trials of "
                f"{', '.join(self.names)}"
            ) from None

    def _cells(self, trial: Trial) -> list[str]:
        values = [repr(trial.values[name]) for name in self.names]
        return values + [number(getattr(trial, name)) for name in _FIGURES]

    def _trial(self, row: dict[str, str]) -> Trial:
        values = {name: _value(row[name]) for name in self.names}
        return Trial(values, *(float(row[name]) for name in _FIGURES))


def _value(text: str) -> Value:
    return int(text) if text.lstrip("-").isdigit() else float(text)


def play_trial(plan: Plan, values: dict[str, Value], share: float, path: Path) -> Trial:
    """Play the games of a trial.

    Parameters
    ----------
    plan : Plan
        With one entry, made from the values.
    values : dict of str to number
        By name.
    share : float
        Of the games that are to be won.
    path : Path
        Folder of the run, which may exist already.

    Raises
    ------
    RefereeError
        When the referee failed.
    """
    started = (path / "run.json").exists()
    if not started:
        shutil.rmtree(path, ignore_errors=True)
    folder = RunFolder.reopen(path) if started else RunFolder.create(path, path.parent)
    evaluate(plan, folder)
    found = open_columns(folder, plan.vocabulary)
    (entry,) = plan.entries
    if entry.text not in found:
        return Trial(values, FAILED_TRIAL_LOSS)
    curve = found[entry.text].curve()
    budget = curve.crossing(share)
    return Trial(values, loss(curve, share), budget, *curve.at(budget))


def draw(trials: Trials, column: str, path: Path) -> None:
    """Plot the loss by parameter and its running minimum, as SVG.

    Parameters
    ----------
    trials : Trials
        At least one.
    column : str
        The column that was optimised.
    path : Path
        The file.

    Raises
    ------
    ImportError
        Without matplotlib.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    made = [trial for trial in trials.made if trial.loss < FAILED_TRIAL_LOSS]
    losses, best = [trial.loss for trial in made], trials.best()
    picture = Figure(figsize=(4 * (len(trials.names) + 1), 3.4), layout="constrained")
    *panels, last = picture.subplots(1, len(trials.names) + 1, sharey=True)
    for panel, name in zip(panels, trials.names, strict=True):
        values = [trial.values[name] for trial in made]
        panel.scatter(values, losses, c=range(len(made)), cmap="viridis", s=22)
        panel.plot(best.values[name], best.loss, "*", color="crimson", markersize=14)
        panel.set(xlabel=name, title=f"best {name} = {best.values[name]:g}")
    panels[0].set_ylabel(f"loss for {column}, nats")
    last.step(range(1, len(made) + 1), _falling(losses), where="post", color="black")
    last.set(xlabel="trials", title=f"smallest loss so far: {figure(best.loss)}")
    # A fixed salt: the same trials make the same file.
    with rc_context({"svg.hashsalt": "clueproof"}):
        picture.savefig(path, format="svg", metadata={"Date": None})


def _falling(losses: Sequence[float]) -> list[float]:
    return [min(losses[: place + 1]) for place in range(len(losses))]
