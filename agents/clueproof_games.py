"""Taskset of verifiers: ``vf-eval clueproof_games``.

The game is stepped in the environment, as that of `verifiers.v1.tasksets.textarena`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import verifiers.v1 as vf

from clueproof_agents.chat import TextGame
from clueproof_agents.settings import named_setting
from game.protocol import Outcome
from game.words import Vocabulary

__all__ = ["ClueproofEnv", "ClueproofTaskset"]


class ClueproofConfig(vf.TasksetConfig):
    """The game, like ``fibble:2``, and the seed of its secrets."""

    game: str = "fibble:1"
    seed: str | int = "1"


class ClueproofData(vf.TaskData):
    """A numbered game of a seed."""

    game: str
    seed: str
    number: int

    def start(self) -> TextGame:
        """Return the game as it begins."""
        setting = named_setting(self.game, Vocabulary.load())
        return TextGame.of(setting, self.seed, self.number)


class ClueproofTask(vf.Task[ClueproofData, vf.State, vf.TaskConfig]):
    """A game to play."""


class ClueproofEnvConfig(vf.EnvConfig):
    """The one agent of a game."""

    player: vf.AgentConfig = vf.AgentConfig()


class ClueproofEnv(vf.Env[ClueproofEnvConfig]):
    """One game as an episode; the reward of a win is 1, of a loss 0."""

    async def run(self, task: ClueproofTask, agents: vf.Agents) -> None:
        """Answer each reply with its clue."""
        chat = task.data.start()
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                answer = chat.reply(segment.last_reply)
                if chat.game is not None:
                    break
                segment = await interaction.turn(answer)
        trace = interaction.trace
        trace.info["illegal"] = chat.illegal
        trace.info["guesses"] = [turn.guess for turn in chat.turns]
        # A game that a limit or the provider broke off is neither won nor lost.
        if chat.game is not None:
            won = chat.game.outcome is Outcome.WON
            trace.record_reward("won", float(won), 1.0)


class ClueproofTaskset(vf.Taskset[ClueproofTask, ClueproofConfig]):
    """The games of a seed, one after the other."""

    INFINITE = True

    def load(self) -> Iterator[ClueproofTask]:
        """Yield the games with their first messages."""
        config = self.config
        for number in itertools.count():
            data = ClueproofData(game=config.game, seed=str(config.seed), number=number)
            rules, start = (m["content"] for m in data.start().messages)
            texts = {"system_prompt": rules, "prompt": start}
            yield ClueproofTask(data.model_copy(update=texts), config.task)
