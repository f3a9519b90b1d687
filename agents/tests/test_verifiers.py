import asyncio
import json
import os
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("verifiers", reason="the extra 'verifiers'")

from model_server import serve
from scripted import CARELESS, Scripted, play_game

from clueproof_agents.settings import named_setting
from clueproof_games import ClueproofConfig, ClueproofEnv, ClueproofTaskset
from game.draws import Draws
from game.hosts import deal
from game.protocol import Outcome
from game.words import Vocabulary

pytestmark = pytest.mark.filterwarnings("default")  # of the library

AGENTS = Path(__file__).resolve().parents[1]
SETTING = named_setting("classic", Vocabulary.load())


def evaluate(model, folder, count):
    """Return the episodes of an evaluation of a model with the seed 1."""
    options = {
        "--env.taskset.game": "classic",
        "--env.taskset.seed": "1",
        "--env.player.harness.id": "null",
        "--env.player.runtime.type": "subprocess",
        "--push": "False",
        "-m": "m",
        "-n": str(count),
        "-o": str(folder / "out"),
    }
    command = [str(Path(sys.executable).with_name("vf-eval")), "clueproof_games"]
    for name, value in options.items():
        command += [name, value]
    with serve(model) as address:
        done = subprocess.run(
            [*command, "--client.base-url", address],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(AGENTS.parent), str(AGENTS)]),
                "OPENAI_API_KEY": "none",
                "no_proxy": "127.0.0.1",
            },
        )
    paths = list(folder.rglob("traces.jsonl"))
    assert len(paths) == 1, done.stdout + done.stderr
    return [json.loads(line) for line in paths[0].read_text().splitlines()]


@pytest.mark.skipif(shutil.which("uv") is None, reason="the harness needs uv and PyPI")
def test_an_evaluation_plays_the_games_of_the_seed(tmp_path):
    model = Scripted(CARELESS, SETTING)

    episodes = evaluate(model, tmp_path, 3)

    assert len(episodes) == 3
    for episode in episodes:
        assert episode["ok"], episode["traces"][0]["errors"]
        [trace] = episode["traces"]
        number = episode["task"]["data"]["number"]
        game = play_game(model, SETTING, "1", number)
        assert trace["info"]["guesses"] == [turn.guess for turn in game.turns]
        won = game.outcome is Outcome.WON
        assert trace["rewards"]["won"]["score"] == float(won)


class Player:
    """An agent whose replies are given, and whose run then ends."""

    def __init__(self, *replies):
        self.replies = [
            SimpleNamespace(terminated=False, last_reply=r) for r in replies
        ]
        self.replies.append(SimpleNamespace(terminated=True))
        self.rewards, self.trace = {}, SimpleNamespace(info={}, record_reward=self.note)

    def note(self, name, value, weight):
        self.rewards[name] = value

    @asynccontextmanager
    async def interaction(self, task):
        yield self

    async def turn(self, message=None):
        return self.replies.pop(0)


def play(*replies, seed=1):
    """Return the player of the first game of a seed, which has ended."""
    config = ClueproofConfig(id="clueproof_games", game="classic", seed=seed)
    task = next(ClueproofTaskset(config).load())
    player = Player(*replies)
    asyncio.run(ClueproofEnv.run(None, task, SimpleNamespace(player=player)))
    return player


def test_a_game_that_is_broken_off_is_neither_won_nor_lost():
    player = play("guess: fuzzy", "Hm.")

    assert player.trace.info == {"guesses": ["fuzzy"], "illegal": 1}
    assert player.rewards == {}


def test_a_game_has_a_reward_at_its_end():
    secret = deal(SETTING, Draws("1", 0)).reveal()

    assert play("fuzzy", secret).rewards == {"won": 1.0}
    assert play(secret, seed="1").trace.info["guesses"] == [secret]
    lost = play("Hm.", "", "Hm.")
    assert lost.rewards == {"won": 0.0}
    assert lost.trace.info == {"guesses": [], "illegal": 3}
