"""Figures of one version of a strategy, from measured games, and their changes.

Every save of the strategy's file is a version. Its figures are compared with those of
the version before, over the same games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contest.runs.workers.runner import is_hard_failure
from contest.statistics.comparison.paired import check_pairs, known_guesses
from contest.statistics.games import Games, GamesBuilder
from contest.statistics.posteriors import WinCurve, thin_budgets
from contest.statistics.quantiles import PERCENTILES, standard_error
from game.protocol import Outcome, Setting
from game.record import FORFEITED, Game
from solver.numeric.elementary import total

Floats = NDArray[np.float64]

_RESAMPLES = 200
_FAR = 5.0  # standard errors that no resample is away from the share

LEAST_COMPARED = 30
"""Games of a version with which later ones are compared, at least."""

_PATIENCE = 3  # games in a row whose process is lost, after which no further is played


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


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a version, and how they differ from those of the one before.

    Versions count from 1, one more with every change of the strategy; `before` is the
    one that it is compared with, 0 for none. Of `most` games, `games` were played,
    `pairs` of them by both versions, and `forfeited` have no end; `reason` says why the
    last of these was forfeited. `stopped` says that no further games are played, as the
    process was lost again and again.
    """

    version: int
    games: int
    most: int
    changes: tuple[Change, ...] = ()
    before: int = 0
    pairs: int = 0
    forfeited: int = 0
    reason: str = ""
    stopped: bool = False


class Measured:
    """Games of a version, which grow one by one.

    `most` is the number of games to play. `before` has the games of the version to
    compare with.
    """

    def __init__(
        self,
        version: int,
        setting: Setting,
        most: int,
        before: Measured | None = None,
    ) -> None:
        self.version, self.most, self.before = version, most, before
        self._builder = GamesBuilder(setting)
        self._outcomes: list[Outcome] = []
        self._lost_processes = 0
        self._reason = ""

    def __len__(self) -> int:
        return len(self._outcomes)

    @property
    def complete(self) -> bool:
        """Whether no further game is to be played."""
        return len(self) >= self.most or self._lost_processes >= _PATIENCE

    @property
    def usable(self) -> bool:
        """Whether later versions can be compared with it: enough games, no forfeit."""
        return len(self) >= min(LEAST_COMPARED, self.most) and not self._reason

    def is_won(self, game: int) -> bool:
        """Return whether a game is known to be won."""
        return self._outcomes[game : game + 1] == [Outcome.WON]

    def add(self, game: Game) -> None:
        """Add the next game; raise `RecordError` when it is of another setting."""
        self._builder.add(game)
        self._outcomes.append(game.outcome)
        hard = is_hard_failure(game.outcome, game.reason)
        self._lost_processes = self._lost_processes + 1 if hard else 0
        if game.outcome in FORFEITED:
            self._reason = game.reason

    def figures(self) -> Figures:
        """Return the figures of the games so far."""
        pairs = min(len(self), len(self.before)) if self.before else 0
        before = self.before if pairs > 1 else None
        differences: tuple[Change, ...] = ()
        if before is not None:
            differences = tuple(
                changes(self._first_games(pairs), before._first_games(pairs))
            )
        elif len(self) > 1:
            differences = tuple(changes(self._builder.build()))
        return Figures(
            self.version,
            len(self),
            self.most,
            differences,
            before.version if before else 0,
            pairs,
            sum(outcome in FORFEITED for outcome in self._outcomes),
            self._reason,
            self._lost_processes >= _PATIENCE,
        )

    def _first_games(self, count: int) -> Games:
        return self._builder.build().first(count)


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
