"""Regret of moves against perfect play, and the luck of their clues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from game.channels.named import channel_of
from game.clues import all_correct
from game.hard import Hard
from game.protocol import Move, Setting
from game.record import Turn
from game.words import Vocabulary
from solver.advice.costs import CachedJudge, load_openings
from solver.advice.insights import belief_after
from solver.belief.measures import BestPosterior, Information, best_scores
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import clue_matrix
from solver.optimal.openings import Judgement
from solver.optimal.state_kernel import State

EFFORT = 500_000_000
"""Limit of clues that the search of one number reads: half a second."""

_CACHED = 1 << 16  # positions, each with a price, whose best scores are kept


class Interval(NamedTuple):
    """The guesses of all games of a position together, as an interval.

    `low` is a proved lower bound, `high` the cost of a tree that was found; they are
    equal if the cost is exact.
    """

    low: float
    high: float


class ClassicRegret:
    """Regret of guesses of classic Wordle, in guesses, without a limit of turns.

    A regret is the mean number of guesses that a guess adds to those of the best one.
    Luck is the mean number expected after the guess, less that after its clue. So a won
    game has as many guesses as expected at its start, plus all regrets, less all luck.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> rated = ClassicRegret(words).rate([], Move("found", np.inf), 78, won=False)
    >>> round(float(rated["regret"]), 4), round(float(rated["luck"]), 4), rated["exact"]
    (0.3333, -0.5, True)
    """

    def __init__(
        self, vocabulary: Vocabulary, hard: Hard = Hard.OFF, effort: int = EFFORT
    ) -> None:
        unweighted = Vocabulary(vocabulary.answers, vocabulary.guesses)
        self.judge = CachedJudge(unweighted, hard, effort)
        self._start = self.judge.search.start()
        self._costs: dict[tuple[bytes, bytes, str], Interval] = {}

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the regret and luck of a guess after some turns, for `info`."""
        search = self.judge.search
        self.judge.renew()
        history = [(turn.guess, turn.clue) for turn in turns]
        limit = self._start.left  # of guesses, the same in every position
        before = search.after(history)._replace(left=limit)
        best, cost = self.best_cost(before), self.cost(before, move.guess)
        games = before.answers.size
        own_cost = search.step(before)  # of the guess alone, in all games together
        next_cost, next_games = Interval(0, 0), 1
        if clue is not None and not won:
            after = search.replies(before, move.guess)[clue]._replace(left=limit)
            next_cost, next_games = self.best_cost(after), after.answers.size
        # A guess costs no less than the best one.
        regret = max(0.0, cost.low - best.high) / games, (cost.high - best.low) / games
        expected = [(number - own_cost) / games for number in cost]
        luck = (
            expected[0] - next_cost.high / next_games,
            expected[1] - next_cost.low / next_games,
        )
        return {
            "regret": regret[0],
            "regret_bounds": np.array(regret),
            "luck": luck[0],
            "luck_bounds": np.array(luck),
            "exact": all(low == high for low, high in (best, cost, next_cost)),
        }

    def best_cost(self, state: State) -> Interval:
        """Return the guesses of all games of a position under perfect play."""
        if best := self._best_opening(state):
            return self.cost(state, best.opening)
        value = self.judge.best(state, candidates=1)
        low = value.guesses if value.exact else self.judge.search.floor(state)
        return Interval(low, value.guesses)

    def cost(self, state: State, guess: str) -> Interval:
        """Return the guesses of all games of a position if a guess comes next."""
        search, best = self.judge.search, self._best_opening(state)
        # The total is of games of six guesses: in hard mode longer ones need fewer.
        if best and guess == best.opening and search.hard is Hard.OFF:
            return Interval(best.guesses, best.guesses)
        key = state.answers.tobytes(), state.tag.tobytes(), guess
        if key not in self._costs:
            value = self.judge.cost(state, guess)
            low = value.guesses
            if not value.exact:
                replies = search.replies(state, guess)
                replies.pop(all_correct(search.vocabulary.length), None)
                later = sum(self.best_cost(after).low for after in replies.values())
                low = search.step(state) + later
            self._costs[key] = Interval(low, value.guesses)
        return self._costs[key]

    def _best_opening(self, state: State) -> Judgement | None:
        """Return the best opening at the start of a game, if it is shipped."""
        if state.answers.size < self._start.answers.size:
            return None
        file = load_openings(self.judge.search.vocabulary, self.judge.search.hard)
        return file.best if file is not None and file.is_complete else None


class NoisyRegret:
    """Regret of words against the best ones at the same price, through a noisy channel.

    In bits of information, and in the chance to name the secret after the clue; that of
    a final answer is against the likeliest one. Luck is what the clue gave, less what
    it gives on average. In Fibble the chance is that of a win by the next guess.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> turns = [Turn("found", 9.0, 78)]
    >>> regret = NoisyRegret(Setting(words))
    >>> rated = regret.rate(turns, Move("mount", 0.0), None, won=True)
    >>> rated["regret"]["bits"], round(rated["regret"]["posterior"], 4)
    (0.0, 0.0)
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.channel = channel_of(setting)
        self.matrix = clue_matrix(setting.vocabulary, setting.rule)
        self._best_of = lru_cache(maxsize=_CACHED)(self._find_best)

    def rate(
        self, turns: Sequence[Turn], move: Move, clue: int | None, won: bool
    ) -> dict[str, Any]:
        """Return the regret and luck of a move after some turns, for `info`.

        The clue of a final answer is None. Values are pairs of bits and a chance.
        """
        words = self.setting.vocabulary
        belief = belief_after(self.setting, turns)
        chances = belief.probabilities
        if clue is None:
            answer = float(chances[words.answer_index[move.guess]])
            best, expected = (0.0, float(chances.max())), (0.0, answer)
            gained = 0.0, float(won)
        else:
            row, price = self.matrix[words.guess_index[move.guess]], move.epsilon
            best = self._best_of(tuple(turns), price)
            arguments = row[None], chances, price, words.length
            bits = information(*arguments, channel=self.channel)
            chance = best_posterior(*arguments, channel=self.channel)
            expected = float(bits[0]), float(chance[0])
            if won:
                gained = belief.entropy, 1.0
            else:
                after = belief.update(row, clue, price, words.length, self.channel)
                likeliest = float(after.probabilities.max())
                gained = belief.entropy - after.entropy, likeliest
        return {
            "regret": _differences(best, expected),
            "luck": _differences(gained, expected),
            "exact": True,
        }

    def _find_best(self, turns: tuple[Turn, ...], price: float) -> tuple[float, float]:
        """Return the most bits and the largest best posterior of any word."""
        belief = belief_after(self.setting, turns).probabilities
        length, channel = self.setting.vocabulary.length, self.channel
        measures = (
            Information(belief, length, price, channel=channel),
            BestPosterior(belief, length, price, channel=channel),
        )
        bits, chance = (best_scores(each, self.matrix).max() for each in measures)
        return float(bits), float(chance)


def _differences(
    values: tuple[float, float], references: tuple[float, float]
) -> dict[str, float]:
    return {"bits": values[0] - references[0], "posterior": values[1] - references[1]}
