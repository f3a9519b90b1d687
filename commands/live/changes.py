"""Changes of an entry's figures between two versions, over the same games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contest.statistics.comparison.paired import check_pairs, known_guesses
from contest.statistics.games import Games
from contest.statistics.posteriors import WinCurve, thin_budgets
from contest.statistics.quantiles import PERCENTILES, standard_error
from solver.numeric.elementary import total

Floats = NDArray[np.float64]

_RESAMPLES = 200
_FAR = 5.0  # standard errors that no resample is away from the share


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of an entry, and of the version before.

    `column` is a percentile or, without prices, ``guesses``, or ``won``.
    `before` is NaN where there is no version before. `error` is the standard error of
    the difference of the two, from the pairs, or of the value where there is none
    before; NaN where there are too few games. `share` says that the figure is a share
    of games, of which more is better.
    """

    column: str
    value: float
    before: float
    error: float
    share: bool = False

    @property
    def difference(self) -> float:
        """The value less the one before; 0 where both are infinite."""
        return 0.0 if self.value == self.before else self.value - self.before

    @property
    def better(self) -> bool | None:
        """Whether the value is better than before; None within two standard errors."""
        if not abs(self.difference) > 2 * self.error:
            return None
        return (self.difference > 0) is self.share


def changes(games: Games, before: Games | None = None) -> Iterator[Change]:
    """Yield the figures of an entry, at least two games, and their changes.

    In WORDPL for each percentile the smallest budget that wins it; without prices the
    mean number of guesses; and the chance to win. Both versions must have the same
    secrets (else `InputError`) and the same noise.
    """
    versions = [version for version in (games, before) if version is not None]
    check_pairs(versions)
    curves = [version.curve for version in versions]
    if games.setting.mode.priced:
        for column, share in PERCENTILES.items():
            crossings = [curve.crossing(share) for curve in curves]
            error = crossing_error(share, *curves)
            yield Change(column, crossings[0], _before(crossings), error)
    else:
        yield _mean_change("guesses", known_guesses(versions))
    yield _mean_change("won", [curve.within(math.inf) for curve in curves], share=True)


def _mean_change(
    column: str, values: Sequence[Floats], *, share: bool = False
) -> Change:
    """Return the change of a mean."""
    if not len(values[0]):
        return Change(column, math.nan, math.nan, math.nan, share)
    means = [total(numbers) / len(numbers) for numbers in values]
    error = standard_error(values[0] - values[1] if len(values) > 1 else values[0])
    return Change(column, means[0], _before(means), error, share)


def _before(values: Sequence[float]) -> float:
    """Return the second value, NaN where there is none."""
    return values[1] if len(values) > 1 else math.nan


def crossing_error(share: float, *curves: WinCurve) -> float:
    """Return the standard error of a percentile, or of the difference of two curves.

    NaN where the share is not reached in some resample: there are too few games.

    Paired bootstrap (B. Efron, 1979, "Bootstrap methods: another look at the
    jackknife"): games are drawn again, 200 times, always with the same numbers, and in
    each resample both curves have the same games.
    """
    games = len(curves[0].budgets)
    # The numbers of RandomState are the same in every version of NumPy.
    numbers = np.random.RandomState(0)
    counts = numbers.multinomial(games, np.full(games, 1 / games), _RESAMPLES)
    resamples = [_crossings(curve, counts, share) for curve in curves]
    if not np.isfinite(resamples).all():
        return math.nan
    gaps = resamples[0] - resamples[1] if len(resamples) > 1 else resamples[0]
    return float(gaps.std(ddof=1))


def _crossings(curve: WinCurve, counts: NDArray[np.int64], share: float) -> Floats:
    """Return `WinCurve.crossing` of each resample, given how often it has each game."""
    low, high = (curve.crossing(share, errors) for errors in (_FAR, -_FAR))
    budgets = np.array(thin_budgets([b for b in curve.limits if low <= b <= high]))
    sums = [np.add.accumulate(counts * curve.within(b), axis=1)[:, -1] for b in budgets]
    reached = np.array(sums) >= share * len(curve.budgets) * (1 - 1e-12)
    if not reached.size:
        return np.full(len(counts), math.inf)
    smallest = budgets[reached.argmax(axis=0)]
    return np.where(reached.any(axis=0), smallest, math.inf)
