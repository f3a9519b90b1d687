"""Luck of clues, and luck-adjusted values of games.

The probability of every clue is known before the clue is seen, whoever plays: it
follows from the belief, the guess and the price. V is a fixed function of the belief
and of what is left to spend (`contest.statistics.adjusted.values`). So the expectation
of V after the clue is known, too. The luck of a clue is V after the clue minus this
expectation. Given all that happened before, luck has the mean 0, unless the player
knows more than the clues say.

Let X be the value of a game within a budget. X is 0 if the game costs more than the
budget. Otherwise X is the exact chance that the final answer is right; in a game
without prices X is 1 for a win and 0 for a loss. The luck-adjusted value of the game is

    Z = X - sum of the luck of all clues within the budget.

Theorem 1. For a player who knows no more than the clues, Z and X have the same mean.

Theorem 2. The advantage a of a move is the expectation of V after the move, minus V
before it. For any player, even one who knows the secret or the noise,

    Z = V(first belief, budget) + sum of a + (X - V at the end),

in which the luck of clues does not occur, and ``X <= V`` at the end. So Z exceeds V of
the first belief at most by the sum of the positive advantages. These advantages are not
bounded by a proof, but measured (docs/findings/evidence.md).

Proof. The sum telescopes: V after a clue is V before the next move. After a move beyond
the budget, V is 0 for every clue, so the clue has no luck. If the game ends within the
budget, X is at most the largest probability M, and V is at least M. If the game ends
beyond the budget, X and V are 0.

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
"""Number of games that are replayed together, to save time."""

_MOST_NATS = 1e9  # this budget replaces all larger budgets


@dataclass(frozen=True, eq=False, slots=True)
class Luck:
    """Values and costs of games, and the luck of their clues.

    Parameters
    ----------
    values : ndarray of shape (n_games,), float64
        Value of each game. In WORDPL the value is the exact chance that the final
        answer is right, or 0 if there is no final answer. In games without prices the
        value is 1 for a win and 0 for a loss.
    costs : ndarray of shape (n_games,), float64
        Cost of each game in nats, or its number of guesses in games without prices.
    turns : ndarray of shape (n_games,), uint16
        Number of clues of each game.
    spent : ndarray of shape (n_clues,), float64
        For each clue, the sum of the prices (or the number of guesses) up to and with
        the guess that got the clue. First come the clues of the first game, then the
        clues of the second game, and so on.
    luck : ndarray of shape (n_clues, n_rests), float32
        Luck of each clue, for each of the amounts in `rests`.
    rests : ndarray of shape (n_rests,), float64
        Amounts that may be left to spend after a clue (see `Value`).
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
        """Return the luck of games; `setting` has one board.

        The games are replayed in groups. For each group and each number of a turn,
        `on_guesses` is called with the guesses that the games of the group have in this
        turn. If `on_guesses` is None, nothing is called.
        """
        rests = Value.of(setting).rests
        turns = np.array([len(game.turns) for game in games], np.uint16)
        starts = np.cumsum(turns, dtype=int) - turns
        values = np.empty(len(games))
        spent = np.empty(turns.sum(dtype=int))
        luck = np.empty((len(spent), len(rests)), np.float32)

        # Games with equal first moves are replayed together, because equal moves are
        # computed once.
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
        """Return the luck of the games of all parts, in order.

        All parts must be of the same setting.
        """
        names = "values", "costs", "turns", "spent", "luck"
        joined = {k: np.concatenate([getattr(x, k) for x in parts]) for k in names}
        return cls(**joined, rests=parts[0].rests)

    def select(self, games: NDArray[np.intp]) -> Luck:
        """Return the luck of the games with the indices `games`.

        If an index occurs several times in `games`, its game occurs as many times in
        the result.
        """
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
    """Return the turns of a game as a key for sorting."""
    return [(turn.guess, turn.epsilon, turn.clue) for turn in game.turns]


def rest_of(spent: Floats, limit: float) -> tuple[Mask, Floats]:
    """Return which clues are within a limit, and what is left to spend after them.

    `spent` has the sum of the prices (or the number of guesses) up to each clue. The
    first array has a truth value for each clue. The second array has an element for
    each clue within the limit, and no element for any other clue.
    """
    within = at_most(spent, limit) & (spent < _MOST_NATS)
    rest = min(limit, _MOST_NATS) - spent[within]
    return within, np.maximum(rest, 0.0)


def yields(luck: Luck, limit: float) -> Floats:
    """Return the value of each game within a limit, shape (n_games,).

    If a game costs at most the limit, this is the value in `luck`. If the game costs
    more, its value within the limit is 0.
    """
    return np.where(at_most(luck.costs, limit), luck.values, 0.0)


def adjust_values(luck: Luck, limit: float = math.inf) -> Floats:
    """Return the adjusted value of each game within a limit, shape (n_games,).

    The limit is a budget in nats, or a number of guesses in games without prices.
    """
    values = yields(luck, limit)
    within, rest = rest_of(luck.spent, limit)
    game = np.repeat(np.arange(len(luck)), luck.turns)[within]
    # `subtract.at` goes through the clues in order, so that the sums always have the
    # same bits.
    clues = np.flatnonzero(within)
    np.subtract.at(values, game, interpolate(luck.luck, luck.rests, rest, clues))
    return values
