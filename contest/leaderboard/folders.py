"""Work on the folders of official runs, on every processor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from joblib import delayed
from tqdm import tqdm

from contest.runs.folder import rows_path
from contest.runs.workers.pools import without_interrupts, workers
from solver.numeric.parallel import results_of

Result = TypeVar("Result")

# Bytes of compressed rows, which take longer to read than processes to start.
_WORTH = 1 << 19


def over_folders(
    function: Callable[..., Result], folders: Sequence[Path], *others: object
) -> list[Result]:
    """Return what a function of a folder and of the other arguments returns for each.

    The function is of a module and the arguments can be pickled, so that another
    process can call it.
    """
    files = map(rows_path, folders)
    size = sum(file.stat().st_size for file in files if file.is_file())
    alone = len(folders) == 1 or size < _WORTH
    bar = tqdm(folders, "official runs", leave=False, disable=None)
    with ExitStack() as end:
        jobs = end.enter_context(workers(1 if alone else None, "", files=()))
        tasks = (delayed(function)(path, *others) for path in bar)
        with without_interrupts():  # workers that start would print tracebacks
            results = end.enter_context(results_of(tasks, jobs))
        return list(results)
