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
    EntryFigures,
    RunFigures,
    run_figures,
    without_columns,
)
from contest.leaderboard.folders import (
    MEASURED,
    SUBMISSION,
    over_folders,
    run_folders,
)
from contest.leaderboard.leads import PUBLISHED, Holder, leads, records
from contest.leaderboard.submission import SubmissionError
from contest.runs.facts import RunError
from contest.statistics.error_budget import next_number
from contest.statistics.information import refusal
from contest.statistics.quantiles import PERCENTILES
from game.clues import Rule
from game.files import read_text
from game.words import Vocabulary
from solver.bounds.floors import floor, two_clue_floor
from solver.matrix.clue_matrix import clue_matrix

FLOOR = "proved floor"


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Lines of the leaderboard, and the history of its leads and records.

    There is a line per published score, measured entry, submission and, last, the
    floors, first those of two clues, then those of all strategies:
    ``kind, entry, call, author, run, date, estimator, refused`` and all statistics of
    the entry.
    ``refused`` says why its figures do not count, if so; those of columns are NaN then.
    ``p05_certified`` is the budget that the run certifies at 95 %,
    ``p05_certified_chance`` and ``p05_certified_error`` the chance to win within it and
    its standard error; of a submission ``p05_record`` is the budget that the record
    test certifies, with the error ``p05_error_share`` at most, and so on.

    Leads and records are past and present, the oldest first. `figures` are those of
    each line of a run, by run and entry; `next_numbers` are those of the next
    submission to each column.
    """

    lines: list[dict[str, Any]]
    leads: list[Holder]
    records: list[Holder]
    figures: dict[tuple[str, str], EntryFigures] = field(default_factory=dict)
    next_numbers: dict[str, int] = field(default_factory=dict)


def leaderboard(results: Path, vocabulary: Vocabulary) -> Leaderboard:
    """Read all results and compute the leaderboard.

    `results` holds ``published.csv``, and records below ``official`` and
    ``submissions``. Raises `InputError` when a file is missing or invalid, an official
    run has other rules or words or does not follow from its seed, or two have the same
    seed.
    """
    published = _read_published(results / "published.csv")
    official, submissions = _verify_runs(results, vocabulary)
    runs = [*official, *submissions]
    void = _void_together(runs)
    entered = _lines(SUBMISSION, submissions, void)
    lines = [{"kind": PUBLISHED, **line} for line in published]
    lines += [*_lines(MEASURED, official, void), *entered]
    lines.sort(key=_sort_key)
    numbers = [run.numbers for run in submissions]
    return Leaderboard(
        [*lines, *_floor_lines(vocabulary)],
        leads(published, entered),
        records(published, entered),
        {
            (run.folder, run.names[entry.text]): entry
            for run in runs
            for entry in run.entries
        },
        {name: next_number(numbers, name) for name in PERCENTILES},
    )


def _verify_runs(
    results: Path, vocabulary: Vocabulary
) -> tuple[list[RunFigures], list[RunFigures]]:
    """Return the figures of all official runs: of measured entries, and submissions.

    The submissions are in the order of their times.
    """
    folders = run_folders(results)
    paths = [*folders[MEASURED], *folders[SUBMISSION]]
    clue_matrix(vocabulary, Rule.LETTERWISE)  # once, not in every process
    runs = over_folders(run_figures, paths, vocabulary)
    official = runs[: len(folders[MEASURED])]
    submissions = runs[len(official) :]
    submissions.sort(key=lambda run: (run.sealed, run.folder))
    _check_numbers(submissions)
    return official, submissions


def _floor_lines(vocabulary: Vocabulary) -> list[dict[str, Any]]:
    """Return the lines of the floors, that of all strategies last."""
    lines = []
    for floors, whose in ((two_clue_floor, " with two paid clues"), (floor, "")):
        budgets = {name: floors(vocabulary, p) for name, p in PERCENTILES.items()}
        line = {"kind": FLOOR, "entry": f"what no strategy{whose} can beat"}
        lines.append(line | budgets)
    return lines


def _read_published(path: Path) -> list[dict[str, Any]]:
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


def _check_numbers(submissions: Sequence[RunFigures]) -> None:
    """Refuse a share of the error budget that is used twice."""
    numbers = [run.numbers for run in submissions]
    unnumbered = numbers.count(None)
    before: dict[tuple[str, int], RunFigures] = {}
    for run in submissions:
        for column, number in (run.numbers or {}).items():
            earliest = before.setdefault((column, number), run)
            if earliest is not run or number <= unnumbered:
                free = next_number(numbers, column)
                raise SubmissionError(
                    f"{run.path!r} is submission {number} to {column}, as is "
                    f"another: expected {free}"
                )


def _void_together(runs: Sequence[RunFigures]) -> dict[tuple[str, str], str]:
    """Return why no score of an entry counts, by name and call: its runs together.

    Their seeds are fresh, so that the product of their e-values is one; it grows to its
    largest number within the last of them. Runs that are refused could be anybody's.
    """
    products: dict[tuple[str, str], float] = {}
    reasons: dict[tuple[str, str], str] = {}
    for run in sorted(runs, key=lambda run: run.sealed):
        names = run.names
        for entry in (entry for entry in run.entries if not entry.refused):
            key = (names[entry.text], run.calls[entry.text])
            if before := products.get(key):
                why = refusal(before * entry.values["side_information"])
                reasons[key] = reasons.get(key) or why
            products[key] = (before or 1.0) * entry.last_e_value
    return {key: f"{why}, over its runs" for key, why in reasons.items() if why}


def _lines(
    kind: str, runs: Iterable[RunFigures], void: Mapping[tuple[str, str], str]
) -> list[dict[str, Any]]:
    """Return a line for each entry of each run that has a score."""
    lines = []
    for run in runs:
        names = run.names
        for entry in run.entries:
            name, call = names[entry.text], run.calls[entry.text]
            why, values = void.get((name, call), ""), entry.values
            line: dict[str, Any] = {"kind": kind, "entry": name, "call": call}
            line |= {"author": entry.author}
            line |= without_columns(values) if why else values
            line |= {"run": run.folder, "date": run.sealed[:10]}
            line |= {"estimator": run.estimator}
            lines.append(line | {"refused": entry.refused or why})
    return lines


def _sort_key(line: Mapping[str, Any]) -> list[float]:
    """Return the sort key of a line: p50, then p05 and p95, NaN last."""
    scores = [line[name] for name in ("p50", "p05", "p95")]
    # NaN sorts after infinity.
    return [x for s in scores for x in ((1.0, 0.0) if math.isnan(s) else (0.0, s))]
