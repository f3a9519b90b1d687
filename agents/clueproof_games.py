"""Taskset for the library verifiers: ``vf-eval clueproof_games``."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Iterator

import verifiers.v1 as vf

from clueproof_agents.chat import TextGame
from clueproof_agents.figures import figures_of
from clueproof_agents.settings import named_setting
from game.protocol import Setting
from game.words import Vocabulary
from solver.advice.noisy_costs import NoisyJudge

__all__ = ["ClueproofEnv", "ClueproofTaskset"]


class ClueproofConfig(vf.TasksetConfig):
    """Options of the taskset: the kind of game and the seed.

    `game` is the kind of game, like ``fibble:2``. The secrets follow from `seed`.
    """

    game: str = "fibble:1"
    seed: str | int = "1"


class ClueproofData(vf.TaskData):
    """The data of a task, which is one game for a model.

    `game` is the kind of game, like ``fibble:2``. The secret follows from `seed` and
    `number`.
    """

    game: str
    seed: str
    number: int

    @property
    def setting(self) -> Setting:
        """The rules of the game."""
        return named_setting(self.game, Vocabulary.load())

    def start(self) -> TextGame:
        """Return the game before its first move."""
        return TextGame.of(self.setting, self.seed, self.number)


class ClueproofTask(vf.Task[ClueproofData, vf.State, vf.TaskConfig]):
    """A task of the library verifiers: the model plays one game."""


class ClueproofEnvConfig(vf.EnvConfig):
    """Settings of the only agent of a game: a model that chats in a local process."""

    player: vf.AgentConfig = vf.AgentConfig.model_validate(
        {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}
    )


class ClueproofEnv(vf.Env[ClueproofEnvConfig]):
    """An environment of verifiers in which an episode is one game.

    `clueproof_agents.chat.reward_of` computes the reward of the game.
    """

    async def run(self, task: ClueproofTask, agents: vf.Agents) -> None:
        """Play a game: answer each reply of the model with a clue."""
        # The host, which knows the secret, stays in this process. The agent sees only
        # the messages.
        chat = task.data.start()
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                answer = chat.reply(segment.last_reply)
                if chat.game is not None:
                    break
                segment = await interaction.turn(answer)
        trace = interaction.trace
        trace.info["guesses"] = [turn.guess for turn in chat.turns]
        trace.record_metric("illegal", chat.illegal)
        trace.record_metric("guesses", len(chat.turns))

        # A game that a limit or the provider broke off has no reward.
        if chat.game is None:
            return
        judge = NoisyJudge(task.data.setting)
        figures = await asyncio.to_thread(figures_of, chat.game, judge)
        trace.record_reward("reward", figures["reward"], 1.0)
        for name in ("won", "adjusted", "regret", "lost_chance"):
            if not math.isnan(figures[name]):
                trace.record_metric(name, figures[name])


class ClueproofTaskset(vf.Taskset[ClueproofTask, ClueproofConfig]):
    """The endless series of games that follows from a seed, one task for each game."""

    INFINITE = True

    def load(self) -> Iterator[ClueproofTask]:
        """Yield a task for each game, with the system message and the first message."""
        config = self.config
        for number in itertools.count():
            data = ClueproofData(game=config.game, seed=str(config.seed), number=number)
            rules, start = (m["content"] for m in data.start().messages)
            texts = {"system_prompt": rules, "prompt": start}
            yield ClueproofTask(data.model_copy(update=texts), config.task)
