"""Results of a function that workers of joblib call, yielded one by one."""

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

    The function is a context manager for a ``with`` block. `jobs` is the number of
    workers. If `ordered` is true, the results come in the order of the tasks. Otherwise
    each result comes as soon as it is computed. Results that have not been used at the
    end of the block are discarded.
    """
    # Joblib is imported here because the import is slow and few commands need it.
    from joblib import Parallel, delayed

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
