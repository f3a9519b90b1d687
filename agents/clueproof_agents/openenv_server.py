"""Server of OpenEnv: ``uvicorn clueproof_agents.openenv_server:app``.

The environment variable CLUEPROOF_GAME names the game, like ``fibble:2``.
"""

from __future__ import annotations

import os
import secrets
from typing import Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from clueproof_agents.chat import TextGame
from clueproof_agents.settings import named_setting
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Outcome
from game.words import Vocabulary

MOST_SESSIONS = 1000
"""Games at the same time; a session keeps its messages, the words are shared."""


class Guess(Action):
    """A reply of a player, in any form that `clueproof_agents.replies` reads."""

    message: str


class Seen(Observation):
    """The message to the player; the first has the rules."""

    message: str


class GameEnvironment(Environment[Guess, Seen, State]):
    """A game as messages; the reward of a win is 1, of all else 0."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "fibble:1") -> None:
        super().__init__()
        self.setting = named_setting(game, Vocabulary.load())
        self.chat: TextGame | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **_: object
    ) -> Seen:
        """Deal the game of a seed, by default a fresh one."""
        name = secrets.token_hex(16) if seed is None else str(seed)
        self.chat = TextGame(deal(self.setting, Draws(name, 0)), self.setting)
        self._state = State(episode_id=episode_id or name)
        texts = [message["content"] for message in self.chat.messages]
        return Seen(message="\n".join(texts))

    def step(self, action: Guess, timeout_s: float | None = None, **_: object) -> Seen:
        """Take a reply, and return what answers it."""
        if self.chat is None:
            raise InputError("a step before the start", "a reset")
        answer = self.chat.reply(action.message)
        self._state.step_count += 1
        game, facts = self.chat.game, dict[str, Any](illegal=self.chat.illegal)
        won = game is not None and game.outcome is Outcome.WON
        return Seen(
            message=answer, done=game is not None, reward=float(won), metadata=facts
        )

    @property
    def state(self) -> State:
        """The number of steps of the game."""
        return self._state


def make_environment() -> GameEnvironment:
    """Return an environment of the game that CLUEPROOF_GAME names."""
    return GameEnvironment(os.environ.get("CLUEPROOF_GAME", "fibble:1"))


app = create_app(
    make_environment,
    Guess,
    Seen,
    env_name="clueproof",
    max_concurrent_envs=MOST_SESSIONS,
)
