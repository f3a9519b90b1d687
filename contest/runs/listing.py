"""Runs in a folder, by the time of their last game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from contest.runs.facts import RunError, RunFacts
from contest.runs.folder import RunFolder
from game.errors import InputError


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run of a folder, without its games.

    `written` is the time of its last game, in seconds since 1970.
    """

    path: Path
    written: float
    facts: RunFacts
    games: int

    @property
    def date(self) -> str:
        """Time of the last game, in local time, to the minute."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.written))


def find_runs(folder: Path) -> list[Path]:
    """Return the folders of the runs in a folder, the latest first."""
    paths = []
    for file in folder.glob("*/run.json"):
        try:
            paths.append((file.stat().st_mtime, file.parent))
        except OSError:  # it has just gone
            continue
    return [path for _, path in sorted(paths, reverse=True)]


def find_last_run(folder: Path) -> Path:
    """Return the folder of the latest run in a folder; `RunError` without one."""
    paths = find_runs(folder)
    if not paths:
        raise RunError(
            f"no run in {str(folder)!r}: expected one, which evaluate.py makes"
        )
    return paths[0]


def read_runs(folder: Path) -> tuple[list[ListedRun], list[str]]:
    """Return the runs in a folder, the latest first, and why others cannot be read."""
    runs = []
    faults = []
    for path in find_runs(folder):
        try:
            written = (path / "run.json").stat().st_mtime
            run = RunFolder(path).open()
            runs.append(ListedRun(path, written, run.facts, run.folder.count()))
        except (InputError, OSError) as error:
            faults.append(str(error))
    return runs, faults
