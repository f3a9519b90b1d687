"""Intervals of means.

Student's interval follows from the spread of the games. It knows nothing of failures
that are too rare to occur in the games: crashes, invalid moves and timeouts, each of
which takes all that a game yields. So the lower end is also bounded by the exact
binomial bound of failures: the interval goes down at least as far as this bound goes.

The intervals are for a number of games that was fixed before: of a run that was
stopped by what its games showed, they cover the truth less often than in 95 % of cases.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from contest.statistics.evalues import ERROR
from contest.statistics.quantiles import standard_error
from game.arrays import Floats
from game.elementary import log
from solver.numeric.elementary import total


def half_width(values: Floats, error: float = ERROR) -> float:
    """Return half the width of Student's interval of a mean.

    `error` is the probability that the interval does not cover the mean. With no
    variation the rule of three applies: ±3/n at 95 %.
    """
    games = len(values)

    # The standard error of equal values is 0, although others may still occur.
    if games > 1 and np.ptp(values) < 1e-12:
        return -log(error) / games
    width = -float(_special().stdtrit(games - 1, error / 2))
    return width * standard_error(values)


def loss_by_failures(values: Floats, failures: int, error: float = ERROR) -> float:
    """Return what failures may take from a mean beyond the failures that occurred.

    `failures` of the games with these values failed. The probability of a failure may
    be as large as the upper end of its exact binomial interval (C. J. Clopper and E. S.
    Pearson 1934), which is exceeded with a probability of at most `error`. A failure
    takes the mean of the games that did not fail.

    Examples
    --------
    >>> round(loss_by_failures(np.full(101, 0.5), 0), 4)
    0.0146
    """
    games = len(values)
    if failures >= games:
        return 0.0
    end = _special().betaincinv(failures + 1, games - failures, 1 - error)
    most = float(end)
    taken = total(values) / (games - failures)
    return max(0.0, taken * (most - failures / games))


def _special() -> ModuleType:
    """Return the functions of distributions."""
    from scipy import special  # scipy is slow to import

    return special
