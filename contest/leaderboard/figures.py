"""Figures of an official run: what the leaderboard takes from it once verified."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from contest.entries.digests import DIGEST_ALONE
from contest.entries.strategy_file import StrategyFile
from contest.leaderboard.folders import FOLDERS
from contest.leaderboard.lines import MEASURED, SUBMISSION, Line
from contest.leaderboard.names import file_stem
from contest.leaderboard.seeds import check_beacon, source_of
from contest.leaderboard.submission import (
    Submission,
    SubmissionError,
    read,
    recorded_name,
)
from contest.leaderboard.verification import check_replay, objection_to_record
from contest.statistics.error_budget import errors_of
from contest.statistics.evalues import ERROR
from contest.statistics.games import Games, group_by_entry
from contest.statistics.summary import ColumnFigures, Summary
from game.arrays import Floats
from game.protocol import Mode
from game.words import Vocabulary


@dataclass(frozen=True, eq=False, slots=True)
class EntryFigures:
    """Figures of an entry of an official run.

    `line` is its line of the leaderboard, judged by this run alone. `steps` are the
    budgets, chances and errors that `WinCurve.steps` returns. `last_e_value` is the
    e-value of the information test after the last game: 0 if nothing proves that this
    entry played the run, as nobody is to void the scores of another author. `source` is
    the digest of the entry's file.
    """

    line: Line
    source: str
    steps: tuple[Floats, ...]
    last_e_value: float


@dataclass(frozen=True, eq=False, slots=True)
class RunFigures:
    """Figures of an official run whose rows follow from its seed.

    `path` is its folder in the results, like ``submissions/name``. `sealed` is the time
    of writing, in UTC; `numbers` are as in ``run.json``. `entries` are those that have
    a score. Of a run with a beacon, `round` is the number of the beacon's round and
    `submission` the number among the submissions of the entry called `name`; else both
    are 0. The error of a lead was divided by `sharing`.
    """

    path: str
    sealed: str
    numbers: dict[str, int]
    entries: list[EntryFigures]
    name: str
    round: int
    submission: int
    sharing: int

    @property
    def folder(self) -> str:
        """Name of its folder."""
        return self.path.rpartition("/")[2]


def run_figures(
    path: Path, vocabulary: Vocabulary, sharing: Mapping[Path, int] | None = None
) -> RunFigures:
    """Verify an official run and compute its figures.

    `sharing` has the number of submissions among which the error of a lead is shared,
    by folder, and 1 for others. Raises `InputError` when the run is invalid or does not
    follow from its seed.
    """
    # Other games, or other clues, are refused before figures are computed.
    submission = read(path, vocabulary)
    if (mode := submission.facts.setting.mode) is not Mode.WORDPL:
        raise SubmissionError(f"{str(path)!r} is of {mode}", Mode.WORDPL)
    check_beacon(submission)
    check_replay(submission)
    shared = (sharing or {}).get(path, 1)
    # A submission has one entry.
    name = recorded_name(submission) if _is_entered(submission) else ""
    facts = submission.facts

    played = zip(submission.rows, submission.games, strict=True)
    games_of = group_by_entry(played, facts.setting)
    names = submission.names
    return RunFigures(
        path=f"{path.parent.name}/{path.name}",
        sealed=submission.sealed,
        numbers=facts.numbers or {},
        entries=[
            _entry_figures(
                submission,
                names[text],
                Summary(text, games),
                len(games_of),
                ERROR / shared,
            )
            for text, games in games_of.items()
        ],
        name=name,
        round=facts.beacon.round if facts.beacon else 0,
        submission=facts.beacon.submission if facts.beacon else 0,
        sharing=shared,
    )


def _is_entered(submission: Submission) -> bool:
    """Return whether a run is among the submissions, which can take a record."""
    return submission.path.parent.name == FOLDERS[SUBMISSION]


def _entry_figures(
    submission: Submission, name: str, summary: Summary, entries: int, lead_error: float
) -> EntryFigures:
    """Return the figures of one of the `entries` of a verified run, by its name now.

    A lead that the run certifies may err with a probability of `lead_error`.
    """
    # Only submissions have a part of the error budget, and so a record to certify.
    facts = submission.facts
    games = summary.games
    entered = _is_entered(submission)
    objection = objection_to_record(submission) if entered else ""
    errors = errors_of(facts.numbers or {}) if entered else {}
    columns = {
        column: _certify(games, column, figures, lead_error, errors)
        for column, figures in summary.columns.items()
    }

    # Knowledge beyond the clues voids every figure: all of them rest on posteriors,
    # which then are not the chances to win.
    if refused := summary.objection(entries):
        columns = {}
    line = Line(
        kind=SUBMISSION if entered else MEASURED,
        entry=name,
        call=facts.calls.get(summary.entry, ""),
        author=_author(summary.entry, submission.sources),
        run=submission.path.name,
        date=submission.sealed[:10],
        refused=refused or objection,
        statistics=summary.filed,
        columns=columns,
    )
    return EntryFigures(
        line=line,
        source=source_of(summary.entry, submission.sources),
        steps=games.curve.steps(),
        last_e_value=0.0 if objection else float(games.side_information[-1]),
    )


def _author(text: str, sources: Mapping[str, str]) -> str:
    """Return the author whom the file of a recorded entry named, or nothing.

    Nothing, too, where the run has the digest of the file alone, as it was too long.
    """
    name = f"{file_stem(text, sources)}.py"
    source = sources.get(name, DIGEST_ALONE)
    if source.startswith(DIGEST_ALONE):
        return ""
    return StrategyFile.parse(name, source).author


def _certify(
    games: Games,
    column: str,
    figures: ColumnFigures,
    lead_error: float,
    errors: Mapping[str, float],
) -> ColumnFigures:
    """Return the figures of a column with the budget that is certified.

    It errs with a probability of at most `lead_error`. Of a submission, whose `errors`
    are by column, also with its share of error and the budget that is certified with
    that.
    """
    certified = games.certified(column, lead_error)
    chance, error = games.curve.at(certified)
    figures = replace(
        figures,
        certified=certified,
        certified_chance=chance,
        certified_error=error,
    )
    if not errors:
        return figures

    # A record may err only by the share of its submission in the error budget.
    share = errors.get(column, 0.0)  # with which nothing is certified
    return replace(figures, error_share=share, record=games.certified(column, share))
