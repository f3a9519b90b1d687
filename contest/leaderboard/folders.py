"""Folders of official runs, and work on them on every processor."""

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

# Bytes of compressed rows, which take longer to read than processes to start.
_WORTH = 1 << 19


FOLDERS = {MEASURED: "official", SUBMISSION: "submissions"}
"""Folders of the official runs in the results, by kind."""


def run_folders(results: Path) -> dict[str, list[Path]]:
    """Return the folders of the official runs by kind, in the order of names.

    Raises `SubmissionError` for a name that tables could not show, for a link, which
    could lead anywhere, and for a run that is there twice.
    """
    base = real_path(results)
    seeds = dict[str, Path]()
    paths = {k: sorted((results / name).glob("*/")) for k, name in FOLDERS.items()}

    # Names come from other people, and are written to tables and addresses.
    for kind, folder in ((k, path) for k in paths for path in paths[k]):
        if not re.fullmatch(r"\w[\w.-]*", folder.name):
            raise SubmissionError(
                f"folder {str(folder)!r}", "a name of letters, digits, '.', '_' and '-'"
            )
        if real_path(folder) != base / FOLDERS[kind] / folder.name:
            raise SubmissionError(f"{str(folder)!r} is a link", "a folder")
        check_links(folder)
        # Two runs of one seed have the same games: the second could know them.
        if (folder / "run.json").exists():
            owner = seeds.setdefault(RunFolder(folder).open().facts.seed, folder)
            if owner is not folder:
                raise SubmissionError(
                    f"{str(folder)!r} has the seed of {str(owner)!r}", "a fresh one"
                )
    return paths


def over_folders(
    function: Callable[..., Result], folders: Sequence[Path], *others: object
) -> list[Result]:
    """Return what a function of a folder and of the other arguments returns for each.

    The function is of a module and the arguments can be pickled, so that another
    process can call it.
    """
    from contest.runs.workers.pools import workers  # joblib is slow to import

    files = map(rows_path, folders)
    count = len(folders)
    size = sum(file.stat().st_size for file in files if file.is_file())

    # Small results are read faster in this process than by workers that must start.
    alone = count == 1 or size < _WORTH
    with ExitStack() as end:
        jobs = end.enter_context(workers(1 if alone else None, "", files=()))
        tasks = ((path, *others) for path in folders)
        with without_interrupts():  # workers that start would print tracebacks
            results = end.enter_context(results_of(function, tasks, jobs))
        bar = tqdm(results, "official runs", count, leave=False, disable=None)
        return list(bar)
