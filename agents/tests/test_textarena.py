import pytest

textarena = pytest.importorskip("textarena", reason="the extra 'textarena'")

from clueproof_agents.textarena_game import ID  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of the library
]


def seen(environment):
    """Return what the player has not read yet."""
    _, observations = environment.get_observation()
    return "\n".join(text for _, text, _ in observations)


@pytest.mark.parametrize("game", ["classic", "fibble:2"])
def test_a_seed_deals_a_game_that_a_scripted_model_plays(game):
    texts = []
    for seed in (3, 3, 4):
        environment = textarena.make(ID, game=game)
        environment.reset(num_players=1, seed=seed)
        assert "guess: WORD" in seen(environment)
        said = []
        for _ in range(3):
            environment.step("I try [crane].")
            said.append(seen(environment))
        texts.append("\n".join(said))

    assert "CRANE: " in texts[0]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_a_win_is_rewarded_and_three_illegal_replies_lose():
    environment = textarena.make(ID, game="classic")
    environment.reset(num_players=1, seed=3)
    secret = environment.chat._round.host.reveal()
    done, _ = environment.step(f"guess: {secret}")
    assert done
    rewards, info = environment.close()
    assert rewards == {0: 1.0}
    assert secret.upper() in info[0]["reason"]

    environment.reset(num_players=1)
    assert [environment.step("Hm.")[0] for _ in range(3)] == [False, False, True]
    assert environment.close()[0] == {0: 0.0}
