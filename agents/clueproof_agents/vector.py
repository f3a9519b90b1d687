"""Many games at once: the environments of one game, as arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from clueproof_agents.settings import MOST
from clueproof_agents.single import (
    ENDS,
    FibbleEnv,
    WordEnv,
    WordleEnv,
    WordplEnv,
    check_options,
)
from game.arrays import Bytes, Floats, Indices, Integers
from game.channels.channel import all_marks
from game.channels.named import channel_of
from game.draws import uniforms
from game.errors import InputError
from game.protocol import CHEAP, LEAST_PRICE, Forfeit, Mode, Move, Outcome, check_move
from game.record import Turn, budget
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.numeric.elementary import exp
from solver.policies import Action, Observation


class WordVectorEnv(VectorEnv[Any, Any, Any]):
    """An environment of many games of one kind, which are played at once.

    Each game has the rules and rewards of the environment `single`. Sub-environment k
    starts with game k of a seed. When the game of a sub-environment is over, the next
    step ignores the action for this sub-environment and begins another game there. The
    number of the new game is the largest number so far plus 1. So the sub-environments
    together play the games 0, 1, 2, ... of a seed, however many sub-environments there
    are.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}
    single: type[WordEnv]
    allowed: tuple[str, ...] = ("vocabulary", "max_turns", "loss")

    def __init__(self, num_envs: int = 1, **options: Action) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise InputError(f"num_envs {num_envs!r}", "a whole number from 1 on")
        if unknown := options.keys() - self.allowed:
            hint = "other options need vectorization_mode='sync'"
            raise InputError(f"option {min(unknown)}", " or ".join(self.allowed), hint)
        env = self.single(**options)
        setting = env.setting
        words = setting.vocabulary
        self.num_envs = num_envs
        self.setting = setting
        self.loss = env.loss
        self.single_observation_space = env.observation_space
        self.single_action_space = env.action_space
        self.observation_space = batch_space(env.observation_space, num_envs)
        self.action_space = batch_space(env.action_space, num_envs)

        # Tables of the words: the clue of each guess for each answer, and the marks of
        # each clue.
        self._matrix = clue_matrix(words, setting.rule)
        self._marks = all_marks(words.length)
        self._letters = env.encoding.letters
        self._rows = answer_rows(words)
        self._answers = np.array(words.answers, object)
        self._channel = channel_of(setting)

        # The state of each game.
        shape = (num_envs, setting.max_turns)
        self._boards = np.zeros((*shape, 2, words.length), np.uint8)
        self._prices = np.zeros(shape)
        self._turns = np.zeros(num_envs, np.int64)
        self._games = np.zeros(num_envs, np.int64)
        self._secrets = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)
        self._ends = {
            name: np.full(num_envs, value, float if name == "score" else object)
            for name, value in ENDS.items()
        }
        _, info = env.reset()
        self._info = _repeat(info, num_envs)
        self._next: int | None = None  # the number of the next game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game in each sub-environment.

        With a seed, sub-environment k plays game k of the seed. Without a seed, the
        numbers of the games follow the largest number that was dealt since the
        previous `reset`. If the option ``"game"`` is a number n, sub-environment k
        plays game n + k. The option may also be an array with a number for each
        sub-environment. Games with equal numbers have the same secret and the same
        noise.
        """
        check_options(options, ("game",), self.num_envs)
        super().reset(seed=seed)
        following = 0 if seed is not None else self._next or 0
        numbers = np.asarray((options or {}).get("game", following), np.int64)
        if not numbers.ndim:
            numbers = numbers + np.arange(self.num_envs)
        self._begin(np.arange(self.num_envs), numbers)
        return self._observe(), self._describe()

    def step(self, actions: Action) -> tuple[Any, Floats, Any, Any, dict[str, Any]]:
        """Make a move in each sub-environment; return what `VectorEnv.step` returns.

        A sub-environment whose game is over begins a new game instead.
        """
        if self._next is None:
            raise ResetNeeded("there are no games: expected reset()")
        words, prices = self._read(actions)
        rewards = np.zeros(self.num_envs)

        # A sub-environment whose game was over before this step begins a new game.
        playing = np.flatnonzero(~self._over)
        ended = np.flatnonzero(self._over)
        self._begin(ended, self._next + np.arange(len(ended)))

        if self.setting.mode.priced:
            playing = self._answer(playing, words, prices, rewards)
        self._guess(playing, words[playing], prices[playing], rewards)
        ends = (self._over.copy(), np.zeros(self.num_envs, np.bool_))
        return self._observe(), rewards, *ends, self._describe()

    def _read(self, actions: Action) -> tuple[Indices, Floats]:
        """Return two arrays: the index of the word and the price of each action.

        Raises `InputError` if the actions do not fit the action space.
        """
        prices = np.full(self.num_envs, math.inf)
        words = actions
        if self.setting.mode.priced:
            if not isinstance(actions, Mapping) or actions.keys() != {"word", "price"}:
                raise InputError(
                    f"actions {actions!r:.40}", "a dict with 'word' and 'price'"
                )
            words = actions["word"]
            prices = self._check("prices", actions["price"], "iuf", MOST)
            prices = np.where(prices < LEAST_PRICE, 0.0, prices)
        most = len(self.setting.vocabulary.guesses) - 1
        return self._check("actions", words, "iu", most).astype(np.int64), prices

    def _check(
        self, name: str, values: Action, kinds: str, most: float
    ) -> NDArray[Any]:
        """Return `values` as an array with one number for each game.

        Raises `InputError` if `values` is not such an array, if its NumPy kind is not
        in `kinds`, or if a number is not between 0 and `most`. The error calls the
        values `name`.
        """
        array = np.asarray(values)
        if array.shape != (self.num_envs,) or array.dtype.kind not in kinds:
            found = f"{name} {array.dtype} of shape {array.shape}"
            kind = "numbers" if "f" in kinds else "integers"
            raise InputError(found, f"{kind} of shape ({self.num_envs},)")
        if not ((array >= 0) & (array <= most)).all():
            raise InputError(f"{name} {array}", f"0 to {most:g}")
        return array

    def _begin(self, places: Indices, numbers: Integers) -> None:
        """Begin games in some sub-environments.

        `places` are the indices of the sub-environments, and `numbers` are the numbers
        of their games.
        """
        if not len(places):
            return

        # Clear the state of the games that were in these sub-environments before.
        self._games[places] = numbers
        self._next = int(numbers.max()) + 1
        for array in (self._boards, self._prices, self._turns, self._over):
            array[places] = 0
        for name, value in ENDS.items():
            self._ends[name][places] = value

        # Draw the secrets of all games at once, as `Draws.answer` draws one secret.
        shares = uniforms("answer", self._seed, numbers.tolist(), 0, 1)[:, 0]
        self._secrets[places] = (shares * len(self._rows)).astype(np.int64)

    @property
    def _seed(self) -> str:
        return str(self.np_random_seed)

    def _answer(
        self, playing: Indices, words: Indices, prices: Floats, rewards: Floats
    ) -> Indices:
        """End each game of WORDPL in which the move is a final answer or is illegal.

        `playing` are the indices of the games that are not over. `words` and `prices`
        have the moves of all games. If a move loses its game, the penalty for a loss is
        subtracted from `rewards` in place. Return the indices of the games that go on.
        """
        guesses = self.setting.vocabulary.guesses
        for place in playing[prices[playing] < CHEAP].tolist():
            word = int(words[place])
            price = float(prices[place])
            before = self._prices[place, : self._turns[place]].tolist()
            try:
                check_move(Move(guesses[word], price), self.setting, (), before)
            except Forfeit as forfeit:
                self._end([place], forfeit.outcome, rewards)
                self._ends["reason"][place] = forfeit.reason
                continue

            # The price 0 is a final answer, which has no clue.
            if price == 0:
                won = word == self._rows[self._secrets[place]]
                self._end([place], Outcome.WON if won else Outcome.WRONG, rewards)
        return playing[~self._over[playing]]

    def _guess(
        self, playing: Indices, words: Indices, prices: Floats, rewards: Floats
    ) -> None:
        """Give a clue to each guess, and end the games that end with their guess.

        `playing` are the indices of the games that go on. `words` and `prices` have the
        guesses of these games. The rewards of these games are written to `rewards`.
        """
        secrets = self._secrets[playing]
        turns = self._turns[playing]
        marks = self._marks[self._matrix[words, secrets]]
        if self.setting.mode is not Mode.CLASSIC:
            marks = self._draw(marks, playing, prices)

        # Each guess fills a row of the board. Letters and marks count from 1.
        self._boards[playing, turns, 0] = self._letters[words]
        self._boards[playing, turns, 1] = marks + np.uint8(1)
        self._prices[playing, turns] = prices
        self._turns[playing] = turns + 1
        rewards[playing] = -prices if self.setting.mode.priced else -1.0

        # A right guess ends a game without prices. The limit of guesses ends any game.
        is_last = turns + 1 == self.setting.max_turns
        if not self.setting.mode.priced:
            is_right = words == self._rows[secrets]
            self._end(playing[is_right], Outcome.WON, rewards)
            is_last &= ~is_right
        self._end(playing[is_last], Outcome.OUT_OF_TURNS, rewards)

    def _draw(self, marks: Bytes, playing: Indices, prices: Floats) -> Bytes:
        """Return the marks that the players see, given the true marks of the clues.

        A row of `marks` is a clue. `playing` has the index of the game of each clue,
        and `prices` has the price of each clue.
        """
        # Compute the numbers of `Draws.noise`, for all games at the same turn at once.
        noise = np.empty(marks.shape)
        turns = self._turns[playing]
        for turn in np.unique(turns).tolist():
            places = turns == turn
            games = self._games[playing[places]].tolist()
            noise[places] = uniforms("noise", self._seed, games, turn, marks.shape[1])
        if not self.setting.mode.priced:
            return self._channel.draw(marks, math.inf, noise)

        # Draw the seen marks as `RandomisedResponse` does, with a price for each clue.
        keep = 1.0 / (1.0 + 2.0 * exp(-prices / marks.shape[1]))[:, None]
        middle = keep + (1.0 - keep) / 2
        moved = marks + (noise >= keep) + (noise >= middle)
        seen: Bytes = (moved % 3).astype(np.uint8)
        return seen

    def _end(
        self, places: Indices | list[int], outcome: Outcome, rewards: Floats
    ) -> None:
        """End the games with the indices `places`, all with the outcome `outcome`.

        If the games are lost, the penalty for a loss is subtracted from `rewards` in
        place.
        """
        if not len(places):
            return
        self._over[places] = True
        self._ends["outcome"][places] = str(outcome)
        self._ends["score"][places] = math.inf
        self._ends["answer"][places] = self._answers[self._secrets[places]]
        if outcome is not Outcome.WON:
            rewards[places] -= self.loss
            return

        # The score of a game of WORDPL is its cost in nats. In other games the score is
        # the number of guesses.
        self._ends["score"][places] = self._turns[places]
        if self.setting.mode.priced:
            for place in places:
                paid = self._prices[place, : self._turns[place]].tolist()
                turns = [Turn("", price, 0) for price in paid]
                self._ends["score"][place] = budget(turns)

    def _observe(self) -> Observation:
        board = self._boards.copy()
        if not self.setting.mode.priced:
            return board
        return {"board": board, "prices": self._prices.copy()}

    def _describe(self) -> dict[str, Any]:
        """Return the dictionary `info` for a step, with an array for each key.

        An array has an element for each game. The keys are the keys that `info` has in
        the environment of one game.
        """
        ends = {name: array.copy() for name, array in self._ends.items()}
        return {**self._info, "game": self._games.copy(), **ends}


def _repeat(info: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the dictionary `info` of one game, repeated for `count` games.

    Each value becomes an array with `count` equal elements. As Gymnasium asks for, the
    key ``_name`` has a mask that says which games have a value for ``name``: all games.
    """
    repeated: dict[str, Any] = {}
    for name, value in info.items():
        if isinstance(value, Mapping):
            repeated[name] = _repeat(value, count)
        else:
            is_number = isinstance(value, int | float | np.ndarray)
            array = np.asarray(value, None if is_number else object)
            repeated[name] = np.broadcast_to(array, (count, *array.shape))
        repeated[f"_{name}"] = np.broadcast_to(np.True_, count)
    return repeated


class WordleVectorEnv(WordVectorEnv):
    """Many games of classic Wordle: ``make_vec("clueproof/Wordle-v1", num_envs=...)``.

    Examples
    --------
    >>> import gymnasium
    >>> envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", num_envs=3)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["game"].tolist()
    ((3, 6, 2, 5), [0, 1, 2])
    >>> observations, rewards, terminated, *_ = envs.step(np.array([0, 1, 2]))
    >>> rewards.tolist(), terminated.tolist()
    ([-1.0, -1.0, -1.0], [False, False, False])
    """

    single = WordleEnv


class WordplVectorEnv(WordVectorEnv):
    """Many games of WORDPL: ``make_vec("clueproof/WORDPL-v1", num_envs=...)``."""

    single = WordplEnv


class FibbleVectorEnv(WordVectorEnv):
    """Many games of Fibble: ``make_vec("clueproof/Fibble-v1", num_envs=...)``."""

    single = FibbleEnv
    allowed = (*WordVectorEnv.allowed, "channel")
