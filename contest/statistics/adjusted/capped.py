"""Capped luck: the luck of clues, limited so that bets on the games stay bounded.

`contest.statistics.adjusted.bets` has the definition. Capped luck is computed within
one or several budgets. `CappedLuck` takes the costs of the earlier games as budgets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from contest.statistics.adjusted.bets import Hypothesis
from contest.statistics.adjusted.grid import round_up
from contest.statistics.adjusted.luck import Luck, rest_of
from contest.statistics.adjusted.replay import Guesses, OnGuesses, cost_of
from contest.statistics.adjusted.values import interpolate
from game.arrays import Floats
from game.protocol import Setting
from game.record import Game

MOST_LIMITS = 64
"""Largest number of budgets within which games are judged."""

_TINY = 1e-300


class CappedLuck:
    """Luck and capped luck of games that are added in order.

    Capped luck is computed for bets against each hypothesis in `nulls`, and within each
    budget that `known_limits` returns. If `nulls` is empty, no capped luck is computed.
    """

    def __init__(self, setting: Setting, nulls: Sequence[Hypothesis]) -> None:
        self.setting = setting
        self.nulls = nulls
        self._costs: list[float] = []
        self._lucks: list[Luck] = []
        self._capped: list[Floats] = []

    def add(self, games: Sequence[Game], on_guesses: OnGuesses | None = None) -> Luck:
        """Add games and return their luck; `Luck.of` explains `on_guesses`."""
        self._costs += map(cost_of, games)
        limits = [*known_limits(self._costs)] if self.nulls else []
        luck, capped = cap_luck(games, self.setting, limits, self.nulls, on_guesses)
        self._lucks.append(luck)
        self._capped.append(capped)
        return luck

    def __len__(self) -> int:
        return len(self._costs)

    @property
    def luck(self) -> Luck:
        """The luck of all games that were added."""
        return Luck.join(self._lucks)

    @property
    def capped(self) -> Floats:
        """The capped luck of all games, shape (n_limits, n_nulls, n_games).

        The limits are those that `known_limits` returns for the costs of all games, in
        the same order. The capped luck of a game is NaN within a limit that was not
        known when the game was added.
        """
        limits = len(self._capped[-1])
        luck = np.full((limits, len(self.nulls), len(self)), math.nan)
        end = 0
        for part in self._capped:
            start = end
            end = end + part.shape[2]
            luck[: len(part), :, start:end] = part
        return luck


def known_limits(costs: Sequence[float]) -> dict[float, int]:
    """Return the limits (budgets) within which games are judged.

    `costs` has the cost of each game, in order. The limits are the distinct costs,
    rounded up to multiples of 0.05 nats; only the first `MOST_LIMITS` limits count. The
    result maps each limit to the index of the first game that is judged within the
    limit. This is the game after the first game with this cost.

    Examples
    --------
    >>> known_limits([8.02, 8.05, math.inf, 7.0])
    {8.05: 1, 7.0: 4}
    """
    known: dict[float, int] = {}
    for number, cost in enumerate(costs):
        if len(known) == MOST_LIMITS:
            break
        if math.isfinite(cost):
            known.setdefault(round_up(cost), number + 1)
    return known


def cap_luck(
    games: Sequence[Game],
    setting: Setting,
    limits: Sequence[float],
    nulls: Sequence[Hypothesis],
    on_guesses: OnGuesses | None = None,
) -> tuple[Luck, Floats]:
    """Return the luck of games, and their capped luck within some limits.

    The capped luck has the shape (n_limits, n_nulls, n_games). It is computed from the
    luck times the `sign` of each hypothesis in `nulls`. `Luck.of` explains
    `on_guesses`.
    """
    sums = np.zeros((len(limits), len(nulls), len(games)))

    def add_luck(guesses: Guesses) -> None:
        if on_guesses:
            on_guesses(guesses)
        for of_limit, limit in zip(sums, limits, strict=True):
            _add(guesses, limit, nulls, of_limit)

    return Luck.of(games, setting, add_luck), sums


def _add(
    guesses: Guesses, limit: float, nulls: Sequence[Hypothesis], sums: Floats
) -> None:
    """Add the capped luck of one guess of each game, within a limit, to `sums`.

    `guesses` has one guess of each game, and `limit` is a budget. `sums` has the capped
    luck of each game for each hypothesis in `nulls`, shape (n_nulls, n_games).
    """
    # All games of a step (see `Guesses`) have spent the same sum. So one game of each
    # step shows whether the games of this step are within the limit.
    one_game = np.unique(guesses.step, return_index=True)[1]
    within, rest = rest_of(guesses.spent[one_game], limit)
    steps = np.flatnonzero(within)
    if not len(steps):
        return
    chances = guesses.chances.T[steps]
    values = interpolate(guesses.luck, guesses.rests, rest, steps)
    going_on = np.flatnonzero(within[guesses.step])
    place = np.searchsorted(steps, guesses.step[going_on])
    seen = guesses.seen[going_on]
    for null, of_null in zip(nulls, sums, strict=True):
        # Games of a step have had equal guesses and clues before this guess, so the
        # capped luck of all these games is the same.
        before = of_null[guesses.games[one_game[steps]]]
        most = np.maximum(null.slack - before, 0.0)
        smaller = _cap_values(null.sign * values, chances, most)
        of_null[guesses.games[going_on]] += smaller[place, seen]


def _cap_values(values: Floats, chances: Floats, most: Floats) -> Floats:
    """Return `values`, capped so that no value in a row exceeds the bound of the row.

    `values` has the luck of each outcome of a guess, and `chances` has the probability
    of each outcome; both arrays have the shape (n_steps, n_outcomes). `most` has the
    bound of each row. The mean of each row, weighted by `chances`, is 0 in `values` and
    in the result.
    """
    possible = chances > 0
    over = np.where(possible, values, -math.inf).max(axis=1) > most
    if not over.any():
        return values

    # Cut off large values, restore the mean 0, and shrink all values of a step if the
    # largest one is above the bound again.
    bound = most[over]
    weights = chances[over]
    smaller = np.minimum(values[over], bound[:, None])
    smaller -= np.add.accumulate(weights * smaller, axis=1)[:, -1:]
    top = np.where(possible[over], smaller, _TINY).max(axis=1)
    smaller *= np.minimum(bound / np.maximum(top, _TINY), 1.0)[:, None]
    out = values.copy()
    out[over] = smaller
    return out
