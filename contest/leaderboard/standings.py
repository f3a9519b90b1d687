"""The leaderboard: published scores, measured entries, submissions, and floors.

A submission takes the lead of a ranking if it certifies a smaller budget, with 95 %
confidence. A submission takes the record, and so the prize of the contest, if it
certifies a budget at least 5 % below the record, with an error of at most its share of
the error budget. The whole leaderboard can be computed again from the rows of official
runs.
"""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from contest.leaderboard.columns import Column, columns_of
from contest.leaderboard.figures import EntryFigures, RunFigures, run_figures
from contest.leaderboard.folders import over_folders, run_folders
from contest.leaderboard.kept import read_figures, source_digests
from contest.leaderboard.leads import Holder, leads, records
from contest.leaderboard.lines import (
    FLOOR,
    MEASURED,
    PUBLISHED,
    SUBMISSION,
    Line,
    file_of,
    to_csv,
)
from contest.leaderboard.records import (
    FORMER,
    LEADS,
    LINES,
    RECORDS,
    WITHDRAWN,
    Withdrawn,
    check_missing,
    read_history,
    read_withdrawn,
)
from contest.leaderboard.seeds import find_sharing
from contest.leaderboard.submission import SubmissionError
from contest.runs.facts import RunError
from contest.statistics.error_budget import next_number
from contest.statistics.information import refusal
from contest.statistics.quantiles import MEDIAN_FIRST, PERCENTILES
from contest.statistics.summary import ColumnFigures, columns_from_csv, csv_text
from game.clues import Rule
from game.files import read_text
from game.words import Vocabulary
from solver.bounds.floors import floor, two_clue_floor
from solver.matrix.clue_matrix import clue_matrix


@dataclass(frozen=True)
class Leaderboard:
    """Lines of the leaderboard, and the history of its leads and records.

    Parameters
    ----------
    lines : list of Line
        The published scores, the measured entries, the submissions, and the floors. The
        last line has the floors of all strategies. The line before it has the floors of
        strategies that pay for two clues.
    leads, records : list of Holder
        All leads and all records, past and present, the oldest first.
    figures : dict
        The figures of each entry of each official run. A key is the name of the run's
        folder with the name of the entry.
    next_numbers : dict
        For each ranking, the number that the next submission to the ranking will have.
    computed : dict
        The figures of the runs whose figures were computed from rows; the keys are the
        folders of the runs. The figures of all other runs were read from files.
    sources : dict
        The result of `source_digests` before the figures were computed.
    withdrawn : dict
        The withdrawn submissions; the keys are the names of their folders.
    without_beacon : set of str
        The names of the folders of the submissions whose seeds do not follow from a
        beacon. If such a submission has a lead or a record, the submission is older
        than the rule that seeds follow from beacons.
    """

    lines: list[Line]
    leads: list[Holder]
    records: list[Holder]
    figures: dict[tuple[str, str], EntryFigures] = field(default_factory=dict)
    next_numbers: dict[str, int] = field(default_factory=dict)
    computed: dict[Path, RunFigures] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    withdrawn: dict[str, Withdrawn] = field(default_factory=dict)
    without_beacon: Set[str] = frozenset()

    @property
    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of the tables ``leaderboard.csv``, ``leads.csv``, ``records.csv``.

        The keys are the names of the files.
        """
        return {
            LINES: [to_csv(line) for line in self.lines],
            LEADS: [asdict(holder) for holder in self.leads],
            RECORDS: [asdict(holder) for holder in self.records],
        }

    @cached_property
    def columns(self) -> list[Column]:
        """The rankings that have a lead, with their tables."""
        return columns_of(self.lines, self.leads, self.records)


def leaderboard(
    results: Path, vocabulary: Vocabulary, *, recompute: bool = False
) -> Leaderboard:
    """Read all results and compute the leaderboard.

    `results` has ``published.csv``, and official runs in the folders ``official`` and
    ``submissions``. The leads and records of the submissions in `FORMER` are taken from
    ``leads.csv`` and ``records.csv`` in `results`. Raises `InputError` when a file is
    missing or invalid, when an official run has other rules, has other words than
    `vocabulary` or does not follow from its seed, when two runs have the same seed, and
    when a submission is missing and was not withdrawn.

    Figures that are kept beside the rows of a run are used if the tables in `results`
    already have the lines that follow from these figures. All other figures are
    computed from the rows. With `recompute` all figures are computed from the rows.
    """
    # Figures that were kept in files may only confirm the tables: a line, a lead or a
    # prize that the tables do not have yet is computed from rows.
    folders = run_folders(results)
    paths = {path for kind in folders.values() for path in kind}
    present = {path.name for path in folders[SUBMISSION]}
    check_missing(results, present, read_withdrawn(results))
    sources = source_digests(vocabulary)
    computed: dict[Path, RunFigures] = {}
    fresh = paths if recompute else set[Path]()
    while True:
        board = _leaderboard(results, folders, vocabulary, sources, computed, fresh)
        changed = _changed_runs(board, results)
        fresh = {path for path in paths if path.name in changed} - computed.keys()
        if not fresh:
            return board


def _changed_runs(board: Leaderboard, results: Path) -> set[str]:
    """Return the names of the runs whose rows in the tables would change.

    A run is returned if a table of `board` has a row of the run, and the table in
    `results` does not have this row.
    """
    changed = set()
    for name, table in board.tables.items():
        file = results / name
        known = {*read_text(file).splitlines()} if file.exists() else {*()}
        lines = csv_text(table).splitlines()[1:]
        for row, line in zip(table, lines, strict=True):
            if line not in known:
                changed.add(str(row["run"]))
    return changed


def _leaderboard(
    results: Path,
    folders: Mapping[str, Sequence[Path]],
    vocabulary: Vocabulary,
    sources: dict[str, str],
    computed: dict[Path, RunFigures],
    fresh: Set[Path],
) -> Leaderboard:
    """Return the leaderboard of the tables and runs in `results`.

    `_find_figures` explains the other parameters.
    """
    published = _read_published(results / "published.csv")
    withdrawn = read_withdrawn(results)
    rounds = [gone.round for gone in withdrawn.values()]
    sharing = find_sharing(folders[SUBMISSION], rounds)
    figures = _find_figures(folders, vocabulary, sources, computed, fresh, sharing)
    official = [figures[path] for path in folders[MEASURED]]
    submissions = [figures[path] for path in folders[SUBMISSION]]
    # Each submission has to beat the lead before it, so the order matters.
    submissions.sort(key=lambda run: (run.sealed, run.folder))

    # A submission in `FORMER` without a folder keeps the leads and records that it has
    # in the files. The leads and records of all other submissions are computed again. A
    # withdrawn submission loses its leads and records.
    former = FORMER.keys() - {run.folder for run in submissions} - withdrawn.keys()
    lead_history = _history(results / LEADS, former)
    record_history = _history(results / RECORDS, former)
    numbers = {run.path: run.numbers for run in submissions}
    numbers |= {f"{WITHDRAWN}: {gone}": withdrawn[gone].numbers for gone in withdrawn}
    if lead_history or record_history:
        numbers |= {folder: FORMER[folder] for folder in former}
    _check_numbers(numbers)
    _check_seeds(submissions, withdrawn.keys())

    # Several runs of a file together may void scores that no single run voids.
    runs = [*official, *submissions]
    void = _void_together(runs)
    entered = _lines(submissions, void)
    lines = [*published, *_lines(official, void), *entered]
    lines.sort(key=_sort_key)

    drawn = {run.folder for run in submissions if not run.round}
    return Leaderboard(
        lines=[*lines, *_floor_lines(vocabulary)],
        leads=leads(published, entered, lead_history),
        records=records(published, entered, record_history),
        figures={
            (run.folder, entry.line.entry): entry
            for run in runs
            for entry in run.entries
        },
        next_numbers={
            name: next_number(numbers.values(), name) for name in PERCENTILES
        },
        computed=computed,
        sources=sources,
        withdrawn=withdrawn,
        without_beacon=drawn | former,
    )


def _history(path: Path, runs: Set[str]) -> list[Holder]:
    """Return the holders in the file `path` that have a run in `runs`.

    `path` is ``leads.csv`` or ``records.csv``, and `runs` has names of folders.
    """
    if not path.exists():
        return []
    return [holder for holder in read_history(path) if holder.run in runs]


def _find_figures(
    folders: Mapping[str, Sequence[Path]],
    vocabulary: Vocabulary,
    sources: dict[str, str],
    computed: dict[Path, RunFigures],
    fresh: Set[Path],
    sharing: Mapping[Path, int],
) -> dict[Path, RunFigures]:
    """Return the figures of all official runs, by folder.

    `folders` has the folders of the runs by kind. Figures that are already in
    `computed` are returned as they are. The figures of a folder in `fresh`, and of a
    folder without a valid file of figures, are computed from the rows and added to
    `computed`. All other figures are read from the file in the folder. `sources` is the
    result of `source_digests`. `run_figures` explains `sharing`.
    """
    paths = [*folders[MEASURED], *folders[SUBMISSION]]
    figures = dict(computed)
    for path in {*paths} - computed.keys() - fresh:
        if kept := read_figures(path, sources, sharing.get(path, 1)):
            figures[path] = kept

    # Several processes compute the figures, because a run takes seconds.
    missing = [path for path in paths if path not in figures]
    if missing:
        clue_matrix(vocabulary, Rule.LETTERWISE)  # cached here for all processes
        found = over_folders(run_figures, missing, vocabulary, sharing)
        computed.update(zip(missing, found, strict=True))
    return figures | computed


def _floor_lines(vocabulary: Vocabulary) -> list[Line]:
    """Return two lines of floors; a floor is a proved lower bound on budgets.

    The first line is for strategies that pay for two clues, the second line is for all
    strategies.
    """
    lines = []
    for floors, whose in ((two_clue_floor, " with two paid clues"), (floor, "")):
        columns = {
            name: ColumnFigures(score=floors(vocabulary, share))
            for name, share in PERCENTILES.items()
        }
        entry = f"what no strategy{whose} can beat"
        lines.append(Line(kind=FLOOR, entry=entry, columns=columns))
    return lines


def _read_published(path: Path) -> list[Line]:
    with RunError.at(f"cannot read {str(path)!r}: ", OSError, ValueError, csv.Error):
        rows = list(csv.DictReader(io.StringIO(read_text(path))))
        if not rows or "entry" not in rows[0]:
            raise RunError("", f"the fields entry, {', '.join(PERCENTILES)}")
        return [
            Line(kind=PUBLISHED, entry=row["entry"], columns=columns_from_csv(row))
            for row in rows
        ]


def _check_numbers(submissions: Mapping[str, Mapping[str, int]]) -> None:
    """Raise `SubmissionError` if a share of the error budget is used twice or skipped.

    `submissions` has, for each submission, its number in each of its rankings; the keys
    are names of submissions. The number of a submission determines the share of the
    error budget that it uses (see `contest.statistics.error_budget`).
    """
    before: dict[tuple[str, int], str] = {}
    for name, numbers in submissions.items():
        for column, number in numbers.items():
            if before.setdefault((column, number), name) != name:
                free = next_number(submissions.values(), column)
                raise SubmissionError(
                    f"{name!r} and another run are both submission {number} to "
                    f"{column}",
                    f"number {free}, the next free number",
                )

    # The numbers in each ranking must be 1, 2, 3 and so on, without a gap.
    places: Counter[str] = Counter()
    for column, number in sorted(before):
        places[column] += 1
        if number != places[column]:
            raise SubmissionError(
                f"submission {places[column]} to {column} is missing",
                f"its folder, or a line in {WITHDRAWN}",
            )


def _check_seeds(submissions: Sequence[RunFigures], withdrawn: Set[str]) -> None:
    """Raise `SubmissionError` unless an entry's submissions are numbered 1, 2, 3 etc.

    The seed of a submission depends on its number. If somebody could choose the number,
    they could choose the seed. `withdrawn` has the names of the folders of the
    withdrawn submissions; no other submission gets the numbers of these submissions.
    """
    # The name of a withdrawn submission's folder begins with the `submission_name` of
    # its entry.
    counts = Counter(run.name for run in submissions)
    counts += Counter(
        name for name in counts for folder in withdrawn if folder.startswith(name)
    )
    before: dict[tuple[str, int], RunFigures] = {}
    for run in submissions:
        if run.submission:
            is_first = before.setdefault((run.name, run.submission), run) is run
            suffix = f"-{run.submission}" if run.submission > 1 else ""
            is_first &= f"{run.name}{suffix}" not in withdrawn
            if not is_first or run.submission > counts[run.name]:
                raise SubmissionError(
                    f"{run.path!r} is submission {run.submission} of its entry",
                    f"each number from 1 to {counts[run.name]} once",
                )


@dataclass(frozen=True, slots=True)
class _FileEvidence:
    """E-values of the information test for the entries of one file in one run.

    `entries` is the number of these entries. `largest` is the largest e-value that any
    of these entries had after any game. `last` is the mean of their e-values after the
    last game.
    """

    entries: int
    largest: float
    last: float


def _void_together(runs: Iterable[RunFigures]) -> dict[str, str]:
    """Return why the scores of some files do not count.

    The keys are names of files and digests of files. A name is a key if the runs of all
    files with this name together prove that entries knew more than their clues. A
    digest is a key if the runs of all files with this digest together prove the same;
    these files may have different names.
    """
    # The runs of each file, in the order of their times.
    evidence_of: dict[str, list[_FileEvidence]] = {}
    for run in sorted(runs, key=lambda run: run.sealed):
        for file, evidence in _find_evidence(run).items():
            evidence_of.setdefault(file, []).append(evidence)

    void = {}
    for file, evidences in evidence_of.items():
        if why := _find_objection(evidences):
            void[file] = f"{why}, in all runs of this file together"
    return void


def _find_evidence(run: RunFigures) -> dict[str, _FileEvidence]:
    """Return the e-values of a run for each file that has entries in the run.

    Each file has two keys: its name and its digest. The entries of a file have the same
    secrets in a run, so their e-values may not be multiplied. But the mean of their
    e-values is an e-value.
    """
    # A run counts here even if its own information test has already voided its scores.
    # An entry does not count if its last e-value is 0. This value says that nothing
    # proves that the entry played the run (see `EntryFigures`).
    entries_of: dict[str, list[EntryFigures]] = {}
    for entry in run.entries:
        if entry.last_e_value:
            for file in _file_keys(entry):
                entries_of.setdefault(file, []).append(entry)
    return {
        file: _FileEvidence(
            entries=len(entries),
            largest=max(x.line.statistics["side_information"] for x in entries),
            last=math.fsum(x.last_e_value for x in entries) / len(entries),
        )
        for file, entries in entries_of.items()
    }


def _file_keys(entry: EntryFigures) -> tuple[str, str]:
    """Return the name and the digest of an entry's file."""
    return file_of(entry.line.entry), entry.source


def _find_objection(evidences: Sequence[_FileEvidence]) -> str:
    """Return why the runs of a file together void its scores, or an empty string.

    `evidences` has the e-values of each run, in the order of the times of the runs.
    Each run has a fresh seed, so that the product of e-values of different runs is an
    e-value.
    """
    # The first run has already been judged by itself, without the later runs.
    first, *later = evidences
    product = first.last
    for run in later:
        # The test may stop after any game of this run, so the largest e-value of this
        # run counts. Earlier runs count by their e-values after the last game.
        if why := refusal(product * run.largest, run.entries):
            return why
        product *= run.last
    return ""


def _lines(runs: Iterable[RunFigures], void: Mapping[str, str]) -> list[Line]:
    """Return a line for each run and each entry that has a score in the run.

    `void` says why the scores of some files do not count (see `_void_together`).
    """
    lines = []
    for run in runs:
        for entry in run.entries:
            line = entry.line
            reasons = [void[file] for file in _file_keys(entry) if file in void]
            if why := "".join(reasons[:1]):
                line = replace(line, refused=line.refused or why, columns={})
            lines.append(line)
    return lines


def _sort_key(line: Line) -> list[tuple[bool, float]]:
    """Return the sort key of a line: its scores in the rankings, p50 first.

    A score of NaN comes after all other scores.
    """
    scores = [line.columns[name].score for name in MEDIAN_FIRST]
    return [
        (math.isnan(score), 0.0 if math.isnan(score) else score) for score in scores
    ]
