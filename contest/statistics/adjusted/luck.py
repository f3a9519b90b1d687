"""Luck of clues, and luck-adjusted values of games.

The law of every clue is known before the clue is seen, whoever plays: it follows from
the belief, the guess and its price. So is the expectation of V, a fixed function of the
belief and of what is left to spend (`contest.statistics.adjusted.values`). What V after
the clue exceeds it by is luck: given all that happened before, its mean is 0, unless
the player knows more than the clues say.

Let X be what a game yields within a budget: the exact chance that its final answer is
right, or 1 for a win, and 0 where it costs more. The adjusted value of the game is

    Z = X - sum over clues within the budget of (V after the clue - its expectation).

Theorem 1. For a player who knows no more than the clues, Z has the mean of X.

Theorem 2. Let a be what a move adds to the expectation of V, its advantage. For any
player, also one who knows the secret or the noise,

    Z = V(first belief, budget) + sum of a + (X - V at the end),

in which no clue's luck occurs, and ``X <= V`` at the end. So Z exceeds V of the first
belief by no more than the advantages above 0 of the game's moves. They are measured
(docs/findings/evidence.md), not bounded by a proof.

Proof. The sum telescopes: V after a clue is V before the next move. A move beyond the
budget has V = 0 after every clue, and so no luck. At the end within the budget X is at
most the largest probability M, and V at least M; beyond the budget both are 0.

The estimator is that of N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling
(2018), "AIVAT: A new variance reduction technique for agent evaluation in imperfect
information games".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.replay import OnGuesses, Replay, cost_of
from contest.statistics.adjusted.values import Value, interpolate
from contest.statistics.quantiles import at_most
from game.arrays import Floats, Mask
from game.clues import Clue
from game.protocol import Setting
from game.record import Game

TOGETHER = 128
"""Games whose guesses are measured at once, which is faster."""

_MOST_NATS = 1e9  # in place of a larger budget


@dataclass(frozen=True, eq=False, slots=True)
class Luck:
    """What games yield and cost, and the luck of their clues.

    `values` and `costs` are by game: the first are exact chances that the final answer
    is right, or 1 for a win and 0 for a loss of a game without prices; the second are
    budgets in nats, or guesses in games without prices. `turns` are the numbers of
    their clues. `spent`, as `Guesses` has it, and `luck` are by clue, in the order of
    the games. The luck has shape (n_clues, n_rests), by what is left to spend, whose
    numbers are `rests`.
    """

    values: Floats
    costs: Floats
    turns: NDArray[np.uint16]
    spent: Floats
    luck: NDArray[np.float32]
    rests: Floats

    @classmethod
    def of(
        cls,
        games: Sequence[Game],
        setting: Setting,
        on_guesses: OnGuesses | None = None,
    ) -> Luck:
        """Return the luck of games of a setting, which has one board.

        `on_guesses` is called with the guesses of each turn of some games.
        """
        rests = Value.of(setting).rests
        turns = np.array([len(game.turns) for game in games], np.uint16)
        starts = np.cumsum(turns, dtype=int) - turns
        values = np.empty(len(games))
        spent = np.empty(turns.sum(dtype=int))
        luck = np.empty((len(spent), len(rests)), np.float32)

        # Games that begin alike are replayed together, as they share steps.
        order = sorted(range(len(games)), key=lambda number: _moves(games[number]))
        for start in range(0, len(games), TOGETHER):
            together = order[start : start + TOGETHER]
            replay = Replay({number: games[number] for number in together}, setting)
            for guesses in replay.guesses():
                clues = starts[guesses.games] + guesses.turn
                spent[clues] = guesses.spent
                luck[clues] = guesses.luck[guesses.step, :, guesses.seen]
                if on_guesses:
                    on_guesses(guesses)
            values[together] = [replay.values[number] for number in together]
        costs = np.array([cost_of(game) for game in games], float)
        return cls(values, costs, turns, spent, luck, rests)

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def join(cls, parts: Sequence[Luck]) -> Luck:
        """Return the luck of all games of some parts, of one setting."""
        names = "values", "costs", "turns", "spent", "luck"
        joined = {k: np.concatenate([getattr(x, k) for x in parts]) for k in names}
        return cls(**joined, rests=parts[0].rests)

    def select(self, games: NDArray[np.intp]) -> Luck:
        """Return the luck of some games by their indices, which may be repeated."""
        starts = np.cumsum(self.turns, dtype=int) - self.turns
        ends = starts + self.turns
        clues = np.concatenate([np.arange(starts[k], ends[k]) for k in games])
        return replace(
            self,
            values=self.values[games],
            costs=self.costs[games],
            turns=self.turns[games],
            spent=self.spent[clues],
            luck=self.luck[clues],
        )


def _moves(game: Game) -> list[tuple[str, float, Clue]]:
    """Return the turns of a game as keys by which games are sorted."""
    return [(turn.guess, turn.epsilon, turn.clue) for turn in game.turns]


def rest_of(spent: Floats, limit: float) -> tuple[Mask, Floats]:
    """Return which clues are within a limit, and what is left after each of these."""
    within = at_most(spent, limit) & (spent < _MOST_NATS)
    rest = min(limit, _MOST_NATS) - spent[within]
    return within, np.maximum(rest, 0.0)


def yields(luck: Luck, limit: float) -> Floats:
    """Return what each game yields within a limit."""
    return np.where(at_most(luck.costs, limit), luck.values, 0.0)


def adjust_values(luck: Luck, limit: float = math.inf) -> Floats:
    """Return the adjusted value of each game within a limit, shape (n_games,).

    The limit is a budget in nats, or a number of guesses in games without prices.
    """
    values = yields(luck, limit)
    within, rest = rest_of(luck.spent, limit)
    game = np.repeat(np.arange(len(luck)), luck.turns)[within]
    # One by one in the order of the clues, so that the sums have the same bits always.
    clues = np.flatnonzero(within)
    np.subtract.at(values, game, interpolate(luck.luck, luck.rests, rest, clues))
    return values
