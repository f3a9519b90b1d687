"""Regret of moves against perfect play, and the luck of their clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule, all_correct
from game.hard import Hard
from game.record import Turn
from game.words import Vocabulary
from solver.advice.costs import CachedJudge, shipped
from solver.belief.belief import Belief
from solver.belief.measures import BestPosterior, Information, best_scores
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import clue_matrix
from solver.optimal.openings import Judgement
from solver.optimal.state_kernel import State

EFFORT = 500_000_000
"""Limit of clues that the search of one number reads: half a second."""

_MOST_CACHED = 1 << 16  # positions whose best scores are kept


class Interval(NamedTuple):
    """A proved lower bound of a cost, and the cost of a tree; equal if exact."""

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
    >>> rated = ClassicRegret(words).rate([], "found", np.inf, 78, won=False)
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
        self,
        turns: Sequence[Turn],
        guess: str,
        epsilon: float,
        clue: int | None,
        won: bool,
    ) -> dict[str, Any]:
        """Return the regret and luck of a guess after some turns, for `info`."""
        search = self.judge.search
        self.judge.renew()
        known = [(turn.guess, turn.clue) for turn in turns]
        before = self._unlimited(search.after(known))
        best, cost = self.best(before), self.cost(before, guess)
        count, step = before.answers.size, search.step(before)
        then, left = Interval(0, 0), 1
        if clue is not None and not won:
            after = self._unlimited(search.replies(before, guess)[clue])
            then, left = self.best(after), after.answers.size
        # A guess costs no less than the best one.
        regret = max(0.0, cost.low - best.high) / count, (cost.high - best.low) / count
        expected = [(number - step) / count for number in cost]
        luck = expected[0] - then.high / left, expected[1] - then.low / left
        return {
            "regret": regret[0],
            "regret_bounds": np.array(regret),
            "luck": luck[0],
            "luck_bounds": np.array(luck),
            "exact": all(low == high for low, high in (best, cost, then)),
        }

    def best(self, state: State) -> Interval:
        """Return the guesses of all games of a position under perfect play."""
        if opening := self._opening(state):
            return self.cost(state, opening.opening)
        value = self.judge.best(state, 1)
        low = value.guesses if value.exact else self.judge.search.floor(state)
        return Interval(low, value.guesses)

    def cost(self, state: State, guess: str) -> Interval:
        """Return the guesses of all games of a position if a guess comes next."""
        search, opening = self.judge.search, self._opening(state)
        # In hard mode they are fewer where games may be longer than six guesses.
        if opening and guess == opening.opening and search.hard is Hard.OFF:
            return Interval(opening.guesses, opening.guesses)
        key = state.answers.tobytes(), state.tag.tobytes(), guess
        if key not in self._costs:
            value = self.judge.cost(state, guess)
            low = value.guesses
            if not value.exact:
                replies = search.replies(state, guess)
                replies.pop(all_correct(search.vocabulary.length), None)
                parts = sum(self.best(after).low for after in replies.values())
                low = search.step(state) + parts
            self._costs[key] = Interval(low, value.guesses)
        return self._costs[key]

    def _opening(self, state: State) -> Judgement | None:
        """Return the best opening at the start of a game, if it is shipped."""
        if state.answers.size < self._start.answers.size:
            return None
        file = shipped(self.judge.search.vocabulary, self.judge.search.hard)
        return file.best if file is not None and file.is_complete else None

    def _unlimited(self, state: State) -> State:
        """Return a state with as many guesses left as at the start."""
        return state._replace(left=self._start.left)


class NoisyRegret:
    """Regret of words of WORDPL against the best ones at the same price.

    In bits of information, and in the chance to name the secret after the clue; that of
    a final answer is against the likeliest one. Luck is what the clue gave, less what
    it gives on average.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> turns = [Turn("found", 9.0, 78)]
    >>> rated = NoisyRegret(words).rate(turns, "mount", 0.0, None, won=True)
    >>> rated["regret"]["bits"], round(rated["regret"]["posterior"], 4)
    (0.0, 0.0)
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.matrix = clue_matrix(vocabulary, Rule.LETTERWISE)
        self._best: dict[tuple[object, ...], tuple[float, float]] = {}

    def rate(
        self,
        turns: Sequence[Turn],
        guess: str,
        epsilon: float,
        clue: int | None,
        won: bool,
    ) -> dict[str, Any]:
        """Return the regret and luck of a move after some turns, for `info`.

        The clue of a final answer is None.
        """
        words, length = self.vocabulary, self.vocabulary.length
        belief = Belief.uniform(len(words.answers))
        for turn in turns:
            row = self.matrix[words.guess_index[turn.guess]]
            belief = belief.update(row, turn.clue, turn.epsilon, length)
        chances = belief.probabilities
        if clue is None:
            chance = float(chances[words.answer_index[guess]])
            return _rated(0.0, float(chances.max()) - chance, 0.0, float(won) - chance)
        row = self.matrix[words.guess_index[guess]]
        bits = float(information(row[None], chances, epsilon, length)[0])
        chance = float(best_posterior(row[None], chances, epsilon, length)[0])
        most_bits, most = self._most(tuple(turns), chances, epsilon)
        after = belief.update(row, clue, epsilon, length)
        gained = belief.entropy - after.entropy
        top = float(after.probabilities.max())
        return _rated(most_bits - bits, most - chance, gained - bits, top - chance)

    def _most(
        self, turns: tuple[Turn, ...], chances: NDArray[np.float64], epsilon: float
    ) -> tuple[float, float]:
        """Return the most bits and the largest best posterior of any word."""
        key = (*turns, epsilon)
        if key not in self._best:
            if len(self._best) >= _MOST_CACHED:
                self._best.clear()
            price = self.vocabulary.length, epsilon
            bits = best_scores(Information(chances, *price), self.matrix).max()
            chance = best_scores(BestPosterior(chances, *price), self.matrix).max()
            self._best[key] = float(bits), float(chance)
        return self._best[key]


def _rated(
    bits: float, posterior: float, bits_luck: float, posterior_luck: float
) -> dict[str, Any]:
    return {
        "regret": {"bits": bits, "posterior": posterior},
        "luck": {"bits": bits_luck, "posterior": posterior_luck},
        "exact": True,
    }
