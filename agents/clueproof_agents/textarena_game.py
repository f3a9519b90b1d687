"""Games as an environment of TextArena: ``textarena.make("Clueproof-v0")``.

Import this module to register it. A seed names secret and lies; TextArena 0.7.4 seeds
Python's global generator with it, from which its Wordle draws the secret. An illegal
guess is asked for again twice.
"""

from __future__ import annotations

import secrets
from typing import Any

import textarena

from clueproof_agents.chat import TextGame
from clueproof_agents.settings import named_setting
from game.draws import Draws
from game.hosts import deal
from game.protocol import Outcome
from game.words import Vocabulary

ID = "Clueproof-v0"


class ClueproofEnv(textarena.Env):
    """A game as messages; the reward of a win is 1, of a loss 0.

    `game` is its name, like ``fibble:2``.
    """

    def __init__(self, game: str = "fibble:1") -> None:
        super().__init__()
        self.setting = named_setting(game, Vocabulary.load())

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Deal the game of a seed, by default a fresh one."""
        name = secrets.token_hex(16) if seed is None else str(seed)
        self.chat = TextGame(deal(self.setting, Draws(name, 0)), self.setting)
        self.state = textarena.SinglePlayerState(num_players=num_players)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take a reply, and answer it with the clue."""
        kinds = textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, 0)
        answer = self.chat.reply(action)
        self.state.add_observation(answer, kinds.GAME_MESSAGE)
        if (game := self.chat.game) is not None:
            self.state.set_outcome(float(game.outcome is Outcome.WON), answer)
        return self.state.step()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return "\n".join(message["content"] for message in self.chat.messages)


if ID not in textarena.envs.registration.ENV_REGISTRY:
    textarena.register(ID, ClueproofEnv)
