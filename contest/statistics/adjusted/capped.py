"""Capped luck: as much of the luck of clues as bets on adjusted values can lose.

It is measured within a budget that is given, or within the budgets of the games so far.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.luck import (
    Guesses,
    Luck,
    OnGuesses,
    cost_of,
    rest_of,
)
from contest.statistics.adjusted.values import interpolate
from game.protocol import Setting
from game.record import Game

Floats = NDArray[np.float64]

MOST_LIMITS = 64
"""Budgets within which games are judged, at most: those that occur first."""

_GRID = 20  # budgets per nat
_TINY = 1e-300


class Bound(Protocol):
    """What capped luck is for: its sign, and what it never exceeds."""

    @property
    def sign(self) -> float:
        """1, or -1 for the luck with the other sign."""

    @property
    def slack(self) -> float:
        """What no capped luck of a game exceeds."""


@dataclass(frozen=True, eq=False, slots=True)
class Capped:
    """Capped luck of games within some limits, for one bound.

    `since` is by limit the number of games before it was known; `luck` has the shape
    (n_limits, n_games).
    """

    limits: Sequence[float]
    since: Sequence[int]
    luck: Floats

    def ascending(self) -> Iterator[tuple[float, int, Floats]]:
        """Yield each limit, the smallest first, with `since` and the luck within it."""
        for k in np.argsort(self.limits).tolist():
            yield self.limits[k], self.since[k], self.luck[k]

    def first(self, count: int) -> Capped:
        """Return the capped luck of the first games."""
        return Capped(self.limits, self.since, self.luck[:, :count])


class CappedLuck:
    """Luck of games that are added in order, and capped luck for some bounds.

    It is measured within `limit`. Without one, it is measured within the budgets of the
    games, rounded up to the grid of 0.05 nats: for each game at least within those of
    the games before it. `count` is the number of the games so far.
    """

    def __init__(
        self, setting: Setting, bounds: Sequence[Bound], limit: float | None = None
    ) -> None:
        self.setting = setting
        self.bounds = bounds
        self.limits = [] if limit is None else [limit]
        self.since = [0] * len(self.limits)
        self._grows = limit is None
        self._lucks: list[Luck] = []
        self._capped: list[Floats] = []
        self.count = 0

    def add(
        self, games: Sequence[Game], on_guesses: OnGuesses | None = None
    ) -> tuple[Luck, Floats]:
        """Add games; return their luck, and the capped luck.

        The latter has the shape (n_limits, n_bounds, n_games); `on_guesses` is as of
        `Luck.of`.
        """
        if self._grows and self.bounds:
            self._add_limits(games)
        sums = np.zeros((len(self.limits), len(self.bounds), len(games)))

        def add_luck(guesses: Guesses, index: NDArray[np.intp]) -> None:
            if on_guesses:
                on_guesses(guesses, index)
            self._cap(guesses, index, sums)

        luck = Luck.of(games, self.setting, add_luck)
        self._lucks.append(luck)
        self._capped.append(sums)
        self.count += len(games)
        return luck, sums

    @property
    def luck(self) -> Luck:
        """The luck of all games."""
        self._lucks = [Luck.join(self._lucks)]
        return self._lucks[0]

    def capped(self) -> list[Capped]:
        """Return the capped luck of all games, by bound."""
        # A limit became known during the run: NaN stands for the games before.
        shape = len(self.limits), len(self.bounds), self.count
        luck = np.full(shape, math.nan)
        end = 0
        for sums in self._capped:
            start = end
            end = end + sums.shape[2]
            luck[: len(sums), :, start:end] = sums
        return [
            Capped(self.limits, self.since, luck[:, k]) for k in range(len(self.bounds))
        ]

    def _add_limits(self, games: Sequence[Game]) -> None:
        """Add the budgets of games, which are known from the next game on."""
        for number, game in enumerate(games):
            cost = cost_of(game)
            if len(self.limits) == MOST_LIMITS or not math.isfinite(cost):
                continue
            limit = math.ceil(cost * _GRID - 1e-6) / _GRID  # a sum may be rounded up
            if limit not in self.limits:
                self.limits.append(limit)
                self.since.append(self.count + number + 1)

    def _cap(self, guesses: Guesses, games: NDArray[np.intp], sums: Floats) -> None:
        """Add the capped luck of a guess of each of some games to the sums."""
        one_game = np.unique(guesses.step, return_index=True)[1]
        for of_limit, limit in zip(sums, self.limits, strict=True):
            # Steps within the limit; games of a step have spent the same.
            within, rest = rest_of(guesses.spent[one_game], limit)
            steps = np.flatnonzero(within)
            if not len(steps):
                continue
            chances = guesses.chances.T[steps]
            luck = guesses.luck[steps]
            values = interpolate(luck, guesses.rests, rest)
            going_on = np.flatnonzero(within[guesses.step])
            place = np.searchsorted(steps, guesses.step[going_on])
            seen = guesses.seen[going_on]
            for of_bound, bound in zip(of_limit, self.bounds, strict=True):
                # Games of a step have the same guesses and clues, and so equal sums.
                before = of_bound[games[one_game[steps]]]
                most = np.maximum(bound.slack - before, 0.0)
                smaller = _cap_values(bound.sign * values, chances, most)
                of_bound[games[going_on]] += smaller[place, seen]


def _cap_values(values: Floats, chances: Floats, most: Floats) -> Floats:
    """Return values with the mean 0, and at most `most` by step.

    `values` have the mean 0; they and `chances` have the shape (n_steps, n_outcomes).
    """
    possible = chances > 0
    over = np.where(possible, values, -math.inf).max(axis=1) > most
    if not over.any():
        return values

    # Cut off what is too large, restore the mean 0, and shrink what is too large.
    bound = most[over]
    weights = chances[over]
    smaller = np.minimum(values[over], bound[:, None])
    smaller -= np.add.accumulate(weights * smaller, axis=1)[:, -1:]
    top = np.where(possible[over], smaller, _TINY).max(axis=1)
    smaller *= np.minimum(bound / np.maximum(top, _TINY), 1.0)[:, None]
    out = values.copy()
    out[over] = smaller
    return out
