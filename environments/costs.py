"""Costs of moves, and the luck of their clues, for `info` of an environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from game.clues import all_correct
from game.hard import Hard
from game.protocol import Move, Setting
from game.record import Turn
from game.words import Vocabulary
from solver.advice.costs import LONGEST, CachedJudge, key_of
from solver.advice.noisy_costs import NoisyJudge
from solver.optimal.search import MAX_GUESSES
from solver.optimal.state_kernel import State

EFFORT = 500_000_000
"""Limit of clues that the search of one number reads: half a second."""


class Interval(NamedTuple):
    """The cost of all games of a position together, as an interval.

    `low` is a proved lower bound, `high` the cost of a tree that was found; they are
    equal if the cost is exact. `Judge.parts` separates games lost and guesses.
    """

    low: float
    high: float


class ClassicCosts:
    """Costs of guesses of classic Wordle, in guesses.

    A cost is the mean number of guesses that a guess adds to those of the best one: of
    those that win the most games within `max_turns`, one with the fewest guesses. A
    lost game counts as one guess more than `max_turns`. Luck is the mean number
    expected after the guess, less that after its clue. So a game has as many guesses as
    expected at its start, plus all costs, less all luck.

    The limit is ignored where `Judge` ignores it.

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
        self.judge = CachedJudge(unweighted, hard, effort, max_turns)
        # Without a limit, every position has the same guesses left.
        self._left: dict[str, Any] = {} if self.judge.limit else {"left": LONGEST}
        self._totals: dict[tuple[bytes, bytes, int, str], Interval] = {}

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the cost and luck of a guess after some turns, for `info`."""
        search = self.judge.search
        self.judge.renew()
        history = [(turn.guess, turn.clue) for turn in turns]
        before = search.after(history)._replace(**self._left)
        best, total = self.best_total(before), self.total(before, move.guess)
        games = before.answers.size
        step = search.step(before)  # of the guess alone, in all games together
        later, later_games = Interval(0, 0), 1
        if clue is not None and not won:
            after = search.replies(before, move.guess)[clue]._replace(**self._left)
            later, later_games = self.best_total(after), after.answers.size
        exact = all(low == high for low, high in (best, total, later))
        best, total, later = (
            Interval(*(sum(self.judge.parts(number)) for number in cost))
            for cost in (best, total, later)
        )
        # A guess needs fewer than the best one only if it wins fewer games.
        least = total.low - best.high if exact else max(0.0, total.low - best.high)
        cost = least / games, (total.high - best.low) / games
        expected = [(number - step) / games for number in total]
        luck = (
            expected[0] - later.high / later_games,
            expected[1] - later.low / later_games,
        )
        return {
            "cost": cost[0],
            "cost_bounds": np.array(cost),
            "luck": luck[0],
            "luck_bounds": np.array(luck),
            "exact": exact,
        }

    def best_total(self, state: State) -> Interval:
        """Return the cost of all games of a position under perfect play."""
        value = self.judge.best(state, candidates=1)
        low = value.guesses if value.exact else self.judge.search.floor(state)
        return Interval(low, value.guesses)

    def total(self, state: State, guess: str) -> Interval:
        """Return the cost of all games of a position if a guess comes next."""
        search, best = self.judge.search, self.judge.best(state, candidates=1)
        if best.exact and guess == best.word:
            return Interval(best.guesses, best.guesses)
        key = key_of(state, guess)
        if key not in self._totals:
            value = self.judge.cost(state, guess)
            low = value.guesses
            if not value.exact:
                replies = search.replies(state, guess)
                replies.pop(all_correct(search.vocabulary.length), None)
                later = sum(self.best_total(after).low for after in replies.values())
                low = search.step(state) + later
            self._totals[key] = Interval(low, value.guesses)
        return self._totals[key]


class NoisyCosts:
    """Cost and luck of moves whose clues may be wrong, in bits.

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
        """Return the cost and luck of a move after some turns, for `info`."""
        rated = self.judge.rate(turns, move, clue, found=won)
        return {"cost": rated.cost, "luck": rated.luck, "exact": True}
