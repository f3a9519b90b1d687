"""Calls of a function in several processes, with their results one by one."""

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
    """Call `function` with the arguments of each task; give an iterator over results.

    Use it in a ``with`` statement: ``with results_of(...) as results``. `jobs` is the
    number of worker processes that call `function`. If `ordered` is true, the results
    come in the order of the tasks. Otherwise each result comes as soon as it is
    computed. Results that were not used in the ``with`` block are discarded at its end.
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
            # Joblib would warn that results are discarded.
            warnings.simplefilter("ignore", UserWarning)
            results.close()
