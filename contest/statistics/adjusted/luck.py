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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.values import Value, interpolate
from contest.statistics.quantiles import at_most
from game.arrays import Floats, Indices, Mask, Matrix
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue
from game.elementary import log
from game.protocol import Outcome, Setting
from game.record import Game, RecordError, Turn
from solver.belief.answers_kernel import update_beliefs
from solver.belief.next_beliefs import next_beliefs
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import exp
from solver.numeric.value_kernel import luck_of_outcomes

TOGETHER = 128
"""Games whose guesses are measured at once, which is faster."""

_Key = TypeVar("_Key")

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


OnGuesses = Callable[[Guesses], None]


class _Replay:
    """Replay of some games side by side, guess by guess.

    Equal guesses after equal clues are measured once. `games` has the games by their
    index, and `values` has what they yield, once they are over. Raises `RecordError`
    when a word is not in the vocabulary, or no answer fits.
    """

    def __init__(self, games: Mapping[int, Game], setting: Setting) -> None:
        self.games = games
        self.values: dict[int, float] = {}
        self.words = setting.vocabulary
        self.channel = channel_of(setting)
        self.is_priced = setting.mode.priced
        self.value = Value.of(setting)
        self.matrix = clue_matrix(self.words, setting.rule)

        # All games begin with the same belief: every answer is equally probable.
        answers = len(self.words.answers)
        # Beliefs that games are in, their logarithms, and the number of each game's.
        self._beliefs = np.full((1, answers), 1 / answers)
        self._logs = np.full((1, answers), -log(answers))
        self._state = dict.fromkeys(games, 0)

    def guesses(self) -> Iterator[Guesses]:
        """Yield the guesses of each turn, of the games that have it."""
        spent = dict.fromkeys(self.games, 0.0)
        self._end(0)
        for turn in range(max(len(game.turns) for game in self.games.values())):
            played = {
                number: game.turns[turn]
                for number, game in self.games.items()
                if turn < len(game.turns)
            }
            for number, each in played.items():
                spent[number] += each.epsilon if self.is_priced else 1.0
            guesses = self._guess(turn, played, [spent[number] for number in played])
            yield guesses
            self._update(guesses, played)
            self._end(turn + 1)

    def _end(self, turns: int) -> None:
        """Set the values of the games with this number of turns, which are over."""
        for number, game in self.games.items():
            if len(game.turns) == turns:
                self.values[number] = self._value_of(number)

    def _value_of(self, number: int) -> float:
        """Return what a game yields that is over."""
        game = self.games[number]
        if not self.is_priced:
            return float(game.outcome is Outcome.WON)
        if game.outcome not in (Outcome.WON, Outcome.WRONG):
            return 0.0
        final = _index_of(game.final, self.words.answer_index)
        return float(self._beliefs[self._state[number], final])

    def _guess(
        self, turn: int, played: Mapping[int, Turn], spent: Sequence[float]
    ) -> Guesses:
        """Return a guess of each of some games, and what could follow."""
        # Games with the same belief and the same guess are one step, and measured once.
        states = (self._state[number] for number in played)
        moves = ((each.guess, each.epsilon) for each in played.values())
        steps, step = _number_distinct(zip(states, moves, strict=True))
        parents = [state for state, _ in steps]
        words = [_index_of(guess, self.words.guess_index) for _, (guess, _) in steps]
        prices = [price for _, (_, price) in steps]
        self._beliefs = self._beliefs[parents]
        self._logs = self._logs[parents]
        rows = self.matrix[words]
        chances, measures = next_beliefs(
            self._beliefs,
            self._logs,
            rows,
            prices,
            self.words.length,
            self.channel,
            ends=not self.is_priced,
        )
        # A right guess that ends the game is one more outcome, behind all clues.
        right = len(chances)
        chances = np.vstack([chances, self._right_chances(words)])
        seen = [
            right if self._is_right(number, each) else each.clue
            for number, each in played.items()
        ]
        luck = np.empty((len(words), len(self.value.rests), len(chances)))
        luck_of_outcomes(measures, chances, self.value.weights, luck)
        return Guesses(
            games=np.array([*played]),
            turn=turn,
            spent=np.array(spent),
            step=step,
            chances=chances,
            luck=luck,
            rests=self.value.rests,
            seen=np.array(seen),
            beliefs=self._beliefs,
            rows=rows,
            prices=prices,
        )

    def _right_chances(self, words: Sequence[int]) -> Floats:
        """Return how probable it is that guesses are right and end their games."""
        chances = np.zeros(len(words))
        for step, word in enumerate([] if self.is_priced else words):
            answer = self.words.answer_index.get(self.words.guesses[word])
            if answer is not None:
                chances[step] = self._beliefs[step, answer]
        return chances

    def _is_right(self, number: int, turn: Turn) -> bool:
        """Return whether a guess wins a game without prices."""
        return not self.is_priced and turn.guess == self.games[number].answer

    def _update(self, guesses: Guesses, played: Mapping[int, Turn]) -> None:
        """Update the beliefs by Bayes' rule; they are by step and clue from then on."""
        going_on = {
            number: (step, played[number].clue)
            for number, step in zip(played, guesses.step.tolist(), strict=True)
            if not self._is_right(number, played[number])
        }
        if not going_on:
            return
        pairs, state = _number_distinct(going_on.values())
        laws = [
            _likelihoods(self.channel, clue, guesses.prices[step], self.words.length)
            for step, clue in pairs
        ]
        is_last = np.ones(len(pairs), bool)
        for number, of_game in zip(going_on, state, strict=True):
            is_last[of_game] &= len(self.games[number].turns) == guesses.turn + 1

        # A belief that gets too small is computed from logarithms, as products vanish.
        after, log_after = np.empty((2, len(pairs), self._beliefs.shape[1]))
        if not update_beliefs(
            self._beliefs,
            self._logs,
            guesses.rows,
            np.array([step for step, _ in pairs]),
            *map(np.array, zip(*laws, strict=True)),
            is_last,
            _LEAST,
            after,
            log_after,
        ):
            raise RecordError("a game whose clues no answer fits")
        self._beliefs = after
        self._logs = log_after
        self._state = dict(zip(going_on, state.tolist(), strict=True))


def _number_distinct(keys: Iterable[_Key]) -> tuple[list[_Key], Indices]:
    """Return the distinct keys, and the number of each key among them."""
    numbers: dict[_Key, int] = {}
    found = [numbers.setdefault(key, len(numbers)) for key in keys]
    return [*numbers], np.array(found, np.intp)


def _index_of(word: str, indices: Mapping[str, int]) -> int:
    """Return the index of a word of a game; raise `RecordError` if it has none."""
    if word not in indices:
        raise RecordError(f"a game with {word!r}, which is not in the word list")
    return indices[word]


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

    `values` and `costs` are by game: the first are exact chances that the final answer
    is right, or 1 for a win and 0 for a loss of a game without prices; the second are
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

        `on_guesses` is called with the guesses of each turn of some games.
        """
        rests = Value.of(setting).rests
        turns = np.array([len(game.turns) for game in games], np.uint16)
        starts = np.cumsum(turns, dtype=int) - turns
        values = np.empty(len(games))
        spent = np.empty(turns.sum(dtype=int))
        luck = np.empty((len(spent), len(rests)), np.float32)

        # Games that begin alike are replayed together, as they share steps.
        order = sorted(range(len(games)), key=lambda number: _moves(games[number]))
        for start in range(0, len(games), TOGETHER):
            together = order[start : start + TOGETHER]
            replay = _Replay({number: games[number] for number in together}, setting)
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


def _moves(game: Game) -> list[tuple[str, float, Clue]]:
    """Return the turns of a game as keys by which games are sorted."""
    return [(turn.guess, turn.epsilon, turn.clue) for turn in game.turns]


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
