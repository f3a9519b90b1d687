import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("verifiers", reason="the extra 'verifiers'")

from model_server import serve
from scripted import CARELESS, Scripted, play_game

from clueproof_agents.settings import named_setting
from game.protocol import Outcome
from game.words import Vocabulary

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of the library
]

ROOT = Path(__file__).resolve().parents[2]


def test_an_evaluation_plays_the_games_of_the_command(tmp_path):
    setting = named_setting("classic", Vocabulary.load())
    model = Scripted(CARELESS, setting)
    with serve(model) as address:
        done = subprocess.run(
            [
                *(Path(sys.executable).with_name("vf-eval"), "clueproof_games"),
                *("--env.taskset.game", "classic", "--env.taskset.seed", "s"),
                *(
                    "--env.player.harness.id",
                    "null",
                    "--env.player.runtime.type",
                    "subprocess",
                    "-m",
                    "m",
                    "--push",
                    "False",
                ),
                *("--client.base-url", address, "-n", "3", "-o", tmp_path / "out"),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT}:{ROOT / 'integrations'}",
                "OPENAI_API_KEY": "none",
                "no_proxy": "127.0.0.1",
            },
        )
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = tmp_path.rglob("traces.jsonl")
    traces = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(traces) == 3
    for episode in traces:
        assert episode["ok"], episode["traces"][0]["errors"]
        [trace] = episode["traces"]
        number = episode["task"]["data"]["number"]
        game = play_game(model, setting, "s", number)
        assert trace["info"]["guesses"] == [turn.guess for turn in game.turns]
        won = game.outcome is Outcome.WON
        assert trace["rewards"]["won"]["score"] == float(won)
