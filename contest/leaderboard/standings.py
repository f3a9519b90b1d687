"""The leaderboard: published records, entries as measured, submissions, and floors.

A submission takes a column's record when the exact posteriors of its one official run
certify a budget at least 5 % below the standing record. That budget is then the record.
All of it is computed from the rows of official runs, and can be recomputed from them.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contest.leaderboard.figures import (
    MEASURED,
    SUBMISSION,
    RunFigures,
    all_figures,
    names_today,
)
from contest.leaderboard.ranks import rank_columns
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.submission import SubmissionError
from contest.runs.folder import RunError
from contest.statistics.error_budget import next_number
from contest.statistics.games import Games
from contest.statistics.quantiles import PERCENTILES, at_most
from contest.statistics.record_test import target_of
from game.files import read_text
from game.protocol import Setting
from game.words import Vocabulary
from solver.bounds.floors import floor, two_clue_floor

PUBLISHED = "published"
FLOOR = "proved floor"


@dataclass(frozen=True, slots=True)
class Holder:
    """A record of a column and its holder.

    Parameters
    ----------
    column : str
        ``p05``, ``p50`` or ``p95``.
    record : float
        The budget, in nats: as published, or the smallest that the run certified.
    entry : str
        The entry that holds it.
    kind : str
        ``published`` or ``submission``.
    run : str
        Folder of the submission.
    date : str
        Date of the submission, in UTC.
    target : float
        The budget to certify: the previous record less 5 %.
    games : int
        Games of the submission.
    """

    column: str
    record: float
    entry: str
    kind: str
    run: str = ""
    date: str = ""
    target: float = math.nan
    games: int = 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Lines of the leaderboard and the history of its records.

    Parameters
    ----------
    lines : list of dict
        One per published record, measured entry, submission and, last, the floors,
        first those of two clues, then those of all strategies:
        ``kind, entry, call, run, date`` and all statistics of the entry; the
        percentiles are NaN where more games were won than the clues explain. A
        submission also has ``p05_certified`` and ``p05_error_share``, the probability
        of an error that it may have in that column, and so on. An entry with games has
        ``p05_rank_low``, ``p05_rank_high`` and ``p05_group``, as `ranks` returns them.
    holders : list of Holder
        All records, past and present, the oldest first.
    games : dict of (str, str) to Games
        The games of each line of a run, by run and entry.
    next_numbers : dict of str to int
        The number of the next submission to each column.
    """

    lines: list[dict[str, Any]]
    holders: list[Holder]
    games: dict[tuple[str, str], Games] = field(default_factory=dict)
    next_numbers: dict[str, int] = field(default_factory=dict)

    def standing(self) -> dict[str, Holder]:
        """Return the record of each column that has one."""
        return {holder.column: holder for holder in self.holders}


def leaderboard(
    results: Path, vocabulary: Vocabulary, known: Remembered | None = None
) -> Leaderboard:
    """Read all results and compute the leaderboard.

    Parameters
    ----------
    results : Path
        Holds ``published.csv``, and records below ``official`` and ``submissions``.
    vocabulary : Vocabulary
        The words of the contest.
    known : Remembered, optional
        What was verified and computed before.

    Raises
    ------
    InputError
        When a file is missing or invalid, an official run has other rules or words or
        does not follow from its seed, or an entry was submitted twice.
    """
    published = _published(results / "published.csv")
    known = known or Remembered()
    runs = all_figures(results, vocabulary, known)
    official, submissions = runs[MEASURED], runs[SUBMISSION]
    submissions.sort(key=lambda run: (run.sealed, run.folder))
    _check_once(submissions)
    _check_seeds([*official, *submissions])
    _check_numbers(submissions)
    games: dict[tuple[str, str], Games] = {}
    entered = _lines(SUBMISSION, submissions, vocabulary, known, games)
    lines = [{"kind": PUBLISHED, **line} for line in published]
    lines += [*_lines(MEASURED, official, vocabulary, known, games), *entered]
    lines.sort(key=_place)
    for line, ranks in zip(lines, rank_columns(lines, games, known), strict=True):
        line |= ranks
    for floors, whose in ((two_clue_floor, " with two paid clues"), (floor, "")):
        budgets = {name: floors(vocabulary, p) for name, p in PERCENTILES.items()}
        line = {"kind": FLOOR, "entry": f"what no strategy{whose} can beat"}
        lines.append(line | budgets)
    given = [run.numbers for run in submissions]
    following = {name: next_number(given, name) for name in PERCENTILES}
    return Leaderboard(lines, _holders(published, entered), games, following)


def _published(path: Path) -> list[dict[str, Any]]:
    wanted = ["entry", *PERCENTILES]
    try:
        reader = csv.DictReader(io.StringIO(read_text(path)))
        if absent := {*wanted} - {*(reader.fieldnames or ())}:
            raise ValueError(f"no column {min(absent)!r}: expected {wanted}")
        return [
            {"entry": row["entry"]}
            | {name: float(row[name] or "nan") for name in PERCENTILES}
            for row in reader
        ]
    except (OSError, ValueError, csv.Error) as error:
        raise RunError(f"cannot read {str(path)!r}: {error}") from None


def _check_once(submissions: Iterable[RunFigures]) -> None:
    before: dict[str, RunFigures] = {}
    for run in submissions:
        first = before.setdefault(run.name, run)
        if first is not run:
            raise SubmissionError(
                f"{run.place!r} is a second run of what was submitted as "
                f"{first.place!r}: expected one official run of an entry"
            )


def _check_seeds(runs: Iterable[RunFigures]) -> None:
    before: dict[str, RunFigures] = {}
    for run in runs:
        first = before.setdefault(run.seed, run)
        if first is not run:
            raise SubmissionError(
                f"{run.place!r} has the seed of {first.place!r}: expected a fresh one"
            )


def _check_numbers(submissions: Sequence[RunFigures]) -> None:
    """Refuse a share of the error budget that is used twice."""
    given = [run.numbers for run in submissions]
    unnumbered = given.count(None)
    before: dict[tuple[str, int], RunFigures] = {}
    for run in submissions:
        for column, number in (run.numbers or {}).items():
            first = before.setdefault((column, number), run)
            if first is not run or number <= unnumbered:
                free = next_number(given, column)
                raise SubmissionError(
                    f"{run.place!r} is submission {number} to {column}, as is "
                    f"another: expected {free}"
                )


def _lines(
    kind: str,
    runs: Sequence[RunFigures],
    vocabulary: Vocabulary,
    known: Remembered,
    kept: dict[tuple[str, str], Games],
) -> list[dict[str, Any]]:
    """Return a line for each entry of each run that has a score; keep its games."""
    lines = []
    for run, names in zip(runs, names_today(runs, known), strict=True):
        setting = Setting.from_dict(run.setting, vocabulary)
        for figures in run.entries:
            entry = names[figures.text]
            line: dict[str, Any] = {"kind": kind, "entry": entry}
            line |= {"call": run.calls[figures.text], **figures.values}
            line |= {"run": run.folder, "date": run.sealed[:10], **figures.certified}
            lines.append(line)
            kept[run.folder, entry] = figures.games(setting)
    return lines


def _place(line: Mapping[str, Any]) -> list[float]:
    """Return the sort key of a line: p50, then p05 and p95, NaN last."""
    scores = [line[name] for name in ("p50", "p05", "p95")]
    # NaN sorts after infinity.
    return [x for s in scores for x in ((1.0, 0.0) if math.isnan(s) else (0.0, s))]


def _holders(
    published: Iterable[Mapping[str, Any]], entered: Iterable[Mapping[str, Any]]
) -> list[Holder]:
    """Return all records, past and present, in chronological order."""
    found = []
    for name in PERCENTILES:
        known = [line for line in published if not math.isnan(line[name])]
        if known:
            best = min(known, key=lambda line: float(line[name]))
            found.append(Holder(name, best[name], best["entry"], PUBLISHED))
    for line in entered:
        for name in PERCENTILES:
            before = [holder.record for holder in found if holder.column == name]
            target = target_of(min(before, default=math.inf))
            budget = line[f"{name}_certified"]
            if math.isfinite(budget) and at_most(budget, target):
                whose = (line["entry"], SUBMISSION, line["run"], line["date"])
                found.append(Holder(name, budget, *whose, target, line["games"]))
    return found
