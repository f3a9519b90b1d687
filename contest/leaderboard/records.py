"""Files in ``results/``: tables of lines, leads and records, and folders of runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import msgspec

from contest.entries.home import STANDINGS
from contest.leaderboard.folders import FOLDERS, run_folders
from contest.leaderboard.leads import Holder, last_holders, next_lead
from contest.leaderboard.lines import FLOOR, SUBMISSION, Line, from_csv
from contest.runs.facts import RunError
from contest.statistics.quantiles import PERCENTILES
from game.files import read_text
from game.text.formats import number

LINES = "leaderboard.csv"
LEADS = "leads.csv"
RECORDS = "records.csv"
"""Files that ``evaluate.py leaderboard`` writes."""


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
        raise _unread(path, "no line of floors")
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
    """Return the present holder in each ranking.

    `path` is ``leads.csv`` or ``records.csv``. Raises `RunError` as `read_lines` does.
    """
    return last_holders(read_history(path))


def read_targets() -> dict[str, float]:
    """Return, by ranking, the largest budget that takes the lead."""
    standing = read_standing(STANDINGS / LEADS)
    return {name: next_lead(holder.budget) for name, holder in standing.items()}


def leads_sentence(holders: Iterable[Holder]) -> str:
    """Return the leads and their holders in one sentence.

    Examples
    --------
    >>> lead = Holder(column="p50", budget=36.9, entry="a", kind="published")
    >>> print(leads_sentence([lead]))
    The leads: 36.9 wins 50 % of games (published).
    """
    parts = [
        f"{number(holder.budget)} wins {100 * PERCENTILES[holder.column]:g} % of games "
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
        f"cannot read {str(path)!r} ({why})", "what evaluate.py leaderboard writes"
    )


def official_folders(results: Path) -> list[Path]:
    """Return the folders of the official runs and submissions, in the order of names.

    Raises `RunError` when there is no such run.
    """
    paths = [path for paths in run_folders(results).values() for path in paths]
    paths = [path for path in paths if (path / "run.json").exists()]
    if not paths:
        raise RunError(
            f"no official run in {str(results)!r}", "the folders of some runs"
        )
    return sorted(paths)


def submission_folders(results: Path) -> list[Path]:
    """Return the folders of all submissions, including unfinished submissions."""
    paths = run_folders(results)[SUBMISSION]
    return [path for path in paths if (path / "run.json").exists()]


def submissions_of(name: str, results: Path) -> list[Path]:
    """Return the folders of an entry's submissions, and the folder of the next one.

    The folder of the next submission is the last one. `name` is the entry's
    `submission_name`, which is the name of the first folder.
    """
    folder = results / FOLDERS[SUBMISSION]
    paths = [folder / name]
    # Numbers have no gaps, so that the first free name is that of the next submission.
    while paths[-1].exists():
        paths.append(folder / f"{name}-{len(paths) + 1}")
    return paths
