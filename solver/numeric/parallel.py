"""Results of joblib's tasks, taken one by one."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from joblib import Parallel


@contextmanager
def results_of(
    tasks: Iterable[Any], jobs: int, ordered: bool = True
) -> Iterator[Iterator[Any]]:
    """Run joblib's tasks; yield an iterator over their results.

    The results come in the order of the tasks or, if not `ordered`, as soon as each is
    there. What has not been taken at the end of the block is discarded.
    """
    return_as = "generator" if ordered else "generator_unordered"
    results: Any = Parallel(n_jobs=jobs, return_as=return_as, batch_size=1)(tasks)
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            # joblib warns about results that are discarded.
            warnings.simplefilter("ignore", UserWarning)
            results.close()
