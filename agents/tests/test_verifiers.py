import asyncio
import json
import math
import os
import re
import shlex
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("verifiers", reason="the extra 'verifiers'")

from model_server import serve
from scripted import Scripted, play_game

from clueproof_agents.figures import figures_of
from clueproof_agents.settings import named_setting
from clueproof_games import ClueproofConfig, ClueproofEnv, ClueproofTaskset
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.words import Vocabulary
from solver.advice.noisy_costs import NoisyJudge

pytestmark = pytest.mark.filterwarnings("default")  # the library gives warnings

AGENTS = Path(__file__).resolve().parents[1]
SETTING = named_setting("classic", Vocabulary.load())


def test_the_command_of_readme_plays_the_games_of_the_seed(tmp_path):
    model = Scripted(SETTING, illegal=True)
    text = (AGENTS / "README.md").read_text()
    [line] = re.findall(r"^OPENAI_API_KEY=none (vf-eval (?:.*\\\n)*.*)$", text, re.M)
    program, *options = shlex.split(line.replace("\\\n", " "))
    options += ["--env.taskset.game", "classic", "-n", "3"]
    binaries = Path(sys.executable).parent
    places = {
        "PATH": os.pathsep.join([str(binaries), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join([str(AGENTS.parent), str(AGENTS)]),
    }

    with serve(model) as address:
        done = subprocess.run(
            [binaries / program, *options, "--client.base-url", address],
            capture_output=True,
            text=True,
            timeout=600,
            cwd=tmp_path,
            env={**os.environ, **places, "OPENAI_API_KEY": "none", "no_proxy": "*"},
        )

    # One file has all games. Each game is an episode.
    paths = list(tmp_path.rglob("traces.jsonl"))
    assert len(paths) == 1, done.stdout + done.stderr
    episodes = [json.loads(line) for line in paths[0].read_text().splitlines()]

    assert len(episodes) == 3
    for episode in episodes:
        assert episode["ok"], episode["traces"][0]["errors"]
        [trace] = episode["traces"]
        number = episode["task"]["data"]["number"]
        game = play_game(model, SETTING, "1", number)
        assert trace["info"]["guesses"] == [turn.guess for turn in game.turns]
        figures = figures_of(game, NoisyJudge(SETTING))
        assert trace["rewards"]["reward"]["score"] == figures["reward"]
        assert trace["metrics"]["guesses"] == len(game.turns)
        assert trace["metrics"].get("regret", math.nan) == pytest.approx(
            figures["regret"], nan_ok=True
        )
        said = json.dumps(trace["nodes"])
        assert "seed" not in said
    assert sum(e["traces"][0]["metrics"]["illegal"] for e in episodes) > 0


def test_an_unknown_option_is_refused():
    with pytest.raises(ValueError, match="gmae"):
        ClueproofConfig(id="clueproof_games", gmae="classic")
    with pytest.raises(InputError, match="game 'chess': expected classic"):
        play(game="chess")


class Player:
    """An agent that gives the replies `replies`, and then ends its run."""

    def __init__(self, *replies):
        self.replies = [
            SimpleNamespace(terminated=False, last_reply=r) for r in replies
        ]
        self.replies.append(SimpleNamespace(terminated=True))
        self.rewards = {}
        self.metrics = {}
        self.trace = SimpleNamespace(
            info={},
            record_reward=lambda name, value, _: self.rewards.update({name: value}),
            record_metric=lambda name, value: self.metrics.update({name: value}),
        )

    @asynccontextmanager
    async def interaction(self, task):
        yield self

    async def turn(self, message=None):
        return self.replies.pop(0)


def play(*replies, seed=1, game="classic"):
    """Let a `Player` with these replies play game 0 of a seed; return the player."""
    config = ClueproofConfig(id="clueproof_games", game=game, seed=seed)
    task = next(ClueproofTaskset(config).load())
    player = Player(*replies)
    asyncio.run(ClueproofEnv.run(None, task, SimpleNamespace(player=player)))
    return player


def test_a_game_that_is_broken_off_is_neither_won_nor_lost():
    player = play("guess: fuzzy", "Hm.")

    assert player.trace.info == {"guesses": ["fuzzy"]}
    assert player.metrics == {"guesses": 1, "illegal": 1}
    assert player.rewards == {}


def test_a_game_has_a_reward_at_its_end():
    secret = deal(SETTING, Draws("1", 0)).reveal()

    assert play("fuzzy", secret).rewards == {"reward": 1 - 1 / 6}
    assert play(secret, seed="1").trace.info["guesses"] == [secret]
    lost = play("Hm.", "", "Hm.")
    assert lost.rewards == {"reward": 0.0}
    assert lost.metrics["illegal"] == 3
    assert "regret" not in lost.metrics


@pytest.mark.parametrize(("price", "reward"), [(12.5, 0.75), (1000, 0.0)])
def test_the_reward_of_wordpl_falls_with_the_price(price, reward):
    setting = named_setting("wordpl", SETTING.vocabulary)
    secret = deal(setting, Draws("1", 0)).reveal()

    player = play(*[f"slate {price}"] * 2, f"{secret} 0", game="wordpl")

    assert player.rewards == {"reward": reward}
    assert player.metrics["won"] == 1
