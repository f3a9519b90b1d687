"""Error budget of a ranking: the probability that any record in it is ever false.

A record is false if its entry's chance to win within the budget is below the target
probability. Every submission to a ranking is one more test that may err. The k-th
submission may err with a probability of at most ``ERROR / (k (k + 1))``. These shares
sum to at most `ERROR`, however many submissions there are.

Notes
-----
Theorem. Submission k is tested with an e-value. If the record of the submission would
be false, the mean of the e-value, given all that happened before the run, is at most 1.
The share ``a_k`` of the submission is fixed before the run. The submission takes the
record only if its e-value has reached ``1 / a_k``. Then the probability that any record
is ever false is at most the sum of the shares.

Proof. The e-value of one run reaches ``1 / a_k`` with a probability of at most ``a_k``,
whenever the run stops (J. Ville 1939, "Etude critique de la notion de collectif"). The
probability of a union is at most the sum of the probabilities.

Submissions may depend on each other in any way: an author may have read all that was
published, and targets depend on earlier records. This is the online form of
Bonferroni's bound: J. Tian and A. Ramdas (2021), "Online control of the familywise
error rate".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from contest.statistics.evalues import ERROR


def share_of_error(number: int) -> float:
    """Return the share of a ranking's error budget that a submission has.

    `number` is the number of the submission among all submissions to the ranking; the
    first submission has the number 1.
    """
    return ERROR / (number * (number + 1))


def error_before(number: int) -> float:
    """Return the sum of the shares of all submissions before submission `number`.

    Examples
    --------
    >>> error_before(1), error_before(2)
    (0.0, 0.025)
    """
    return ERROR * (1 - 1 / number)


def next_number(submissions: Iterable[Mapping[str, int]], column: str) -> int:
    """Return the number of the next submission to a ranking.

    `submissions` has, for each earlier submission, its number in each of its rankings.
    """
    earlier = (numbers.get(column, 0) for numbers in submissions)
    return 1 + max(earlier, default=0)


def errors_of(numbers: Mapping[str, int]) -> dict[str, float]:
    """Return a submission's share of the error budget in each of its rankings.

    `numbers` has the number of the submission in each ranking. The keys of `numbers`
    and of the result are the names of the rankings.
    """
    return {column: share_of_error(number) for column, number in numbers.items()}
