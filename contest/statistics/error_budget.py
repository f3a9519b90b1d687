"""Error budget of a column: the probability that any record in it is ever false.

Every submission to a column is one more test that may err. The k-th of them may err
with a probability of at most ``ERROR / (k (k + 1))``. These shares sum to `ERROR`,
however many submissions there are.

Notes
-----
Theorem. Let submission k be tested with an e-value whose mean, given all that happened
before its run, is at most 1 if its record would be false, and let its share ``a_k`` be
fixed before that run. If it takes the record only when the e-value has reached
``1 / a_k``, then the probability that any record is ever false is at most the sum of
the shares. Proof. The e-value of one run reaches ``1 / a_k`` with a probability of at
most ``a_k``, whenever the run stops (J. Ville 1939, "Etude critique de la notion de
collectif"); the probability of a union is at most the sum. Nothing is assumed about how
submissions depend on each other: an author may have read all that was published, and
targets depend on the records before them. This is the online form of Bonferroni's
bound: J. Tian and A. Ramdas (2021), "Online control of the familywise error rate".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from contest.statistics.evalues import ERROR
from contest.statistics.quantiles import PERCENTILES


def share_of_error(number: int) -> float:
    """Return the error that a submission may have in a column, by its number from 1."""
    return ERROR / (number * (number + 1))


def next_number(submissions: Iterable[Mapping[str, int] | None], column: str) -> int:
    """Return the number of the next submission to a column.

    `submissions` are the numbers of each earlier one by column; None for one from
    before there were numbers, which is counted in every column.
    """
    earlier = list(submissions)
    largest = max((numbers.get(column, 0) for numbers in earlier if numbers), default=0)
    return 1 + max(earlier.count(None), largest)


def errors_of(numbers: Mapping[str, int] | None) -> dict[str, float]:
    """Return the error that a submission may have in each column that it is for.

    One from before there were numbers may err with a probability of `ERROR` in every
    column.
    """
    if numbers is None:
        return dict.fromkeys(PERCENTILES, ERROR)
    return {column: share_of_error(number) for column, number in numbers.items()}
