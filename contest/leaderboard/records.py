"""Files in ``results/``: the tables of lines, of leads and of records, and the runs."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import Annotated

import msgspec

from contest.entries.home import STANDINGS
from contest.leaderboard.folders import FOLDERS, run_folders
from contest.leaderboard.leads import Holder, last_holders, next_lead
from contest.leaderboard.lines import FLOOR, SUBMISSION, Line, from_csv
from contest.leaderboard.submission import SubmissionError
from contest.runs.facts import RunError
from contest.runs.folder import RunFolder
from contest.statistics.error_budget import errors_of
from contest.statistics.quantiles import PERCENTILES
from game.files import read_text
from game.text.formats import is_visible, number

LINES = "leaderboard.csv"
LEADS = "leads.csv"
RECORDS = "records.csv"
"""Names of the three tables in the results; ``evaluate.py leaderboard`` writes them."""

WITHDRAWN = "withdrawn.csv"
"""Name of the table of withdrawn submissions in the results; people edit this table."""

FORMER = {
    "quantile-0282409e": {"p05": 1, "p50": 1, "p95": 1},
    "quantile-b26da596": {"p05": 2, "p50": 2, "p95": 2},
    "quantile-d55a1cf0": {"p05": 3, "p50": 3, "p95": 3},
    "quantile-5ba26621": {"p50": 4},
    "two_ahead-cfcd10a9": {"p95": 4},
    "two_ahead-d30d8bbc": {"p95": 5},
    "two_ahead-2ad1de3a": {"p95": 6},
}
"""Submissions whose folders were removed before ``withdrawn.csv`` existed.

The keys are the names of the folders. For each folder there are the numbers of the
submission: for each of its rankings, its number among all submissions to the ranking.
No submission is ever added to this table. The leads and records of these submissions
stand as they were recorded.
"""

_Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
_Number = Annotated[int, msgspec.Meta(ge=1)]


def read_lines(path: Path) -> list[Line]:
    """Return the lines of ``leaderboard.csv``.

    Raises `RunError` when the file is not what ``evaluate.py leaderboard`` writes.
    """
    rows = _rows(path)
    try:
        lines = [from_csv(row) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise _unread(path, error) from None

    # The floors are the last lines, so a file without floors was cut short.
    if not lines or lines[-1].kind != FLOOR:
        raise _unread(path, "the lines of the floors are missing")
    return lines


def read_history(path: Path) -> list[Holder]:
    """Return all leads or records, past and present, the oldest first.

    `path` is ``leads.csv`` or ``records.csv``. Raises `RunError` as `read_lines` does.
    """
    rows = _rows(path)
    try:
        return [
            msgspec.convert(
                row | {"target": row["target"] or "nan"}, Holder, strict=False
            )
            for row in rows
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise _unread(path, error) from None


def read_standing(path: Path) -> dict[str, Holder]:
    """Return the present holder of each ranking; the keys are the rankings' names.

    `path` is ``leads.csv`` or ``records.csv``. Raises `RunError` as `read_lines` does.
    """
    return last_holders(read_history(path))


def read_targets() -> dict[str, float]:
    """Return, for each ranking, the largest budget that would take the lead now.

    The budgets are in nats.
    """
    standing = read_standing(STANDINGS / LEADS)
    return {name: next_lead(holder.budget) for name, holder in standing.items()}


def leads_sentence(holders: Iterable[Holder]) -> str:
    """Return the leads and their holders in one sentence.

    Examples
    --------
    >>> lead = Holder(column="p50", budget=36.9, entry="a", kind="published")
    >>> print(leads_sentence([lead]))
    The leads: 50 % of games won within 36.9 nats (published).
    """
    parts = [
        f"{100 * PERCENTILES[holder.column]:g} % of games won within "
        f"{number(holder.budget)} nats "
        f"({holder.entry.partition(':')[0] if holder.run else holder.kind})"
        for holder in holders
    ]
    return f"The leads: {', '.join(parts)}."


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        return list(csv.DictReader(io.StringIO(read_text(path))))
    except (OSError, ValueError, csv.Error) as error:
        raise _unread(path, error) from None


def _unread(path: Path, why: object) -> RunError:
    return RunError(
        f"cannot read {str(path)!r} ({why})",
        "the file that evaluate.py leaderboard writes",
    )


def official_folders(results: Path) -> list[Path]:
    """Return the folders of all official runs in `results`, sorted by path.

    Submissions are official runs, too. Raises `RunError` when there is no official run.
    """
    paths = [path for paths in run_folders(results).values() for path in paths]
    paths = [path for path in paths if (path / "run.json").exists()]
    if not paths:
        raise RunError(
            f"no official run in {str(results)!r}",
            "the folder of a run in official/ or submissions/",
        )
    return sorted(paths)


class Withdrawn(msgspec.Struct, frozen=True, kw_only=True):
    """A submission that was withdrawn, and the person who asked for the withdrawal.

    `folder` was the name of the submission's folder, and `date` is the day of the
    withdrawal. `numbers` has the number of the submission in each of its rankings; no
    later submission gets these numbers. `round` is the number of the beacon's round, or
    0 if the submission had no beacon.
    """

    folder: Annotated[str, msgspec.Meta(pattern=r"^\w[\w.-]*$")]
    date: datetime.date
    reason: _Text
    asked_by: _Text
    numbers: Annotated[dict[str, _Number], msgspec.Meta(min_length=1)]
    round: Annotated[int, msgspec.Meta(ge=0)] = 0


def read_withdrawn(results: Path) -> dict[str, Withdrawn]:
    """Return the withdrawn submissions, in the order of ``withdrawn.csv``.

    The keys are the names of the folders. The result is empty if there is no file
    ``withdrawn.csv``. Raises `RunError` if the file is invalid.
    """
    path = results / WITHDRAWN
    if not path.exists():
        return {}
    withdrawn: dict[str, Withdrawn] = {}
    line = 1
    try:
        reader = csv.DictReader(io.StringIO(read_text(path)))
        for row in reader:
            line = reader.line_num
            found = _from_csv(row)
            if withdrawn.setdefault(found.folder, found) is not found:
                raise ValueError(f"a second line for {found.folder!r}")
    except (OSError, ValueError, csv.Error) as error:
        fields = ("folder", "date", "reason", "asked_by", *PERCENTILES, "round")
        raise RunError(
            f"{str(path)!r}, line {line}: {error}", f"the fields {', '.join(fields)}"
        ) from None
    return withdrawn


def _from_csv(row: Mapping[str, object]) -> Withdrawn:
    """Return the withdrawn submission in a row of ``withdrawn.csv``.

    Raises `ValueError` if a cell is invalid.
    """
    # Pages and terminals show these texts, so no character may be invisible.
    if not all(is_visible(cell) for cell in row.values() if isinstance(cell, str)):
        raise ValueError("an invisible character")
    numbers = {name: row[name] for name in PERCENTILES if row.get(name)}
    texts = {n: cell for n, cell in row.items() if isinstance(cell, str) and cell}
    return msgspec.convert(texts | {"numbers": numbers}, Withdrawn, strict=False)


def submission_numbers(results: Path) -> list[dict[str, int]]:
    """Return, for each submission, its number in each of its rankings.

    The submissions to a ranking are numbered from 1. The result includes unfinished
    submissions and withdrawn submissions.
    """
    paths = run_folders(results)[SUBMISSION]
    present = [
        RunFolder(path).open().facts.numbers or {}
        for path in paths
        if (path / "run.json").exists()
    ]
    return present + [gone.numbers for gone in read_withdrawn(results).values()]


def check_missing(
    results: Path, present: Set[str], withdrawn: Mapping[str, Withdrawn]
) -> None:
    """Raise `SubmissionError` if a submission is missing but was not withdrawn.

    A submission is missing if a table in `results` has a row of the submission, but the
    folder of the submission does not exist. The error is also raised if the folder of a
    withdrawn submission exists, or if a table contradicts the numbers that
    ``withdrawn.csv`` states for a submission. `present` has the names of the
    submissions' folders that exist. `withdrawn` has the withdrawn submissions; its keys
    are the names of their folders.
    """
    table = str(results / WITHDRAWN)
    if twice := sorted(present & withdrawn.keys()):
        raise SubmissionError(
            f"{table!r} says that {twice[0]!r} was withdrawn, but its folder exists",
            "no folder of a withdrawn submission",
        )

    # A submission needs a folder or a line in ``withdrawn.csv``, unless it is in
    # `FORMER`.
    known = present | withdrawn.keys() | FORMER.keys()
    for path in (results / name for name in (LINES, LEADS, RECORDS)):
        rows = _rows(path) if path.exists() else []
        for row in rows:
            run = row.get("run", "")
            if row.get("kind") == SUBMISSION and run not in known:
                raise SubmissionError(
                    f"submission {run!r}, which {str(path)!r} names, is missing",
                    f"its folder, or a line in {table!r}",
                )
            if run in withdrawn:
                _check_shares(row, withdrawn[run], table)


def _check_shares(row: Mapping[str, str], gone: Withdrawn, table: str) -> None:
    """Raise `SubmissionError` if a row contradicts the numbers in ``withdrawn.csv``.

    `row` is a row of the withdrawn submission `gone` in a table of the leaderboard. The
    shares of the error budget in this row must follow from the numbers of the
    submission. `table` is the path of ``withdrawn.csv``.
    """
    shares = {name: row.get(f"{name}_error_share", "") for name in PERCENTILES}
    shares = {name: cell for name, cell in shares.items() if cell not in ("", "0")}
    stated = {name: number(share) for name, share in errors_of(gone.numbers).items()}
    # A row of a lead, of a record or of a void run has no shares of the error budget.
    if shares and shares != stated:
        raise SubmissionError(
            f"{table!r} has {gone.numbers} as the numbers of {gone.folder!r}",
            "the numbers in the run.json of this submission",
        )


def submissions_of(name: str, results: Path) -> list[Path]:
    """Return the folders of an entry's submissions, the first submission first.

    The last folder in the list does not exist yet: it is for the next submission.
    `name` is the entry's `submission_name`, which is the name of the first folder. A
    withdrawn submission is in the list, although its folder does not exist.
    """
    folder = results / FOLDERS[SUBMISSION]
    paths = [folder / name]
    # Numbers have no gaps, so the next submission gets the first free name. A withdrawn
    # submission has no folder, but its name is not free.
    withdrawn = read_withdrawn(results)
    while paths[-1].exists() or paths[-1].name in withdrawn:
        paths.append(folder / f"{name}-{len(paths) + 1}")
    return paths
