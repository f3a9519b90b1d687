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
from solver.advice.costs import CachedJudge, load_openings
from solver.advice.noisy_costs import NoisyJudge
from solver.optimal.openings import Judgement
from solver.optimal.state_kernel import State

EFFORT = 500_000_000
"""Limit of clues that the search of one number reads: half a second."""


class Interval(NamedTuple):
    """The guesses of all games of a position together, as an interval.

    `low` is a proved lower bound, `high` the cost of a tree that was found; they are
    equal if the cost is exact.
    """

    low: float
    high: float


class ClassicCosts:
    """Costs of guesses of classic Wordle, in guesses, without a limit of turns.

    A cost is the mean number of guesses that a guess adds to those of the best one.
    Luck is the mean number expected after the guess, less that after its clue. So a won
    game has as many guesses as expected at its start, plus all costs, less all luck.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> rated = ClassicCosts(words).rate([], Move("found", np.inf), 78, won=False)
    >>> round(float(rated["cost"]), 4), round(float(rated["luck"]), 4), rated["exact"]
    (0.3333, -0.5, True)
    """

    def __init__(
        self, vocabulary: Vocabulary, hard: Hard = Hard.OFF, effort: int = EFFORT
    ) -> None:
        unweighted = Vocabulary(vocabulary.answers, vocabulary.guesses)
        self.judge = CachedJudge(unweighted, hard, effort)
        self._start = self.judge.search.start()
        self._totals: dict[tuple[bytes, bytes, str], Interval] = {}

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the cost and luck of a guess after some turns, for `info`."""
        search = self.judge.search
        self.judge.renew()
        history = [(turn.guess, turn.clue) for turn in turns]
        limit = self._start.left  # of guesses, the same in every position
        before = search.after(history)._replace(left=limit)
        best, total = self.best_total(before), self.total(before, move.guess)
        games = before.answers.size
        step = search.step(before)  # of the guess alone, in all games together
        later, later_games = Interval(0, 0), 1
        if clue is not None and not won:
            after = search.replies(before, move.guess)[clue]._replace(left=limit)
            later, later_games = self.best_total(after), after.answers.size
        # No guess is better than the best one.
        cost = max(0.0, total.low - best.high) / games, (total.high - best.low) / games
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
            "exact": all(low == high for low, high in (best, total, later)),
        }

    def best_total(self, state: State) -> Interval:
        """Return the guesses of all games of a position under perfect play."""
        if best := self._best_opening(state):
            return self.total(state, best.opening)
        value = self.judge.best(state, candidates=1)
        low = value.guesses if value.exact else self.judge.search.floor(state)
        return Interval(low, value.guesses)

    def total(self, state: State, guess: str) -> Interval:
        """Return the guesses of all games of a position if a guess comes next."""
        search, best = self.judge.search, self._best_opening(state)
        # The total is of games of six guesses: in hard mode longer ones need fewer.
        if best and guess == best.opening and search.hard is Hard.OFF:
            return Interval(best.guesses, best.guesses)
        key = state.answers.tobytes(), state.tag.tobytes(), guess
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

    def _best_opening(self, state: State) -> Judgement | None:
        """Return the best opening at the start of a game, if it is shipped."""
        if state.answers.size < self._start.answers.size:
            return None
        file = load_openings(self.judge.search.vocabulary, self.judge.search.hard)
        return file.best if file is not None and file.is_complete else None


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
