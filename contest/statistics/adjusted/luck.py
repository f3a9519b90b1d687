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
(docs/reference/statistics.md), not bounded by a proof.

Proof. The sum telescopes: V after a clue is V before the next move. A move beyond the
budget has V = 0 after every clue, and so no luck. At the end within the budget X is at
most the largest probability M, and V at least M; beyond the budget both are 0.

The estimator is that of N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling
(2018), "AIVAT: A new variance reduction technique for agent evaluation in imperfect
information games".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.shared_turns import Turns, index_of, number_distinct
from contest.statistics.adjusted.values import Value, interpolate
from contest.statistics.quantiles import at_most
from game.arrays import Floats, Indices, Mask, Matrix
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue
from game.elementary import log
from game.protocol import Outcome, Setting
from game.record import Game, RecordError
from solver.belief.answers_kernel import update_beliefs
from solver.belief.next_beliefs import next_beliefs
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import exp
from solver.numeric.value_kernel import luck_of_outcomes

TOGETHER = 128
"""Games whose guesses are measured at once, which is faster."""

_LEAST = 1e-200  # sum of beliefs below which they are computed from logarithms
_MOST_NATS = 1e9  # in place of a larger budget


@dataclass(frozen=True, eq=False, slots=True)
class Guesses:
    """One guess of each of some games, and what could follow.

    `games` are indices, `turn` counts the guesses from 0, and `spent` is what all
    guesses up to this one cost. Equal guesses after equal clues are one step, and
    `step` is the step of each game. Outcomes are the clues, and last that the guess is
    right and ends the game: `chances` has shape (n_outcomes, n_steps), and `luck`,
    by V for each of the numbers `rests`, (n_steps, n_rests, n_outcomes). `seen` is the
    outcome that followed, by game. `beliefs` before the guess, its `rows` of the clue
    matrix and `prices` are by step.
    """

    games: Indices
    turn: int
    spent: Floats
    step: Indices
    chances: Floats
    luck: Floats
    rests: Floats
    seen: Indices
    beliefs: Floats
    rows: Matrix
    prices: Sequence[float]


OnGuesses = Callable[[Guesses, Indices], None]


class Walk:
    """Some games that are replayed side by side, guess by guess.

    `index` has their indices in `games`, whose turns are `turns`. Equal guesses after
    equal clues are measured once. After the iteration, `values` are what the games
    yield: the exact chance that the final answer is right, or 1 for a win and 0 for a
    loss of a game without prices. Raises `RecordError` when a word is not in the
    vocabulary, or no answer fits.
    """

    def __init__(
        self,
        games: Sequence[Game],
        turns: Turns,
        index: Indices,
        setting: Setting,
    ) -> None:
        self.index = index
        self.turns = turns
        self.setting = setting
        self.counts = turns.counts[index]
        self.channel = channel_of(setting)
        self.is_priced = setting.mode.priced
        self.value = Value.of(setting)
        self.matrix = clue_matrix(setting.vocabulary, setting.rule)
        self._starts = (np.cumsum(turns.counts) - turns.counts)[index]
        played = [games[k] for k in index]
        if self.is_priced:
            self._finals = np.array([self._final(game) for game in played], np.intp)
            self.values = np.zeros(len(index))
        else:
            self._finals = np.full(len(index), -1)
            self.values = np.array(
                [game.outcome is Outcome.WON for game in played], float
            )

        # All games begin with the same belief: every answer is equally probable.
        answers = len(setting.vocabulary.answers)
        # Beliefs that games are in, their logarithms, and the number of each game's.
        self._beliefs = np.full((1, answers), 1 / answers)
        self._logs = np.full((1, answers), -log(answers))
        self._state = np.zeros(len(index), np.intp)

    def _final(self, game: Game) -> int:
        """Return the index of a game's final answer, -1 where it has none."""
        if game.outcome not in (Outcome.WON, Outcome.WRONG):
            return -1
        return index_of(game.final, self.setting.vocabulary.answer_index)

    def __iter__(self) -> Iterator[Guesses]:
        """Yield the guesses of each turn, of the games that have it."""
        self._end(np.flatnonzero(self.counts == 0))
        spent = np.zeros(len(self.index))
        for turn in range(self.counts.max(initial=0)):
            games = np.flatnonzero(self.counts > turn)
            move = self.turns.move[self._starts[games] + turn]
            costs = self.turns.prices[move] if self.is_priced else 1.0
            with np.errstate(over="ignore"):  # an infinite sum is above every limit
                spent[games] += costs
            guesses = self._guess(games, turn, spent[games], move)
            yield guesses
            self._update(guesses)

    def _number_steps(
        self, games: Indices, move: Indices
    ) -> tuple[Indices, list[float], Indices]:
        """Return the words and prices of the steps of games, and the step of each game.

        Beliefs are by step from then on.
        """
        # Games with the same belief and the same guess are one step, and measured once.
        first, step = number_distinct(self._state[games], move)
        parents = self._state[games[first]]
        self._beliefs = self._beliefs[parents]
        self._logs = self._logs[parents]
        self._state[games] = step
        words = self.turns.words
        prices = self.turns.prices
        return words[move[first]], prices[move[first]].tolist(), step

    def _guess(
        self, games: Indices, turn: int, spent: Floats, move: Indices
    ) -> Guesses:
        """Return a guess of each of some games, and what could follow."""
        words, prices, step = self._number_steps(games, move)
        rows = self.matrix[words]
        chances, measures = next_beliefs(
            *(self._beliefs, self._logs, rows, prices),
            *(self.setting.vocabulary.length, self.channel),
            ends=not self.is_priced,
        )
        # A right guess that ends the game is one more outcome, behind all clues.
        seen = self.turns.clue[self._starts[games] + turn]
        if not self.is_priced:
            seen[self._is_right(games, turn)] = len(chances)
        chances = np.vstack([chances, self._right_chances(words)])
        luck = np.empty((len(words), len(self.value.rests), len(chances)))
        luck_of_outcomes(measures, chances, self.value.weights, luck)
        return Guesses(
            games=games,
            turn=turn,
            spent=spent,
            step=step,
            chances=chances,
            luck=luck,
            rests=self.value.rests,
            seen=seen,
            beliefs=self._beliefs,
            rows=rows,
            prices=prices,
        )

    def _right_chances(self, words: Indices) -> Floats:
        """Return how probable it is that guesses are right and end their games."""
        chances = np.zeros(len(words))
        vocabulary = self.setting.vocabulary
        for step, word in enumerate([] if self.is_priced else words.tolist()):
            answer = vocabulary.answer_index.get(vocabulary.guesses[word])
            if answer is not None:
                chances[step] = self._beliefs[step, answer]
        return chances

    def _is_right(self, games: Indices, turn: int) -> Mask:
        """Return which games without prices are won by a guess."""
        is_right = self.turns.is_right[self._starts[games] + turn]
        return np.zeros_like(is_right) if self.is_priced else is_right

    def _update(self, guesses: Guesses) -> None:
        """Update the beliefs by Bayes' rule; they are by step and clue from then on."""
        games = guesses.games
        clue = self.turns.clue[self._starts[games] + guesses.turn]
        first, state = number_distinct(guesses.step, clue)
        steps = guesses.step[first]
        goes_on = self.counts[games] > guesses.turn + 1
        laws = self._laws(clue[first].tolist(), [guesses.prices[k] for k in steps])
        is_won = np.bincount(state, ~self._is_right(games, guesses.turn)) == 0
        laws[0, is_won], laws[1, is_won] = 1.0, 0.0  # no clue follows

        # A belief that gets too small is computed from logarithms, as products vanish.
        after, log_after = np.empty((2, len(first), self._beliefs.shape[1]))
        if not update_beliefs(
            *(self._beliefs, self._logs, guesses.rows, steps, *laws),
            *(np.bincount(state, goes_on) == 0, _LEAST, after, log_after),
        ):
            raise RecordError("a game whose clues no answer fits")
        self._beliefs = after
        self._logs = log_after
        self._state[games] = state
        self._end(games[~goes_on])

    def _laws(self, clues: Sequence[Clue], prices: Sequence[float]) -> Floats:
        """Return likelihoods of clues by the true one, and their logarithms.

        The shape is (2, n_pairs, n_clues).
        """
        length = self.setting.vocabulary.length
        pairs = zip(clues, prices, strict=True)
        laws = [_likelihoods(self.channel, *pair, length) for pair in pairs]
        return np.array([*zip(*laws, strict=True)])

    def _end(self, games: Indices) -> None:
        """Set the values of games with prices that are over."""
        answered = games[self._finals[games] >= 0]
        beliefs = self._beliefs[self._state[answered], self._finals[answered]]
        self.values[answered] = beliefs


@lru_cache(maxsize=1 << 10)
def _likelihoods(
    channel: Channel, seen: Clue, price: float, length: int
) -> tuple[Floats, Floats]:
    """Return the likelihood of a clue by the true one, and its logarithm."""
    logs = channel.log_likelihoods(seen, price, length)
    return exp(logs), logs


@dataclass(frozen=True, eq=False, slots=True)
class Luck:
    """What games yield and cost, and the luck of their clues.

    `values` and `costs` are by game: the first as `Walk` returns them; the second are
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

        `on_guesses` is called with the guesses of each turn of some games, and the
        index in `games` of each of these games.
        """
        # Games that begin alike are replayed together, as they share steps.
        played = Turns.of(games, setting.vocabulary)
        order = played.order()
        walks = (
            Walk(games, played, order[start : start + TOGETHER], setting)
            for start in range(0, len(games) or 1, TOGETHER)
        )
        walked = (_collect_luck(walk, on_guesses) for walk in walks)
        values, spent, luck = map(np.concatenate, zip(*walked, strict=True))
        turns = played.counts.astype(np.uint16)
        # Back in the order of the games.
        clues = np.argsort(np.repeat(order, turns[order]), kind="stable")
        return cls(
            values=values[np.argsort(order)],
            costs=np.fromiter(map(cost_of, games), float),
            turns=turns,
            spent=spent[clues],
            luck=luck[clues],
            rests=Value.of(setting).rests,
        )

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def join(cls, parts: Sequence[Luck]) -> Luck:
        """Return the luck of all games of some parts, of one setting."""
        names = "values", "costs", "turns", "spent", "luck"
        joined = {k: np.concatenate([getattr(x, k) for x in parts]) for k in names}
        return cls(**joined, rests=parts[0].rests)

    def first(self, count: int) -> Luck:
        """Return the luck of the first games."""
        clues = int(self.turns[:count].sum(dtype=int))
        return replace(
            self,
            values=self.values[:count],
            costs=self.costs[:count],
            turns=self.turns[:count],
            spent=self.spent[:clues],
            luck=self.luck[:clues],
        )


def cost_of(game: Game) -> float:
    """Return the budget of a game in nats, or its number of guesses."""
    return game.budget if game.mode.priced else float(len(game.turns))


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


def _collect_luck(walk: Walk, on_guesses: OnGuesses | None) -> tuple[Floats, ...]:
    """Return what the games of a walk yield, and by clue what `Luck` has."""
    shape = len(walk.index), walk.counts.max(initial=0)
    spent = np.empty(shape)
    luck = np.empty((*shape, len(walk.value.rests)), np.float32)
    for guesses in walk:
        where = guesses.games, guesses.turn
        spent[where] = guesses.spent
        luck[where] = guesses.luck[guesses.step, :, guesses.seen]
        if on_guesses:
            on_guesses(guesses, walk.index[guesses.games])
    played = np.arange(shape[1]) < walk.counts[:, None]
    return walk.values, spent[played], luck[played]
