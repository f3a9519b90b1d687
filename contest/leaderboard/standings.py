"""The leaderboard: published scores, entries as measured, submissions, and floors.

A submission takes the lead of a column when its official run certifies a lower budget,
with 95 % confidence of its own; and the record, which is the prize of the contest, when
the record test certifies a budget at least 5 % below the standing record within the
error budget. All of it is computed from the rows of official runs, and can be
recomputed from them.
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
    EntryFigures,
    RunFigures,
    all_figures,
    names_today,
)
from contest.leaderboard.leads import PUBLISHED, Holder, leads, records
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.submission import SubmissionError
from contest.runs.folder import RunError
from contest.statistics.error_budget import next_number
from contest.statistics.games import Games
from contest.statistics.quantiles import PERCENTILES
from game.files import read_text
from game.protocol import Setting
from game.words import Vocabulary
from solver.bounds.floors import floor, two_clue_floor

FLOOR = "proved floor"


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Lines of the leaderboard, and the history of its leads and records.

    There is a line per published score, measured entry, submission and, last, the
    floors, first those of two clues, then those of all strategies:
    ``kind, entry, call, author, run, date, refused`` and all statistics of the entry.
    ``refused`` says why its figures do not count, if so; those of columns are NaN then.
    ``p05_certified`` is the budget that the run certifies at 95 %,
    ``p05_certified_chance`` and ``p05_certified_error`` the chance to win within it and
    its standard error; of a submission ``p05_record`` is the budget that the record
    test certifies, with the error ``p05_error_share`` at most, and so on.

    Leads and records are past and present, the oldest first. `games` and `figures` are
    those of each line of a run, by run and entry; `next_numbers` are those of the next
    submission to each column.
    """

    lines: list[dict[str, Any]]
    leads: list[Holder]
    records: list[Holder]
    games: dict[tuple[str, str], Games] = field(default_factory=dict)
    figures: dict[tuple[str, str], EntryFigures] = field(default_factory=dict)
    next_numbers: dict[str, int] = field(default_factory=dict)


def leaderboard(
    results: Path, vocabulary: Vocabulary, known: Remembered | None = None
) -> Leaderboard:
    """Read all results and compute the leaderboard.

    `results` holds ``published.csv``, and records below ``official`` and
    ``submissions``; `known` has what was verified and computed before. Raises
    `InputError` when a file is missing or invalid, an official run has other rules or
    words or does not follow from its seed, or two have the same seed.
    """
    published = _published(results / "published.csv")
    known = known or Remembered()
    runs = all_figures(results, vocabulary, known)
    official, submissions = runs[MEASURED], runs[SUBMISSION]
    submissions.sort(key=lambda run: (run.sealed, run.folder))
    _check_seeds([*official, *submissions])
    _check_numbers(submissions)
    figures: dict[tuple[str, str], EntryFigures] = {}
    games: dict[tuple[str, str], Games] = {}
    kept = vocabulary, known, games, figures
    entered = _lines(SUBMISSION, submissions, *kept)
    lines = [{"kind": PUBLISHED, **line} for line in published]
    lines += [*_lines(MEASURED, official, *kept), *entered]
    lines.sort(key=_place)
    for floors, whose in ((two_clue_floor, " with two paid clues"), (floor, "")):
        budgets = {name: floors(vocabulary, p) for name, p in PERCENTILES.items()}
        line = {"kind": FLOOR, "entry": f"what no strategy{whose} can beat"}
        lines.append(line | budgets)
    given = [run.numbers for run in submissions]
    following = {name: next_number(given, name) for name in PERCENTILES}
    held = leads(published, entered), records(published, entered)
    return Leaderboard(lines, *held, games, figures, following)


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
    games: dict[tuple[str, str], Games],
    figures: dict[tuple[str, str], EntryFigures],
) -> list[dict[str, Any]]:
    """Return a line for each entry of each run that has a score; keep its figures."""
    lines = []
    for run, names in zip(runs, names_today(runs, known), strict=True):
        setting = Setting.from_dict(run.setting, vocabulary)
        for own in run.entries:
            entry = names[own.text]
            line: dict[str, Any] = {"kind": kind, "entry": entry}
            line |= {"call": run.calls[own.text], "author": own.author, **own.values}
            line |= {"run": run.folder, "date": run.sealed[:10], "refused": own.refused}
            lines.append(line)
            figures[run.folder, entry] = own
            games[run.folder, entry] = own.games(setting)
    return lines


def _place(line: Mapping[str, Any]) -> list[float]:
    """Return the sort key of a line: p50, then p05 and p95, NaN last."""
    scores = [line[name] for name in ("p50", "p05", "p95")]
    # NaN sorts after infinity.
    return [x for s in scores for x in ((1.0, 0.0) if math.isnan(s) else (0.0, s))]
