"""Costs of moves, and the luck of their clues, for `info` of an environment.

The cost of a move says how much worse the move is than the best move. The luck of a
clue says how much better the clue is than clues to this move are on average. `info` is
the dictionary that a step of a Gymnasium environment returns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from game.clues import all_correct
from game.hard import Hard
from game.protocol import Move, Setting
from game.record import Turn
from game.words import Vocabulary
from solver.advice.costs import LONGEST, Judge, StateKey, key_of
from solver.advice.noisy_costs import NoisyJudge
from solver.optimal.search import MAX_GUESSES
from solver.optimal.state_kernel import State

EFFORT = 500_000_000
"""Largest number of clues that one search for a total cost may read.

A search that reaches this limit takes about half a second.
"""


class Interval(NamedTuple):
    """A lower and an upper bound of a number, such as the total cost of a position.

    The lower bound `low` is proved. A known decision tree reaches the upper bound
    `high`. If the bounds are equal, the number is exact. The total cost of a position
    counts the guesses and the lost games of all its games; `Judge.parts` splits a total
    cost into these two numbers.
    """

    low: float
    high: float


class ClassicCosts:
    """Costs of guesses of classic Wordle, in guesses.

    The cost of a guess is the mean number of guesses that this guess adds, compared
    with the best guess. The best guess wins the most games within `max_turns`. If
    several guesses win equally many games, the best of them is the guess with which the
    games need the fewest guesses. A lost game counts as ``max_turns + 1`` guesses. The
    luck of a clue is the mean number of further guesses that was expected before the
    clue, minus the mean number that is expected after the clue. So the number of
    guesses of a game is the number that was expected at the start, plus all costs,
    minus all luck.

    For very long lists of answers, `Judge` ignores the limit `max_turns`, and this
    class ignores the limit, too.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> rated = ClassicCosts(words).rate([], Move("found", np.inf), 78, won=False)
    >>> round(float(rated["cost"]), 4), round(float(rated["luck"]), 4), rated["exact"]
    (0.3333, -0.5, True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        effort: int = EFFORT,
        max_turns: int = MAX_GUESSES,
    ) -> None:
        unweighted = Vocabulary(vocabulary.answers, vocabulary.guesses)
        self.judge = Judge(unweighted, hard, effort, max_turns)
        # Without a limit, all positions have the same number of guesses left.
        self._left: dict[str, Any] = {} if self.judge.limit else {"left": LONGEST}
        self._totals: dict[tuple[StateKey, str], Interval] = {}

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the cost of a guess and the luck of its clue, as entries of `info`.

        `turns` are the turns before the guess, and `move` is the guess. `clue` is the
        clue of the guess, or None if the guess got no clue. `won` says whether the
        guess wins the game.
        """
        self.judge.renew()
        before = self._state_after(turns)
        best = self._count_guesses(self.best_total(before), before)
        total_cost = self.total(before, move.guess)
        total = self._count_guesses(total_cost, before)
        games = before.answers.size
        later = Interval(0, 0)
        later_games = 1
        if clue is not None and not won:
            after = self._state_after([*turns, Turn(move.guess, move.epsilon, clue)])
            later = self._count_guesses(self.best_total(after), after)
            later_games = after.answers.size
        exact = all(low == high for low, high in (best, total, later))

        # The best guess wins the most games. A guess that loses more games than the
        # best guess may need fewer guesses, so its cost may be negative.
        may_lose = self.judge.parts(total_cost.high).lost > 0
        least = -math.inf if may_lose else 0.0
        step = self.judge.search.step(before)
        cost = Interval(
            max(least, total.low - best.high) / games,
            (total.high - best.low) / games,
        )

        # `step` is the cost that the guess itself adds, summed over all games.
        luck = Interval(
            (total.low - step) / games - later.high / later_games,
            (total.high - step) / games - later.low / later_games,
        )
        return {
            "cost": cost.low,
            "cost_bounds": np.array(cost),
            "luck": luck.low,
            "luck_bounds": np.array(luck),
            "exact": exact,
        }

    def _state_after(self, turns: Sequence[Turn]) -> State:
        history = [(turn.guess, turn.clue) for turn in turns]
        return self.judge.search.after(history)._replace(**self._left)

    def _count_guesses(self, cost: Interval, state: State) -> Interval:
        """Return bounds of the number of guesses in all games of the position `state`.

        `cost` has bounds of the total cost of the position. A lost game counts as one
        guess more than the limit.
        """
        least, most = (self.judge.parts(total).lost for total in cost)
        if least == most:
            low, high = (self.judge.count_guesses(total) for total in cost)
            return Interval(low, high)

        # The number of lost games is not known exactly. A tree that loses fewer games
        # may need more or fewer guesses than another tree. So only this is known: a
        # game takes at least 1 guess, and at most ``state.left + 1`` guesses.
        games = state.answers.size
        return Interval(games, games * (state.left + 1))

    def best_total(self, state: State) -> Interval:
        """Return bounds of the total cost of the position `state` under perfect play.

        The total is the sum over all games of the position. The position has one game
        for each answer that is left.
        """
        value = self.judge.best(state, candidates=1)
        low = value.total if value.exact else self.judge.search.floor(state)
        return Interval(low, value.total)

    def total(self, state: State, guess: str) -> Interval:
        """Return bounds of the total cost of the position `state` after `guess`.

        The total cost includes `guess` itself. After `guess`, the best guesses follow.
        """
        search = self.judge.search
        best = self.judge.best(state, candidates=1)
        if best.exact and guess == best.word:
            return Interval(best.total, best.total)
        key = key_of(state), guess
        if key not in self._totals:
            value = self.judge.cost(state, guess)
            low = value.total
            if not value.exact:
                replies = search.replies(state, guess)
                replies.pop(all_correct(search.vocabulary.length), None)
                later = sum(self.best_total(after).low for after in replies.values())
                low = search.step(state) + later
            self._totals[key] = Interval(low, value.total)
        return self._totals[key]


class NoisyCosts:
    """Rates moves in games whose clues may be wrong: the cost and the luck.

    Both numbers are in bits. But if at most one more move can follow a guess, and for
    the final answer of WORDPL, both are chances to win.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> turns = [Turn("found", 9.0, 78)]
    >>> rated = NoisyCosts(Setting(words)).rate(turns, Move("mount", 0.0), None, True)
    >>> rated["cost"], round(rated["luck"], 4)
    (0.0, 0.5067)
    """

    def __init__(self, setting: Setting) -> None:
        self.judge = NoisyJudge(setting)

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the cost of a move and the luck of its clue, as entries of `info`.

        `turns` are the turns before the move `move`. `clue` is the clue of the move, or
        None if the move got no clue. `won` says whether the move wins the game.
        """
        rated = self.judge.rate(turns, move, clue, found=won)
        return {"cost": rated.cost, "luck": rated.luck, "exact": True}
