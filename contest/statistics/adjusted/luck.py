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

from contest.statistics.adjusted.shared_turns import number_distinct, order_by_turns
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue
from game.elementary import log
from game.protocol import Outcome, Setting
from game.record import Game, RecordError
from solver.belief.answers_kernel import weigh
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

Step = tuple[int, tuple[str, float]]  # a belief, a guess and its price

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
    """Games that are replayed side by side, guess by guess.

    Equal guesses after equal clues are measured once. After the iteration, `values` are
    what the games yield: the exact chance that the final answer is right, or 1 for a
    win and 0 for a loss of a game without prices. Raises `RecordError` when a word is
    not in the vocabulary, or no answer fits.
    """

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        self.games, self.setting = games, setting
        self.channel, self.is_priced = channel_of(setting), setting.mode.priced
        self.matrix = clue_matrix(setting.vocabulary, setting.rule)
        self.values = np.zeros(len(games))
        answers = len(setting.vocabulary.answers)
        # Beliefs that games are in, their logarithms, and the number of each game's.
        self._beliefs = np.full((1, answers), 1 / answers)
        self._logs = np.full((1, answers), -log(answers))
        self._state = np.zeros(len(games), np.intp)

    def __iter__(self) -> Iterator[Guesses]:
        """Yield the guesses of each turn, of the games that have it."""
        spent = np.zeros(len(self.games))
        for k, game in enumerate(self.games):
            if not game.turns:
                self.values[k] = self._value(game, self._beliefs[0])
        for turn in range(max((len(game.turns) for game in self.games), default=0)):
            index = np.array(
                [k for k, game in enumerate(self.games) if len(game.turns) > turn]
            )
            turns = [self.games[k].turns[turn] for k in index]
            with np.errstate(over="ignore"):  # an infinite sum is above every limit
                spent[index] += [t.epsilon if self.is_priced else 1.0 for t in turns]
            moves = [(t.guess, t.epsilon) for t in turns]
            steps, step = number_distinct(
                zip(self._state[index].tolist(), moves, strict=True)
            )
            guesses = self._guesses(index, turn, spent[index], steps, step)
            yield guesses
            self._update(guesses, steps)

    def _row(self, word: str) -> NDArray[np.unsignedinteger]:
        try:
            index = self.setting.vocabulary.guess_index[word]
        except KeyError:
            raise _unknown_word_error(word) from None
        return np.asarray(self.matrix[index])

    def _value(self, game: Game, belief: Floats) -> float:
        """Return what a game yields whose last belief this is."""
        if not self.is_priced:
            return float(game.outcome is Outcome.WON)
        if game.outcome not in (Outcome.WON, Outcome.WRONG):
            return 0.0
        try:
            return float(belief[self.setting.vocabulary.answer_index[game.final]])
        except KeyError:
            raise _unknown_word_error(game.final) from None

    def _guesses(
        self,
        index: NDArray[np.intp],
        turn: int,
        spent: Floats,
        steps: Sequence[Step],
        step: NDArray[np.intp],
    ) -> Guesses:
        parents = [state for state, _ in steps]
        beliefs, length = self._beliefs[parents], self.setting.vocabulary.length
        rows = np.array([self._row(word) for _, (word, _) in steps])
        prices = [price for _, (_, price) in steps]
        chances, (entropy, top, squares) = next_beliefs(
            *(beliefs, self._logs[parents], rows, prices, length, self.channel),
            ends=not self.is_priced,
        )
        products = entropy * entropy, top * top, entropy * top, np.zeros_like(top)
        right = np.zeros((MEASURES, 1, len(steps)))
        right[RIGHT] = 1.0
        measures = np.hstack([np.array([entropy, top, squares, *products]), right])
        is_right = np.zeros(len(steps))
        answer_index = self.setting.vocabulary.answer_index
        seen = np.array([self.games[k].turns[turn].clue for k in index])
        if not self.is_priced:
            for k, (_, (word, _)) in enumerate(steps):
                if word in answer_index:
                    is_right[k] = beliefs[k, answer_index[word]]
            seen[[self._is_won(k, turn) for k in index]] = len(chances)
        chances = np.vstack([chances, is_right])
        after = chances, measures, seen
        return Guesses(index, turn, spent, step, *after, beliefs, rows, prices)

    def _is_won(self, game: int, turn: int) -> bool:
        """Return whether a guess wins a game without prices."""
        played = self.games[game]
        return not self.is_priced and played.turns[turn].guess == played.answer

    def _update(self, guesses: Guesses, steps: Sequence[Step]) -> None:
        """Update the beliefs by Bayes' rule, but for the games that a guess won."""
        length = self.setting.vocabulary.length
        index, turn = guesses.games, guesses.turn
        clues = [self.games[k].turns[turn].clue for k in index]
        pairs, state = number_distinct(zip(guesses.step.tolist(), clues, strict=True))
        members: list[list[int]] = [[] for _ in pairs]
        for k, pair in zip(index.tolist(), state.tolist(), strict=True):
            members[pair].append(k)
        kept: list[tuple[Floats, Floats]] = []
        for (number, clue), games in zip(pairs, members, strict=True):
            parent, (word, price) = steps[number]
            belief, logs = self._beliefs[parent], self._logs[parent]
            is_last = all(len(self.games[k].turns) == turn + 1 for k in games)
            if not all(self._is_won(k, turn) for k in games):
                belief, logs = _posterior(
                    *(belief, logs, self._row(word)),
                    *_likelihoods(self.channel, clue, price, length),
                    is_last=is_last,
                )
            if not is_last:
                self._state[games] = len(kept)
                kept.append((belief, logs))
            for k in games:
                if len(self.games[k].turns) == turn + 1:
                    self.values[k] = self._value(self.games[k], belief)
        if kept:
            self._beliefs, self._logs = map(np.array, zip(*kept, strict=True))


def _posterior(
    belief: Floats,
    logs: Floats,
    row: NDArray[np.unsignedinteger],
    likelihoods: Floats,
    log_likelihoods: Floats,
    *,
    is_last: bool,
) -> tuple[Floats, Floats]:
    """Return a belief after a clue, and its logarithm but for the last belief.

    `likelihoods` and their logarithms are those of the clue by the true one.
    """
    after = np.empty_like(belief)
    total = weigh(belief, row, likelihoods, after)
    if is_last and total >= _LEAST:
        return after / total, logs
    log_after = logs + log_likelihoods[row]
    if total < _LEAST:
        top = float(log_after.max())
        if np.isneginf(top):
            raise RecordError("a game whose clues no answer fits")
        log_after = log_after - top
        after = exp(log_after)
        total = float(np.add.accumulate(after)[-1])
    return after / total, log_after - log(total)


@lru_cache(maxsize=1 << 10)
def _likelihoods(
    channel: Channel, seen: Clue, price: float, length: int
) -> tuple[Floats, Floats]:
    """Return the likelihood of a clue by the true one, and its logarithm."""
    logs = channel.log_likelihoods(seen, price, length)
    return exp(logs), logs


def _unknown_word_error(word: str) -> RecordError:
    return RecordError(f"a game with {word!r}, which is not in the word list")


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
        order = order_by_turns(games)
        starts = range(0, len(games) or 1, TOGETHER)
        parts = (order[start : start + TOGETHER] for start in starts)
        walked = (_collect_luck(games, part, setting, on_guesses) for part in parts)
        values, *by_clue = map(np.concatenate, zip(*walked, strict=True))
        costs = np.array([cost_of(game) for game in games], float)
        turns = np.array([len(game.turns) for game in games], np.uint16)
        # Back in the order of the games.
        clues = np.argsort(np.repeat(order, turns[order]), kind="stable")
        by_clue = [array[clues] for array in by_clue]
        return cls(values[np.argsort(order)], costs, turns, *by_clue)

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


def _collect_luck(
    games: Sequence[Game],
    index: NDArray[np.intp],
    setting: Setting,
    on_guesses: OnGuesses | None,
) -> tuple[Floats, ...]:
    """Return what the games with an index yield, and by clue what `Luck` has."""
    walk = Walk([games[k] for k in index], setting)
    shape = len(index), max((len(game.turns) for game in walk.games), default=0)
    spent = np.full(shape, np.nan)
    measures, gains = np.empty((2, *shape, MEASURES), np.float32)
    for guesses in walk:
        where = guesses.games, guesses.turn
        followed = guesses.followed
        spent[where], measures[where] = guesses.spent, followed.T
        gains[where] = (followed - guesses.expected).T
        if on_guesses:
            on_guesses(guesses, index[guesses.games])
    played = ~np.isnan(spent)
    return walk.values, spent[played], measures[played], gains[played]
