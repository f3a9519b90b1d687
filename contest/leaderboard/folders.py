"""Folders of official runs, and a function that works on several folders at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

from contest.leaderboard.lines import MEASURED, SUBMISSION
from contest.leaderboard.submission import SubmissionError
from contest.runs.folder import RunFolder, check_links
from contest.runs.rows import rows_path
from contest.sandbox.confinement.unix import without_interrupts
from game.files import real_path
from solver.numeric.parallel import results_of

Result = TypeVar("Result")

# Size of the rows of all folders, in bytes. From this size on, several processes read
# the rows faster than one process, although they need time to start.
_WORTH = 1 << 19


FOLDERS = {MEASURED: "official", SUBMISSION: "submissions"}
"""For each kind of official run, the name of its folder in ``results/``."""


def run_folders(results: Path) -> dict[str, list[Path]]:
    """Return, for each kind of official run, the folders of the runs, sorted by name.

    The kinds are the keys of `FOLDERS`: submissions, and runs that are no submissions.
    Raises `SubmissionError` if tables cannot show the name of a folder, if a folder is
    a link or contains a link, or if two runs have the same seed. (A link could lead to
    any file.)
    """
    base = real_path(results)
    seeds = dict[str, Path]()
    paths = {k: sorted((results / name).glob("*/")) for k, name in FOLDERS.items()}

    # Tables and addresses of pages contain the names of folders, and anybody may choose
    # the name of a folder.
    for kind, folder in ((k, path) for k in paths for path in paths[k]):
        if not re.fullmatch(r"\w[\w.-]*", folder.name):
            raise SubmissionError(
                f"folder {str(folder)!r}", "a name of letters, digits, '.', '_' and '-'"
            )
        if real_path(folder) != base / FOLDERS[kind] / folder.name:
            raise SubmissionError(f"{str(folder)!r} is a link", "a folder")
        check_links(folder)
        # Two runs with the same seed have the same secrets, so the second run could
        # know them.
        if (folder / "run.json").exists():
            owner = seeds.setdefault(RunFolder(folder).open().facts.seed, folder)
            if owner is not folder:
                raise SubmissionError(
                    f"{str(folder)!r} has the seed of {str(owner)!r}",
                    "a seed that no other run has",
                )
    return paths


def over_folders(
    function: Callable[..., Result], folders: Sequence[Path], *others: object
) -> list[Result]:
    """Return the results of a function for all folders, in order.

    The function gets a folder and the `others` as arguments. The function must be at
    the top level of a module, and the arguments must be picklable, because other
    processes may call the function.
    """
    from contest.runs.workers.pools import workers  # joblib is slow to import

    files = map(rows_path, folders)
    count = len(folders)
    size = sum(file.stat().st_size for file in files if file.is_file())

    # Few rows are read faster in this process than by workers that must start first.
    alone = count == 1 or size < _WORTH
    with ExitStack() as end:
        jobs = end.enter_context(workers(1 if alone else None, "", files=()))
        tasks = ((path, *others) for path in folders)
        with without_interrupts():  # an interrupted start would print a traceback
            results = end.enter_context(results_of(function, tasks, jobs))
        bar = tqdm(results, "official runs", count, leave=False, disable=None)
        return list(bar)
