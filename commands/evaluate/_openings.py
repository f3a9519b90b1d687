"""The best of all openings, for the command that finds trees."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from commands.terminal import show
from contest.runs.workers.pools import workers
from game.hard import Hard
from game.text.formats import counted
from game.words import Vocabulary
from solver.beam.lows import least_of_all
from solver.matrix.cache import cache_folder
from solver.optimal.openings import OpeningsFile, Problem, judge_all
from solver.trees.objective import Objective

Fields = tuple[Vocabulary, Hard, int, Objective]
"""Fields of `Problem`: words, hard mode, most guesses and objective."""


def lower_bound(
    fields: Fields, path: Path | None, jobs: int | None, enough: int
) -> float:
    """Bound every opening, resuming after the last one on file."""
    file = _file(fields, path, "bounds")
    with workers(jobs, "", ()) as count:
        return least_of_all(file, enough, count)


def _file(fields: Fields, path: Path | None, name: str) -> OpeningsFile:
    """Return the record: by default a file of this problem alone, to be resumed."""
    problem = Problem(*fields)
    digest = hashlib.sha256(str(problem).encode()).hexdigest()[:12]
    path = path or cache_folder() / f"{name}-{digest}.csv"
    file = OpeningsFile(path, problem)
    sys.stderr.write(f"what is proved goes to {path}; it is resumed from there\n")
    return file


def best_opening(fields: Fields, path: Path | None, jobs: int | None) -> int:
    """Evaluate every opening, resuming after the last one on file."""
    vocabulary, _, _, aim = fields
    file = _file(fields, path, "openings")
    with workers(jobs, "", ()) as count:
        best = judge_all(file, count)
    equal = [
        found.opening.upper()
        for found in file.judged.values()
        if found.exact and found.guesses == best.guesses
    ]
    show(
        f"{', '.join(equal)}: {aim.result(best.guesses, vocabulary)}; each of the "
        f"other {counted(len(file.judged) - len(equal), 'opening')} does worse."
    )
    return 0
