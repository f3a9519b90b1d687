"""Replay of many games together, with the outcomes that could follow each guess.

The luck of clues and the information test are computed from the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np

from contest.statistics.adjusted.values import Value
from game.arrays import Floats, Indices, Matrix
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

_Key = TypeVar("_Key")

_LEAST = 1e-200  # a belief with a smaller sum is computed from logarithms


@dataclass(frozen=True, eq=False, slots=True)
class Guesses:
    """One guess of each of some games, and the outcomes that could follow.

    If games have had equal turns so far and now have equal guesses at equal prices,
    these guesses are one *step*, which is computed once. The first outcomes are all
    clues, as numbers. The last outcome is that the guess is right and ends the game.

    Parameters
    ----------
    games : ndarray of shape (n_games,), int
        Indices of the games.
    turn : int
        Number of the guess in its game, from 0.
    spent : ndarray of shape (n_games,), float64
        Sum of the prices (or number of guesses) up to and with this guess.
    step : ndarray of shape (n_games,), int
        The step of each game.
    chances : ndarray of shape (n_outcomes, n_steps), float64
        Probability of each outcome.
    luck : ndarray of shape (n_steps, n_rests, n_outcomes), float64
        Luck of each outcome, for each of the amounts in `rests`.
    rests : ndarray of shape (n_rests,), float64
        Amounts that may be left to spend (see `Value`).
    seen : ndarray of shape (n_games,), int
        The outcome that followed in each game.
    beliefs : ndarray of shape (n_steps, n_answers), float64
        Belief before the guess of each step.
    rows : ndarray of shape (n_steps, n_answers)
        For the guess of each step, its row of the clue matrix.
    prices : sequence of float
        Price of the guess of each step.
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


class Replay:
    """Replay of some games together, turn by turn.

    Equal guesses after equal turns are computed once. The keys of `games` are the
    indices of the games. After the replay, `values` has the value of each game (see
    `Luck`). The method `guesses` replays the games. It raises `RecordError` when a word
    is not in the vocabulary, or when no answer fits the clues of a game.
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
        # The distinct beliefs, their logarithms, and the index of each game's belief.
        self._beliefs = np.full((1, answers), 1 / answers)
        self._logs = np.full((1, answers), -log(answers))
        self._state = dict.fromkeys(games, 0)

    def guesses(self) -> Iterator[Guesses]:
        """Replay the games; for each turn, yield the guesses of the games in this turn.

        A game that is over before this turn has no guess in it.
        """
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
        """Set the value (see `Replay`) of every game that ends after `turns` turns."""
        for number, game in self.games.items():
            if len(game.turns) == turns:
                self.values[number] = self._value_of(number)

    def _value_of(self, number: int) -> float:
        """Return the value of game `number`, which is over (see `Luck.values`)."""
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
        """Return one guess of each game, and the outcomes that could follow.

        `turn` is the number of the guess, from 0. `played` has the turn of each game;
        the keys are the indices of the games. `spent` has, for each of these games, the
        sum of the prices (or the number of guesses) up to and with this guess.
        """
        # Games with the same belief and the same guess are one step, computed once.
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
        # A right guess that ends the game is one more outcome, after all clues.
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
        """Return the probability that each guess is right and ends its game.

        `words` has the index of the guess of each step (see `Guesses`). In WORDPL this
        probability is 0, because only a final answer ends a game.
        """
        chances = np.zeros(len(words))
        for step, word in enumerate([] if self.is_priced else words):
            answer = self.words.answer_index.get(self.words.guesses[word])
            if answer is not None:
                chances[step] = self._beliefs[step, answer]
        return chances

    def _is_right(self, number: int, turn: Turn) -> bool:
        """Return whether the guess of `turn` wins game `number`.

        In WORDPL no guess wins a game, because only the final answer does.
        """
        return not self.is_priced and turn.guess == self.games[number].answer

    def _update(self, guesses: Guesses, played: Mapping[int, Turn]) -> None:
        """Update the beliefs of the games by Bayes' rule, after one guess of each game.

        `guesses` is the result of `_guess` for the turns in `played`. Afterwards there
        is one belief for each pair of a step (see `Guesses`) and a clue that was seen.
        """
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

        # A belief with too small a sum is computed from logarithms, because products of
        # small numbers would become 0.
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
            raise RecordError("a game with clues that no answer fits")
        self._beliefs = after
        self._logs = log_after
        self._state = dict(zip(going_on, state.tolist(), strict=True))


def _number_distinct(keys: Iterable[_Key]) -> tuple[list[_Key], Indices]:
    """Return the distinct keys, and, for each of `keys`, its index among them."""
    numbers: dict[_Key, int] = {}
    found = [numbers.setdefault(key, len(numbers)) for key in keys]
    return [*numbers], np.array(found, np.intp)


def _index_of(word: str, indices: Mapping[str, int]) -> int:
    """Return the index of a word; raise `RecordError` if it is not in the list."""
    if word not in indices:
        raise RecordError(f"a game with {word!r}, which is not in the word list")
    return indices[word]


@lru_cache(maxsize=1 << 10)
def _likelihoods(
    channel: Channel, seen: Clue, price: float, length: int
) -> tuple[Floats, Floats]:
    """Return the probability of the clue `seen`, given each true clue.

    `price` is the price of the guess, and `length` is the number of letters of a word.
    The second returned array has the logarithms of the probabilities.
    """
    logs = channel.log_likelihoods(seen, price, length)
    return exp(logs), logs


def cost_of(game: Game) -> float:
    """Return the cost of a game: nats, or guesses if the game has no prices."""
    return game.budget if game.mode.priced else float(len(game.turns))
