"""Many games of classic Wordle at once: arrays, and one compiled kernel a step."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from clueproof_agents.single import WordleEnv, check_options
from clueproof_agents.vector_kernel import advance
from game.clues import Rule, all_correct, to_marks
from game.draws import uniforms
from game.errors import InputError
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.threads import read_only


class WordleVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of classic Wordle: ``make_vec("clueproof/Wordle-v1", num_envs=...)``.

    The games of a seed begin in the order of their numbers: sub-environment k has game
    k first, and the step after a game is over begins the next game there and ignores
    its action. So any number of sub-environments plays the games of a run.

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

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        vocabulary: Vocabulary | None = None,
        max_turns: int = 6,
        loss: float = 1.0,
        **others: object,
    ) -> None:
        if others:
            raise InputError(
                f"option {', '.join(others)}",
                "vocabulary, max_turns or loss",
                "vectorization_mode='sync' has the others",
            )
        single = WordleEnv(vocabulary, max_turns, loss=loss)
        words = single.setting.vocabulary
        self.num_envs = num_envs
        self.single_observation_space = single.board_space
        self.single_action_space = single.word_space
        self.observation_space = batch_space(single.board_space, num_envs)
        self.action_space = spaces.MultiDiscrete([len(words.guesses)] * num_envs)
        marks = [to_marks(clue, words.length) for clue in range(3**words.length)]
        self._tables = (
            read_only(clue_matrix(words, Rule.CLASSIC)),
            single.encoding.letters,
            np.array(marks, np.uint8) + np.uint8(1),
            all_correct(words.length),
            single.loss,
        )
        self._guesses, self._answers = len(words.guesses), len(words.answers)
        self._mask = np.broadcast_to(np.int8(1), (num_envs, self._guesses))
        self._boards = np.zeros((num_envs, *single.board_space.shape), np.uint8)
        self._turns, self._games, self._secrets = np.zeros((3, num_envs), np.int64)
        self._over, self._won = np.zeros((2, num_envs), np.bool_)
        self._next = 0  # number of the next game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a game in each sub-environment, from game 0 of a seed on.

        Without a seed the next games follow; the option ``"game"`` is another number.
        """
        check_options(options, ("game",))
        super().reset(seed=seed)
        following = 0 if seed is not None else self._next
        self._next = int((options or {}).get("game", following))
        self._over[:] = True
        self._begin()
        for array in (self._boards, self._turns, self._over, self._won):
            array[:] = 0
        return self._boards.copy(), self._info()

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a guess in each sub-environment, by the indices of words."""
        if not self._next:
            raise ResetNeeded("there are no games: expected reset()")
        actions, size = np.asarray(actions), self.num_envs
        if actions.shape != (size,) or not np.issubdtype(actions.dtype, np.integer):
            raise InputError(
                f"actions {actions.dtype} of shape {actions.shape}",
                f"integers, ({size},)",
            )
        if actions.min() < 0 or actions.max() >= self._guesses:
            raise InputError(f"actions {actions}", f"0 to {self._guesses - 1}")
        self._begin()
        actions = np.ascontiguousarray(actions, np.int64)
        rewards = np.empty(size)
        state = self._boards, self._turns, self._over, self._won, rewards
        advance(*self._tables, actions, self._secrets, *state)
        ends = self._over.copy(), np.zeros(size, np.bool_)
        return self._boards.copy(), rewards, *ends, self._info()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._mask,
            "game": self._games.copy(),
            "won": self._won.copy(),
            "answer": np.where(self._over, self._secrets, -1),
        }

    def _begin(self) -> None:
        """Deal the next games where the last ones are over."""
        ended = np.flatnonzero(self._over)
        games = range(self._next, self._next + len(ended))
        self._games[ended] = games
        # The secret of `Draws.answer`, of all games at once.
        shares = uniforms("answer", str(self.np_random_seed), games, 0, 1)[:, 0]
        self._secrets[ended] = (shares * self._answers).astype(np.int64)
        self._next = games.stop
