from contextlib import ExitStack

import pytest

pytest.importorskip("openenv", reason="the extra 'openenv'")

from fastapi.testclient import TestClient

from clueproof_agents.openenv_server import GameEnvironment, Guess, app

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of the library
]


def test_the_server_deals_and_plays_a_game():
    client = TestClient(app)
    texts = []
    for seed in (3, 3, 4):
        with client.websocket_connect("/ws") as socket:
            socket.send_json({"type": "reset", "data": {"seed": seed}})
            first = socket.receive_json()["data"]["observation"]
            assert "guess: WORD" in first["message"]
            socket.send_json({"type": "step", "data": {"message": "guess: crane"}})
            data = socket.receive_json()["data"]
            assert (data["done"], data["reward"]) == (False, 0.0)
            texts.append(data["observation"]["message"])

    assert texts[0].startswith("CRANE: ")
    assert texts[0] == texts[1] != texts[2]


def test_a_win_is_rewarded():
    environment = GameEnvironment("classic")
    environment.reset(seed=3)
    secret = environment.chat._round.host.reveal()

    assert not environment.step(Guess(message="Hm.")).done
    seen = environment.step(Guess(message=f"guess: {secret}"))

    assert (seen.done, seen.reward, seen.metadata) == (True, 1.0, {"illegal": 1})
    assert environment.state.step_count == 2


def test_sessions_play_games_of_their_own_at_the_same_time():
    client = TestClient(app)
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(client.websocket_connect("/ws")) for _ in range(8)
        ]
        for seed, socket in enumerate(sockets):
            socket.send_json({"type": "reset", "data": {"seed": seed}})
            assert socket.receive_json()["type"] == "observation"
        texts = set()
        for socket in sockets:
            socket.send_json({"type": "step", "data": {"message": "guess: crane"}})
            texts.add(socket.receive_json()["data"]["observation"]["message"])
    assert len(texts) > 4
