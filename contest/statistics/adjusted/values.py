"""Luck-adjusted values of games: what they yield less the luck of their clues.

Let X be what a game yields within a budget: the exact chance that its final answer is
right, or 1 for a win, and 0 where it costs more. Let V be any function of a belief that
does not depend on the game. The mean of V after a clue is known before the clue is
seen, so that the value

    Z = X - sum over clues of (V after the clue - its expectation)

has the mean of X, for any strategy that knows no more than its clues. If V is what the
game will yield, Z hardly varies. V is linear in the measures of `luck`, for each turn
of its own, and estimated from other games: folds by the number of the game. A guess
beyond the budget needs none: whatever its clue, the game yields 0.

Notes
-----
V of the last turn is a regression of X on the measures after that turn's clue; for the
turns before it, X less the luck of later clues takes the place of X.

If the game yields V of the last belief, Z is V of the first one plus what every move
adds to the expectation of V: the advantages of the moves, in which the secret does not
occur. So a strategy that knows the secret gains nothing by it. The estimator is that of
N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling (2018), "AIVAT: A new
variance reduction technique for agent evaluation in imperfect information games".
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.luck import MEASURES, Luck
from contest.statistics.quantiles import at_most, standard_error
from solver.numeric.elementary import total
from solver.numeric.least_squares import products, solve

Floats = NDArray[np.float64]

FOLDS = 10
PERIODS = 6  # turns with a V of their own; all later ones have the same

# Ridge of the regression on n games, relative to the squares of each measure, times the
# square of n: it matters up to some hundred games.
_RIDGE = 300.0

# Share of the squares of a measure below which its variance is due to rounding.
_SAME = 1e-10

_POINTS = 64  # budgets of a curve for pictures, at most


def adjusted(luck: Luck, limit: float = math.inf) -> Floats:
    """Return the adjusted value of each game within a limit, shape (n_games,).

    The limit is a budget in nats, or a number of guesses in games without prices.
    """
    _, values = fit(luck, limit, FOLDS)
    games = np.arange(len(luck))
    return values[games, games % FOLDS]


def yields(luck: Luck, limit: float) -> Floats:
    """Return what each game yields within a limit."""
    return np.where(at_most(luck.costs, limit), luck.values, 0.0)


def fit(luck: Luck, limit: float, folds: int = 1) -> tuple[Floats, Floats]:
    """Return V for each fold, and the values of all games by each V.

    V is fitted on the games of all other folds; on all games if there is one fold. The
    result has the shapes (PERIODS, MEASURES, n_folds) and (n_games, n_folds).
    """
    values = np.tile(yields(luck, limit)[:, None], folds)
    weights = np.zeros((PERIODS, MEASURES, folds))
    game, turn = luck.places
    turn = np.where(at_most(luck.spent, limit), np.minimum(turn, PERIODS - 1), PERIODS)
    for period in reversed(range(PERIODS)):
        clues = np.flatnonzero(turn == period)
        if not len(clues):
            continue
        whose, measures = game[clues], luck.measures[clues].astype(float)
        columns = np.column_stack([measures, np.ones(len(clues))])
        every = np.column_stack([columns, values[whose]])
        parts = (whose % folds == fold for fold in range(folds))
        sums = np.array([products(columns[part], every[part]) for part in parts])
        if folds > 1:  # not the sum of all less one, whose rounding depends on that one
            others = (np.delete(sums, fold, axis=0) for fold in range(folds))
            sums = np.array([np.add.accumulate(other)[-1] for other in others])
        weights[period] = _regress(sums).T
        luck_of = np.zeros((len(clues), folds))
        for measure, gains in zip(weights[period], luck.gains[clues].T, strict=True):
            luck_of += measure * gains[:, None]
        np.subtract.at(values, whose, luck_of)
    return weights, values


def _regress(sums: Floats) -> Floats:
    """Return the weights of regressions, shape (n_folds, MEASURES).

    `sums` are those of products over each fold's games: of the measures and 1 with the
    measures, 1 and the values by each fold.
    """
    fold = np.arange(len(sums))
    squares, sides = sums[:, :-1, :MEASURES], sums[fold, :-1, MEASURES + 1 + fold]
    totals, games = sums[:, :-1, MEASURES], np.maximum(sums[:, -1, MEASURES], 1.0)
    means = totals / games[:, None]
    sides = sides - means * sums[fold, -1, MEASURES + 1 + fold, None]
    squares = squares - means[:, :, None] * totals[:, None]
    k = np.arange(MEASURES)
    scale = np.maximum(squares[:, k, k], 0.0)
    # A measure that does not vary has no weight.
    raw, ridge = sums[:, k, k], scale * (_RIDGE / games**2)[:, None]
    squares[:, k, k] += np.where(scale > _SAME * raw, ridge, 1.0 + raw)
    return solve(squares, sides)


@dataclass(frozen=True, eq=False)
class AdjustedCurve:
    """Estimate of F(B), the chance to win within B, by adjusted values.

    B is a budget in nats, or a number of guesses.
    """

    luck: Luck
    _known: dict[float, Floats] = field(default_factory=dict, repr=False)

    def within(self, budget: float) -> Floats:
        """Return the adjusted value of each game within a budget, shape (n_games,)."""
        if budget not in self._known:
            self._known[budget] = adjusted(self.luck, budget)
        return self._known[budget]

    def at(self, budget: float) -> tuple[float, float]:
        """Return F at a budget and its standard error."""
        values = self.within(budget)
        return total(values) / len(values), standard_error(values)

    def crossing(self, share: float, errors: float = 0.0) -> float:
        """Return the smallest budget at which F, plus some standard errors, is a share.

        ``inf`` where F stays below the share. `errors` of 1.96 and -1.96 give the ends
        of the budget's 95 % interval, as `WinCurve.crossing`.
        """

        def reached(budget: float) -> bool:
            mean, error = self.at(budget)
            return mean + (errors * error if errors else 0.0) >= share * (1 - 1e-12)

        return self.first(reached)

    def first(self, holds: Callable[[float], bool]) -> float:
        """Return the smallest budget of a game for which a condition holds, or ``inf``.

        A condition that holds for a budget also holds for every larger one, up to the
        error of the estimate; it is looked for by bisection.
        """
        index = bisect_left(self.budgets, True, key=holds)
        return self.budgets[index] if index < len(self.budgets) else math.inf

    def steps(self) -> tuple[Floats, ...]:
        """Return some budgets, F at each and its standard errors: all, if they are few.

        Budgets are in order, no two of them equal but for rounding.
        """
        count = len(self.budgets)
        chosen = np.linspace(0, count - 1, min(count, _POINTS)).astype(int)
        budgets = np.array(self.budgets)[chosen]
        means, errors = zip(*(self.at(budget) for budget in budgets), strict=True)
        return budgets, np.array(means), np.array(errors)

    @cached_property
    def budgets(self) -> list[float]:
        """The budgets of the games, in order, without those equal but for rounding."""
        ordered = np.unique(self.luck.costs)
        last = np.append(ordered[1:] > ordered[:-1] * (1 + 1e-9), [True])
        return list(map(float, ordered[last]))
