"""Records in ``results/``: the standing ones, and the folders of official runs."""

from __future__ import annotations

import csv
from pathlib import Path

from contest.leaderboard.figures import FOLDERS, SUBMISSION
from contest.leaderboard.standings import Holder, Leaderboard
from contest.runs.folder import RunError


def read_history(path: Path) -> list[Holder]:
    """Return all records, past and present, the oldest first, from ``records.csv``.

    Raises
    ------
    RunError
        When the file cannot be read or is not what `write` writes.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [
                Holder(
                    *(row["column"], float(row["record"])),
                    *(row["entry"], row["kind"], row["run"], row["date"]),
                    *(float(row["target"] or "nan"), int(row["games"])),
                )
                for row in csv.DictReader(file)
            ]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise RunError(
            f"cannot read {str(path)!r} ({error}): expected what "
            "evaluate.py leaderboard writes"
        ) from None


def read_standing(path: Path) -> dict[str, Holder]:
    """Return the record of each column that has one; raise what `read_history` does."""
    return Leaderboard([], read_history(path)).standing()


def official(results: Path) -> list[Path]:
    """Return the folders of the official runs and submissions, in the order of names.

    Raises
    ------
    RunError
        When there is none.
    """
    found = [path for name in FOLDERS.values() for path in _runs(results / name)]
    if not found:
        raise RunError(
            f"no official run in {str(results)!r}: expected the folders of some runs"
        )
    return sorted(found)


def submitted(results: Path) -> list[Path]:
    """Return the folders of the submissions, with those that are not over."""
    return _runs(results / FOLDERS[SUBMISSION])


def _runs(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob("*/run.json"))
