"""The best of all openings, for the command that finds trees."""

from __future__ import annotations

import sys
from pathlib import Path

from commands.cli import RESULTS
from commands.terminal import show
from contest.runs.workers.pools import workers
from game.hard import Hard
from game.wording import counted
from game.words import Vocabulary
from solver.beam.lows import least_of_all
from solver.optimal.openings import OpeningsFile, Problem, judge_all
from solver.trees.objective import Objective

Fields = tuple[Vocabulary, Hard, int, Objective]
"""Fields of `Problem`: words, hard mode, most guesses and objective."""


def lower_bound(
    fields: Fields, path: Path | None, jobs: int | None, enough: int
) -> float:
    """Bound every opening, resuming after the last one on file."""
    file = _file(fields, path)
    with workers(jobs, "", ()) as count:
        return least_of_all(file, enough, count)


def _file(fields: Fields, path: Path | None) -> OpeningsFile:
    problem = Problem(*fields)
    path = path or RESULTS / f"openings-{problem.vocabulary.length}.csv"
    file = OpeningsFile(path, problem)
    sys.stderr.write(f"what is proved goes to {path}; it is resumed from there\n")
    return file


def best_opening(fields: Fields, path: Path | None, jobs: int | None) -> int:
    """Evaluate every opening, resuming after the last one on file."""
    vocabulary, _, _, aim = fields
    file = _file(fields, path)
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
