"""The leaderboard: published records, entries as measured, submissions, and floors.

A submission takes a column's record when the exact posteriors of its one official run
certify a budget at least 5 % below the standing record. That budget is then the record.
All of it is computed from the rows of official runs, and can be recomputed from them.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from contest.leaderboard.submission import (
    Submission,
    SubmissionError,
    read,
    recorded_name,
)
from contest.leaderboard.verification import check_replay
from contest.runs.folder import RunError
from contest.statistics.error_budget import errors_of, next_number
from contest.statistics.games import Games, collect, of_run
from contest.statistics.posteriors import LUCKY
from contest.statistics.quantiles import PERCENTILES, at_most
from contest.statistics.record_test import certified, target_of
from contest.statistics.summary import Summary
from game.files import read_text
from game.protocol import Mode
from game.words import Vocabulary
from solver.bounds.floors import floor

PUBLISHED, MEASURED, SUBMISSION = "published", "measured", "submission"
FLOOR = "proved floor"

_SCORES = [f"{name}{end}" for name in PERCENTILES for end in ("", "_low", "_high")]


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
        One per published record, measured entry, submission and, last, the floors:
        ``kind, entry, call, run, date`` and all statistics of the entry; the
        percentiles are NaN where more games were won than the clues explain. A
        submission also has ``p05_certified`` and ``p05_error_share``, the probability
        of an error that it may have in that column, and so on.
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


def leaderboard(results: Path, vocabulary: Vocabulary) -> Leaderboard:
    """Read all results and compute the leaderboard.

    Parameters
    ----------
    results : Path
        Holds ``published.csv``, and records below ``official`` and ``submissions``.
    vocabulary : Vocabulary
        The words of the contest.

    Raises
    ------
    InputError
        When a file is missing or invalid, an official run has other rules or words or
        does not follow from its seed, or an entry was submitted twice.
    """
    published = _published(results / "published.csv")
    official = _records(results / "official", vocabulary)
    submissions = _records(results / "submissions", vocabulary)
    submissions.sort(key=lambda record: (record.sealed, record.path.name))
    _check_once(submissions)
    _check_seeds([*official, *submissions])
    _check_numbers(submissions)
    games: dict[tuple[str, str], Games] = {}
    entered = [x for r in submissions for x in _lines(SUBMISSION, r, games)]
    lines = [{"kind": PUBLISHED, **line} for line in published]
    lines += [x for r in official for x in _lines(MEASURED, r, games)]
    lines += entered
    lines.sort(key=_place)
    lines.append(
        {"kind": FLOOR, "entry": "what no strategy can beat", **_floors(vocabulary)}
    )
    given = [record.facts["numbers"] for record in submissions]
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


def _records(folder: Path, vocabulary: Vocabulary) -> list[Submission]:
    """Read and verify the official runs below a folder."""
    found = []
    paths = sorted(folder.glob("*/"))
    for path in tqdm(paths, desc=folder.name, leave=False, disable=None):
        if not re.fullmatch(r"\w[\w.-]*", path.name):
            raise SubmissionError(
                f"folder {str(path)!r}: expected a name of letters, digits, '.', '_' "
                "and '-'"
            )
        record = read(path, vocabulary)
        if (mode := record.setting.mode) is not Mode.WORDPL:
            raise SubmissionError(f"{str(path)!r} is of {mode}: expected {Mode.WORDPL}")
        check_replay(record)
        found.append(record)
    return found


def _check_once(submissions: Iterable[Submission]) -> None:
    before: dict[str, Submission] = {}
    for record in submissions:
        first = before.setdefault(recorded_name(record), record)
        if first is not record:
            raise SubmissionError(
                f"{str(record.path)!r} is a second run of what was submitted as "
                f"{str(first.path)!r}: expected one official run of an entry"
            )


def _check_seeds(records: Iterable[Submission]) -> None:
    before: dict[str, Submission] = {}
    for record in records:
        first = before.setdefault(record.facts["seed"], record)
        if first is not record:
            raise SubmissionError(
                f"{str(record.path)!r} has the seed of {str(first.path)!r}: expected a "
                "fresh one"
            )


def _check_numbers(submissions: Sequence[Submission]) -> None:
    """Refuse a share of the error budget that is used twice."""
    given = [record.facts["numbers"] for record in submissions]
    before: dict[tuple[str, int], Submission] = {}
    for record in submissions:
        for column, number in (record.facts["numbers"] or {}).items():
            first = before.setdefault((column, number), record)
            if first is not record or number <= given.count(None):
                free = next_number(given, column)
                raise SubmissionError(
                    f"{str(record.path)!r} is submission {number} to {column}, as is "
                    f"another: expected {free}"
                )


def _lines(
    kind: str, record: Submission, kept: dict[tuple[str, str], Games]
) -> list[dict[str, Any]]:
    """Return a line for each entry of a record that has a score; keep its games."""
    facts = record.facts
    played = of_run(
        collect(zip(record.rows, record.games, strict=True), record.setting),
        facts["games"],
        variable=facts["width"] is not None,
    )
    lines, names = [], record.names
    for text, games in played.items():
        entry, call = names[text], facts["calls"].get(text, "")
        line: dict[str, Any] = {"kind": kind, "entry": entry, "call": call}
        line |= Summary(entry, games).values
        if line["luck"] > LUCKY:
            # More wins than the clues explain: the scores are not valid.
            line |= dict.fromkeys(_SCORES, math.nan)
        line |= {"run": record.path.name, "date": record.sealed[:10]}
        if kind == SUBMISSION:
            errors = errors_of(facts["numbers"])
            for name, share in PERCENTILES.items():
                error = errors.get(name, 0.0)  # with which nothing is certified
                line[f"{name}_error_share"] = error
                line[f"{name}_certified"] = certified(games.curve, share, error)
        lines.append(line)
        kept[record.path.name, entry] = games
    return lines


def _place(line: Mapping[str, Any]) -> list[float]:
    """Return the sort key of a line: p50, then p05 and p95, NaN last."""
    scores = [line[name] for name in ("p50", "p05", "p95")]
    # NaN sorts after infinity.
    return [x for s in scores for x in ((1.0, 0.0) if math.isnan(s) else (0.0, s))]


def _floors(vocabulary: Vocabulary) -> dict[str, float]:
    return {name: floor(vocabulary, p) for name, p in PERCENTILES.items()}


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
