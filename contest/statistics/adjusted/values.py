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
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.luck import MEASURES, RIGHT, Luck
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import at_most
from solver.numeric.least_squares import products, solve

Floats = NDArray[np.float64]

FOLDS = 10
PERIODS = 10  # turns with a V of their own; all later ones have the same

# Ridge of the regression on n games: `_RIDGE` times the squares of each measure by the
# square of n, which matters up to some hundred games; and for measures that hardly vary
# in them, a share of the square of a typical difference of the measure.
_RIDGE = 300.0
_SCALES = 0.01 * np.array([2.0, 0.3, 2.0, 10.0, 0.3, 0.3]) ** 2


def adjust_values(luck: Luck, limit: float = math.inf) -> Floats:
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
        going_on = clues[luck.measures[clues, RIGHT] == 0]
        games = game[going_on]
        sums = _sum_products(luck.measures[going_on], values[games], games % folds)
        weights[period] = _regress(sums).T
        np.subtract.at(
            values, game[clues], _luck_of_clues(weights[period], luck.gains[clues])
        )
    return weights, values


def _luck_of_clues(weights: Floats, gains: NDArray[np.float32]) -> Floats:
    """Return the luck of clues by the V of each fold, shape (n_clues, n_folds)."""
    luck = np.zeros((len(gains), weights.shape[1]))
    for weight, gain in zip(weights, gains.T, strict=True):
        luck += weight * gain[:, None]
    return luck


def _sum_products(
    measures: NDArray[np.float32], values: Floats, fold: NDArray[np.intp]
) -> Floats:
    """Return the sums that `_regress` needs, each over the games of all other folds.

    `measures` and `values`, by each fold, are by clue, as is the fold of its game. With
    a single fold, the sums are over all games.
    """
    columns = measures.astype(float)
    columns[:, RIGHT] = 1.0  # for the constant
    every, folds = np.column_stack([columns, values]), range(values.shape[1])
    parts = (fold == number for number in folds)
    sums = np.array([products(columns[part], every[part]) for part in parts])
    if len(folds) == 1:
        return sums
    # Not the sum of all less one, whose rounding depends on that one.
    others = (np.delete(sums, number, axis=0) for number in folds)
    return np.array([np.add.accumulate(other)[-1] for other in others])


def _regress(sums: Floats) -> Floats:
    """Return the weights of regressions, shape (n_folds, MEASURES).

    `sums` are those of products over each fold's games: of the measures with the
    measures and the values by each fold, and 1 in the place of the last measure. Its
    weight makes V of a right guess 1, what the game then yields.
    """
    fold, k = np.arange(len(sums)), np.arange(RIGHT)
    squares, sides = sums[:, :RIGHT, :RIGHT], sums[fold, :, MEASURES + fold]
    games = np.maximum(sums[:, RIGHT, RIGHT], 1.0)
    means, mean = sums[:, :RIGHT, RIGHT] / games[:, None], sides[:, RIGHT] / games
    sides = sides[:, :RIGHT] - means * sides[:, RIGHT, None]
    squares = squares - means[:, :, None] * sums[:, RIGHT, None, :RIGHT]
    ridge = np.maximum(squares[:, k, k], 0.0) * (_RIDGE / games**2)[:, None]
    squares[:, k, k] += ridge + _SCALES
    out = np.empty((len(sums), MEASURES))
    out[:, :RIGHT] = solved = solve(squares, sides)
    constant = mean - np.add.accumulate(solved * means, axis=1)[:, -1]
    out[:, RIGHT] = 1.0 - constant
    return out


@dataclass(frozen=True, eq=False)
class AdjustedCurve(WinCurve):
    """Estimate of F(B) by adjusted values; B is a budget, or a number of guesses.

    A condition on it that holds for a budget holds for every larger one up to the error
    of the estimate.
    """

    luck: Luck
    _known: dict[float, Floats] = field(default_factory=dict, repr=False)

    @classmethod
    def by(cls, luck: Luck) -> AdjustedCurve:
        """Return the curve of games with some luck."""
        return cls(luck.costs, luck.values, luck)

    def within(self, budget: float) -> Floats:
        """Return the adjusted value of each game within a budget, shape (n_games,)."""
        if budget not in self._known:
            self._known[budget] = adjust_values(self.luck, budget)
        return self._known[budget]
