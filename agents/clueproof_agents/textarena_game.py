"""Games as environments of TextArena: ``textarena.make("Clueproof-v0")``.

Import this module to register them. A seed names secret and lies. A reply without a
legal move is asked for again twice.
"""

from __future__ import annotations

import secrets
from typing import Any

import textarena
from textarena.envs import registration
from textarena.wrappers import LLMObservationWrapper

from clueproof_agents.chat import TRIES, TextGame
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
        self.state = textarena.SinglePlayerState(
            num_players=num_players, error_allowance=TRIES - 1
        )
        self.state.reset(game_state={}, player_prompt_function=self._prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take a reply, and answer it with the clue."""
        kinds = textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, 0)
        illegal = self.chat.illegal
        answer = self.chat.reply(action)
        game = self.chat.game
        if self.chat.illegal > illegal:
            self.state.set_invalid_move(answer, reward=0.0)
        elif game is not None:
            self.state.set_outcome(float(game.outcome is Outcome.WON), answer)
        else:
            self.state.add_observation(answer, kinds.GAME_MESSAGE)
        step: tuple[bool, dict[str, Any]] = self.state.step()
        return step

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return "\n".join(message["content"] for message in self.chat.messages)


class WholeGame(LLMObservationWrapper):
    """All messages of a game as one text, which agents of TextArena read."""

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Start a game, and forget the messages of the game before."""
        self.full_observations.clear()
        self.env.reset(num_players=num_players, seed=seed)


if ID not in registration.ENV_REGISTRY:
    # As the games of TextArena: `-raw` has messages as a list, `-train` as a text too.
    registration.register_with_versions(
        ID, ClueproofEnv, {"default": [WholeGame], "-train": [WholeGame]}
    )
