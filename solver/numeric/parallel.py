"""Results of a function that workers of joblib call, taken one by one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

_Result = TypeVar("_Result")


@contextmanager
def results_of(
    function: Callable[..., _Result],
    tasks: Iterable[tuple[Any, ...]],
    jobs: int,
    ordered: bool = True,
) -> Iterator[Iterator[_Result]]:
    """Call a function with the arguments of each task; yield an iterator over results.

    The results come in the order of the tasks or, if not `ordered`, as soon as each is
    there. What has not been taken at the end of the block is discarded.
    """
    from joblib import Parallel, delayed  # slow to import, and most commands need none

    return_as = "generator" if ordered else "generator_unordered"
    parallel = Parallel(n_jobs=jobs, return_as=return_as, batch_size=1)
    results: Any = parallel(delayed(function)(*task) for task in tasks)
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            # joblib warns about results that are discarded.
            warnings.simplefilter("ignore", UserWarning)
            results.close()
