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


def share_of_error(number: int) -> float:
    """Return the error that a submission may have in a column, by its number from 1."""
    return ERROR / (number * (number + 1))


def error_before(number: int) -> float:
    """Return the error that all submissions before a number may have together.

    Examples
    --------
    >>> error_before(1), error_before(2)
    (0.0, 0.025)
    """
    return ERROR * (1 - 1 / number)


def next_number(submissions: Iterable[Mapping[str, int]], column: str) -> int:
    """Return the number of the next submission to a column.

    `submissions` are the numbers of each earlier submission, by column.
    """
    earlier = (numbers.get(column, 0) for numbers in submissions)
    return 1 + max(earlier, default=0)


def errors_of(numbers: Mapping[str, int]) -> dict[str, float]:
    """Return the error that a submission may have in each column that it is for."""
    return {column: share_of_error(number) for column, number in numbers.items()}
