"""Luck of clues: what measures of the belief are more than was to be expected.

The law of every clue is known before the clue is seen, whoever plays: it follows from
the belief, the guess and its price. So is the expectation of any measure of the belief
after it. What the measure exceeds it by is luck: given all that happened before, its
mean is 0, unless the player knows more than the clues say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.shared_turns import Turns, index_of, number_distinct
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

Floats = NDArray[np.float64]

TOGETHER = 128
"""Games whose guesses are measured at once, which is faster."""

# Of a belief: its entropy H in nats, the largest probability M, the logarithm R of the
# sum of squares, H**2, M**2 and H M; all are 0 after a right guess that ends the game.
# The last measure is 1 after that one, else 0.
MEASURES = 7
RIGHT = MEASURES - 1

_LEAST = 1e-200  # sum of beliefs below which they are computed from logarithms


@dataclass(frozen=True, eq=False, slots=True)
class Guesses:
    """One guess of each of some games, and what could follow.

    `games` are indices, `turn` counts the guesses from 0, and `spent` is what all
    guesses up to this one cost. Equal guesses after equal clues are one step, and
    `step` is that of each game. Outcomes are the clues, and last that the guess is
    right and ends the game: `chances` has shape (n_outcomes, n_steps), `measures`
    (MEASURES, n_outcomes, n_steps). `seen` is the outcome that followed, by game.
    `beliefs` before the guess, its `rows` of the clue matrix and `prices` are by step.
    """

    games: NDArray[np.intp]
    turn: int
    spent: Floats
    step: NDArray[np.intp]
    chances: Floats
    measures: Floats
    seen: NDArray[np.intp]
    beliefs: Floats
    rows: NDArray[np.unsignedinteger]
    prices: Sequence[float]

    @property
    def followed(self) -> Floats:
        """Measures of what followed, shape (MEASURES, n_games)."""
        return self.measures[:, self.seen, self.step]

    @property
    def expected(self) -> Floats:
        """Expectation of the measures, shape (MEASURES, n_games)."""
        means = np.add.accumulate(self.chances * self.measures, axis=1)[:, -1]
        return means[:, self.step]


OnGuesses = Callable[[Guesses, NDArray[np.intp]], None]


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
        index: NDArray[np.intp],
        setting: Setting,
    ) -> None:
        self.index, self.turns, self.setting = index, turns, setting
        self.counts = turns.counts[index]
        self.channel, self.is_priced = channel_of(setting), setting.mode.priced
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
        self, games: NDArray[np.intp], move: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], list[float], NDArray[np.intp]]:
        """Return the words and prices of the steps of games, and the step of each game.

        Beliefs are by step from then on.
        """
        first, step = number_distinct(self._state[games], move)
        parents = self._state[games[first]]
        self._beliefs, self._logs = self._beliefs[parents], self._logs[parents]
        self._state[games] = step
        words, prices = self.turns.words, self.turns.prices
        return words[move[first]], prices[move[first]].tolist(), step

    def _guess(
        self, games: NDArray[np.intp], turn: int, spent: Floats, move: NDArray[np.intp]
    ) -> Guesses:
        """Return a guess of each of some games, and what could follow."""
        words, prices, step = self._number_steps(games, move)
        rows = self.matrix[words]
        chances, measures = next_beliefs(
            *(self._beliefs, self._logs, rows, prices),
            *(self.setting.vocabulary.length, self.channel),
            ends=not self.is_priced,
        )
        seen = self.turns.clue[self._starts[games] + turn]
        if not self.is_priced:
            seen[self._is_right(games, turn)] = len(chances)
        return Guesses(
            games=games,
            turn=turn,
            spent=spent,
            step=step,
            chances=np.vstack([chances, self._right_chances(words)]),
            measures=_all_measures(*measures),
            seen=seen,
            beliefs=self._beliefs,
            rows=rows,
            prices=prices,
        )

    def _right_chances(self, words: NDArray[np.intp]) -> Floats:
        """Return how probable it is that guesses are right and end their games."""
        chances, vocabulary = np.zeros(len(words)), self.setting.vocabulary
        for step, word in enumerate([] if self.is_priced else words.tolist()):
            answer = vocabulary.answer_index.get(vocabulary.guesses[word])
            if answer is not None:
                chances[step] = self._beliefs[step, answer]
        return chances

    def _is_right(self, games: NDArray[np.intp], turn: int) -> NDArray[np.bool_]:
        """Return which games without prices are won by a guess."""
        is_right = self.turns.is_right[self._starts[games] + turn]
        return np.zeros_like(is_right) if self.is_priced else is_right

    def _update(self, guesses: Guesses) -> None:
        """Update the beliefs by Bayes' rule; they are by step and clue from then on."""
        games = guesses.games
        clue = self.turns.clue[self._starts[games] + guesses.turn]
        first, state = number_distinct(guesses.step, clue)
        steps, goes_on = guesses.step[first], self.counts[games] > guesses.turn + 1
        laws = self._laws(clue[first].tolist(), [guesses.prices[k] for k in steps])
        is_won = np.bincount(state, ~self._is_right(games, guesses.turn)) == 0
        laws[0, is_won], laws[1, is_won] = 1.0, 0.0  # no clue follows
        after, log_after = np.empty((2, len(first), self._beliefs.shape[1]))
        if not update_beliefs(
            *(self._beliefs, self._logs, guesses.rows, steps, *laws),
            *(np.bincount(state, goes_on) == 0, _LEAST, after, log_after),
        ):
            raise RecordError("a game whose clues no answer fits")
        self._beliefs, self._logs, self._state[games] = after, log_after, state
        self._end(games[~goes_on])

    def _laws(self, clues: Sequence[Clue], prices: Sequence[float]) -> Floats:
        """Return likelihoods of clues by the true one, and their logarithms.

        The shape is (2, n_pairs, n_clues).
        """
        length, pairs = self.setting.vocabulary.length, zip(clues, prices, strict=True)
        laws = [_likelihoods(self.channel, *pair, length) for pair in pairs]
        return np.array([*zip(*laws, strict=True)])

    def _end(self, games: NDArray[np.intp]) -> None:
        """Set the values of games with prices that are over."""
        answered = games[self._finals[games] >= 0]
        beliefs = self._beliefs[self._state[answered], self._finals[answered]]
        self.values[answered] = beliefs


def _all_measures(entropy: Floats, top: Floats, squares: Floats) -> Floats:
    """Return all measures after each outcome, shape (MEASURES, n_outcomes, n_steps)."""
    measures = np.zeros((MEASURES, len(top) + 1, top.shape[1]))
    measures[:3, :-1] = entropy, top, squares
    measures[3:6, :-1] = entropy * entropy, top * top, entropy * top
    measures[RIGHT, -1] = 1.0
    return measures


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
    their clues. The others are by clue, in the order of the games: `spent` as `Guesses`
    has it, `measures` of what followed the guess, and `gains`, these less their
    expectation. The last two have shape (n_clues, MEASURES).
    """

    values: Floats
    costs: Floats
    turns: NDArray[np.uint16]
    spent: Floats
    measures: NDArray[np.float32]
    gains: NDArray[np.float32]

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
        played = Turns.of(games, setting.vocabulary)
        order = played.order()
        walks = (
            Walk(games, played, order[start : start + TOGETHER], setting)
            for start in range(0, len(games) or 1, TOGETHER)
        )
        walked = (_collect_luck(walk, on_guesses) for walk in walks)
        values, *by_clue = map(np.concatenate, zip(*walked, strict=True))
        turns = played.counts.astype(np.uint16)
        # Back in the order of the games.
        clues = np.argsort(np.repeat(order, turns[order]), kind="stable")
        by_clue = [array[clues] for array in by_clue]
        return cls(
            values[np.argsort(order)],
            np.fromiter(map(cost_of, games), float),
            turns,
            *by_clue,
        )

    def __len__(self) -> int:
        return len(self.values)

    @property
    def places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The game of each clue, and its number in the game, from 0."""
        game = np.repeat(np.arange(len(self)), self.turns)
        starts = np.cumsum(self.turns, dtype=int) - self.turns
        return game, np.arange(len(game)) - starts[game]

    @classmethod
    def join(cls, parts: Sequence[Luck]) -> Luck:
        """Return the luck of all games of some parts."""
        names = (field.name for field in fields(cls))
        arrays = ([getattr(part, name) for part in parts] for name in names)
        return cls(*map(np.concatenate, arrays))

    def __add__(self, later: Luck) -> Luck:
        """Return the luck of these games and of later ones."""
        return Luck.join([self, later])

    def first(self, count: int) -> Luck:
        """Return the luck of the first games."""
        clues = int(self.turns[:count].sum(dtype=int))
        return Luck(
            *(self.values[:count], self.costs[:count], self.turns[:count]),
            *(self.spent[:clues], self.measures[:clues], self.gains[:clues]),
        )


def cost_of(game: Game) -> float:
    """Return the budget of a game in nats, or its number of guesses."""
    return game.budget if game.mode.priced else float(len(game.turns))


def _collect_luck(walk: Walk, on_guesses: OnGuesses | None) -> tuple[Floats, ...]:
    """Return what the games of a walk yield, and by clue what `Luck` has."""
    shape = len(walk.index), walk.counts.max(initial=0)
    spent = np.empty(shape)
    measures, gains = np.empty((2, *shape, MEASURES), np.float32)
    for guesses in walk:
        where = guesses.games, guesses.turn
        followed = guesses.followed
        spent[where], measures[where] = guesses.spent, followed.T
        gains[where] = (followed - guesses.expected).T
        if on_guesses:
            on_guesses(guesses, walk.index[guesses.games])
    played = np.arange(shape[1]) < walk.counts[:, None]
    return walk.values, spent[played], measures[played], gains[played]
