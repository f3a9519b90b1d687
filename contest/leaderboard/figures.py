"""Figures that the leaderboard takes from an official run after verifying the run."""

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
    """Figures of an entry in an official run.

    `line` is the line of the entry on the leaderboard, judged by this run alone.
    `source` is the digest of the entry's file. `steps` has three arrays, as
    `WinCurve.steps` returns them: budgets in nats, the chance to win within each
    budget, and the standard error of each chance. `last_e_value` is the e-value of the
    information test after the last game, or 0 if nothing proves that this entry played
    the run. A run without this proof must not void the scores of the entry's author.
    """

    line: Line
    source: str
    steps: tuple[Floats, ...]
    last_e_value: float


@dataclass(frozen=True, eq=False, slots=True)
class RunFigures:
    """Figures of a verified official run.

    Parameters
    ----------
    path : str
        The folder in the results, like ``submissions/name``.
    sealed : str
        The time when the run was sealed, in UTC.
    numbers : dict
        The number of the submission in each of its rankings, as in ``run.json``.
    entries : list of EntryFigures
        The entries that have a score.
    name : str
        The `submission_name` of the entry; empty if the run is not a submission.
    round, submission : int
        The number of the beacon's round, and the number of the submission among the
        submissions of this entry. Both are 0 if the run has no beacon.
    sharing : int
        The number of submissions that share the risk of a wrong lead with this run,
        including this run (see `contest.leaderboard.seeds.find_sharing`).
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
        """Name of the run's folder."""
        return self.path.rpartition("/")[2]


def run_figures(
    path: Path, vocabulary: Vocabulary, sharing: Mapping[Path, int] | None = None
) -> RunFigures:
    """Verify an official run and compute its figures.

    `sharing` maps the folder of a submission to the number of submissions that share
    the risk of a wrong lead. The number is 1 for a folder that is not in `sharing`.
    Raises `InputError` when the run is invalid or does not follow from its seed.
    """
    # A run of another game or with wrong clues is refused before its figures are
    # computed.
    submission = read(path, vocabulary)
    if (mode := submission.facts.setting.mode) is not Mode.WORDPL:
        raise SubmissionError(
            f"{str(path)!r} has games of {mode}", f"games of {Mode.WORDPL}"
        )
    check_beacon(submission)
    check_replay(submission)
    shared = (sharing or {}).get(path, 1)
    # Only a submission must have a single entry, as `recorded_name` expects.
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
    """Return whether a run is a submission, which can take a lead or a record."""
    return submission.path.parent.name == FOLDERS[SUBMISSION]


def _entry_figures(
    submission: Submission, name: str, summary: Summary, entries: int, lead_error: float
) -> EntryFigures:
    """Return the figures of one entry of a verified run.

    `name` is the present name of the entry, and `summary` has its games. `entries` is
    the number of entries of the run. `lead_error` is the largest probability that the
    budget that is certified for a lead is too small.
    """
    # Only submissions have a share of the error budget and can certify a record.
    facts = submission.facts
    games = summary.games
    entered = _is_entered(submission)
    objection = objection_to_record(submission) if entered else ""
    errors = errors_of(facts.numbers or {}) if entered else {}
    columns = {
        column: _certify(games, column, figures, lead_error, errors)
        for column, figures in summary.columns.items()
    }

    # If the entry knows more than its clues, posteriors are not chances to win. All
    # figures are computed from posteriors, so all figures are void.
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
    """Return the AUTHOR that the file of a recorded entry states, or an empty string.

    `text` is the recorded name of the entry. `sources` has the texts of the recorded
    files; the keys are the names of the files. The returned string is empty if the file
    states no AUTHOR. It is also empty if the file was so long that only its digest was
    recorded.
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
    """Return the figures of one ranking, with the budgets that the games certify.

    `figures` are the figures without these budgets. The field `certified` of the result
    is a budget that is too small with a probability of at most `lead_error`. For a
    submission, `errors` maps each ranking of the submission to the submission's share
    of the error budget. Then the field `record` of the result is a budget that is too
    small with a probability of at most this share. For any other run `errors` is empty,
    and `record` stays NaN.
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

    # A ranking that the submission is not for has the share 0, and a test with an error
    # of 0 certifies no budget.
    share = errors.get(column, 0.0)
    return replace(figures, error_share=share, record=games.certified(column, share))
