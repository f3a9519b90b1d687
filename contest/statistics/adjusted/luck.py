"""Luck of clues: what measures of the belief are more than was to be expected.

The law of every clue is known before the clue is seen, whoever plays: it follows from
the belief, the guess and its price. So is the expectation of any measure of the belief
after it. What the measure exceeds it by is luck: given all that happened before, its
mean is 0, unless the player knows more than the clues say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue
from game.elementary import log
from game.protocol import Outcome, Setting
from game.record import Game, RecordError, Turn
from solver.belief.next_beliefs import next_beliefs
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import exp

Floats = NDArray[np.float64]

TOGETHER = 64
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
    guesses up to this one cost. Outcomes are the clues, and last that the guess is
    right and ends the game: `chances` has shape (n_outcomes, n_games), `measures`
    (MEASURES, n_outcomes, n_games). `seen` is the outcome that followed.
    """

    games: NDArray[np.intp]
    turn: int
    spent: Floats
    chances: Floats
    measures: Floats
    seen: NDArray[np.intp]

    @property
    def followed(self) -> Floats:
        """Measures of what followed, shape (MEASURES, n_games)."""
        return self.measures[:, self.seen, np.arange(len(self.seen))]

    @property
    def expected(self) -> Floats:
        """Expectation of the measures, shape (MEASURES, n_games)."""
        return np.add.accumulate(self.chances * self.measures, axis=1)[:, -1]


class Walk:
    """Games that are replayed side by side, guess by guess.

    After the iteration, `values` are what the games yield: the exact chance that the
    final answer is right, or 1 for a win and 0 for a loss of a game without prices.
    Raises `RecordError` when a word is not in the vocabulary, or no answer fits.
    """

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        self.games, self.setting = games, setting
        self.channel, self.is_priced = channel_of(setting), setting.mode.priced
        self.matrix = clue_matrix(setting.vocabulary, setting.rule)
        answers = len(setting.vocabulary.answers)
        self.values = np.zeros(len(games))
        self._beliefs = np.full((len(games), answers), 1 / answers)
        self._logs = np.full((len(games), answers), -log(answers))

    def __iter__(self) -> Iterator[Guesses]:
        """Yield the guesses of each turn, of the games that have it."""
        spent = np.zeros(len(self.games))
        for turn in range(max((len(game.turns) for game in self.games), default=0)):
            left = [k for k, game in enumerate(self.games) if len(game.turns) > turn]
            index, turns = np.array(left), [self.games[k].turns[turn] for k in left]
            with np.errstate(over="ignore"):  # an infinite sum is above every limit
                spent[index] += [t.epsilon if self.is_priced else 1.0 for t in turns]
            rows = np.array([self._row(t.guess) for t in turns])
            yield self._guesses(index, turn, spent[index], turns, rows)
            self._update(index, turns, rows)
        for k, game in enumerate(self.games):
            if not self.is_priced:
                self.values[k] = game.outcome is Outcome.WON
            elif game.outcome in (Outcome.WON, Outcome.WRONG):
                self.values[k] = self._beliefs[k, self._answer(game.final)]

    def _row(self, word: str) -> NDArray[np.unsignedinteger]:
        try:
            index = self.setting.vocabulary.guess_index[word]
        except KeyError:
            raise _unknown(word) from None
        return np.asarray(self.matrix[index])

    def _answer(self, word: str) -> int:
        try:
            return self.setting.vocabulary.answer_index[word]
        except KeyError:
            raise _unknown(word) from None

    def _guesses(
        self,
        index: NDArray[np.intp],
        turn: int,
        spent: Floats,
        turns: Sequence[Turn],
        rows: NDArray[np.unsignedinteger],
    ) -> Guesses:
        beliefs, length = self._beliefs[index], self.setting.vocabulary.length
        prices = [t.epsilon for t in turns]
        chances, (entropy, top, squares) = next_beliefs(
            *(beliefs, self._logs[index], rows, prices, length, self.channel),
            ends=not self.is_priced,
        )
        products = entropy * entropy, top * top, entropy * top, np.zeros_like(top)
        right = np.zeros((MEASURES, 1, len(turns)))
        right[RIGHT] = 1.0
        measures = np.hstack([np.array([entropy, top, squares, *products]), right])
        is_right = np.zeros(len(turns))
        answer_index = self.setting.vocabulary.answer_index
        seen = np.array([t.clue for t in turns])
        for k, t in enumerate(turns if not self.is_priced else ()):
            if t.guess in answer_index:
                is_right[k] = beliefs[k, answer_index[t.guess]]
            if t.guess == self.games[index[k]].answer:
                seen[k] = len(chances)
        return Guesses(
            index, turn, spent, np.vstack([chances, is_right]), measures, seen
        )

    def _update(
        self,
        index: NDArray[np.intp],
        turns: Sequence[Turn],
        rows: NDArray[np.unsignedinteger],
    ) -> None:
        """Update the beliefs by Bayes' rule, but for the games that a guess won."""
        length = self.setting.vocabulary.length
        tables = [_likelihoods(self.channel, t.clue, t.epsilon, length) for t in turns]
        for k, (likelihoods, logs), row, turn in zip(
            index.tolist(), tables, rows, turns, strict=True
        ):
            if not self.is_priced and turn.guess == self.games[k].answer:
                continue
            belief = self._beliefs[k] * likelihoods[row]
            log_belief = self._logs[k] + logs[row]
            total = float(np.add.accumulate(belief)[-1])
            if total < _LEAST:
                top = float(log_belief.max())
                if np.isneginf(top):
                    raise RecordError(f"a game whose clues no answer fits: {turn}")
                belief = exp(log_belief := log_belief - top)
                total = float(np.add.accumulate(belief)[-1])
            self._beliefs[k] = belief / total
            self._logs[k] = log_belief - log(total)


@lru_cache(maxsize=1 << 10)
def _likelihoods(
    channel: Channel, seen: Clue, price: float, length: int
) -> tuple[Floats, Floats]:
    """Return the likelihood of a clue by the true one, and its logarithm."""
    logs = channel.log_likelihoods(seen, price, length)
    return exp(logs), logs


def _unknown(word: str) -> RecordError:
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
    def of(cls, games: Sequence[Game], setting: Setting) -> Luck:
        """Return the luck of games of a setting, which has one board."""
        starts = range(0, len(games) or 1, TOGETHER)
        walked = (_walked(games[k : k + TOGETHER], setting) for k in starts)
        values, *by_clue = map(np.concatenate, zip(*walked, strict=True))
        costs = np.array([cost_of(game) for game in games], float)
        turns = np.array([len(game.turns) for game in games], np.uint16)
        return cls(values, costs, turns, *by_clue)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The game of each clue, and its number in the game, from 0."""
        game = np.repeat(np.arange(len(self)), self.turns)
        starts = np.cumsum(self.turns, dtype=int) - self.turns
        return game, np.arange(len(game)) - starts[game]

    def __add__(self, later: Luck) -> Luck:
        """Return the luck of these games and of later ones."""
        names = (field.name for field in fields(self))
        pairs = ((getattr(self, name), getattr(later, name)) for name in names)
        return Luck(*map(np.concatenate, pairs))

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


def _walked(games: Sequence[Game], setting: Setting) -> tuple[Floats, ...]:
    """Return what games yield, and by clue what `Luck` has."""
    walk = Walk(games, setting)
    shape = len(games), max((len(game.turns) for game in games), default=0)
    spent = np.full(shape, np.nan)
    measures, gains = np.empty((2, *shape, MEASURES), np.float32)
    for guesses in walk:
        where = guesses.games, guesses.turn
        followed = guesses.followed
        spent[where], measures[where] = guesses.spent, followed.T
        gains[where] = (followed - guesses.expected).T
    played = ~np.isnan(spent)
    return walk.values, spent[played], measures[played], gains[played]
