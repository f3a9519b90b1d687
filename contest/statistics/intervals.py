"""Confidence intervals of means.

Student's interval follows from the spread of the values of the games. It does not allow
for failures that are too rare to occur in these games. Failures are crashes, invalid
moves and timeouts; a game that fails has the value 0. So an exact binomial bound of the
probability of a failure is computed, too. If failures are as frequent as this bound
allows, the mean is lower; the interval includes this lower mean.

The number of games must be fixed before the run. If a run is stopped because of its
results, the intervals cover the truth in fewer than 95 % of cases.
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

    `error` is the probability that the interval does not cover the mean. If all n
    values are equal, the rule of three applies: at 95 % the interval is the mean ± 3/n.
    """
    games = len(values)

    # The standard error of equal values is 0, although further games may have other
    # values.
    if games > 1 and np.ptp(values) < 1e-12:
        return -log(error) / games
    width = -float(_special().stdtrit(games - 1, error / 2))
    return width * standard_error(values)


def loss_by_failures(values: Floats, failures: int, error: float = ERROR) -> float:
    """Return how far the mean falls if failures are as frequent as a bound allows.

    `failures` is the number of games that failed, among the games with these `values`.
    The bound is the upper end of the exact binomial interval of the probability of a
    failure (C. J. Clopper and E. S. Pearson 1934). The true probability exceeds this
    end with a probability of at most `error`. A further failure loses the mean value of
    the games that did not fail.

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
    """Return `scipy.special`, which has the functions of distributions."""
    from scipy import special  # scipy is slow to import

    return special
