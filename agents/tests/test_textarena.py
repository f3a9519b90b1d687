import pytest

textarena = pytest.importorskip("textarena", reason="the extra 'textarena'")

from clueproof_agents.textarena_game import ID  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of the library
]


def seen(environment):
    """Return what an agent reads."""
    player, text = environment.get_observation()
    assert player == 0
    return text


@pytest.mark.parametrize("game", ["classic", "fibble:2"])
def test_a_seed_deals_a_game_that_a_scripted_model_plays(game):
    texts = []
    for seed in (3, 3, 4):
        environment = textarena.make(ID, game=game)
        environment.reset(num_players=1, seed=seed)
        assert "guess: WORD" in seen(environment)
        for _ in range(3):
            environment.step("I try [crane].")
        texts.append(seen(environment))

    assert "CRANE: " in texts[0]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def secret_of(environment):
    return environment.chat._round.host.reveal()


def test_a_win_is_rewarded_and_three_illegal_replies_lose():
    environment = textarena.make(ID, game="classic")
    environment.reset(num_players=1, seed=3)
    secret = secret_of(environment)
    environment.step("Hm.")
    done, _ = environment.step(f"guess: {secret}")
    assert done
    rewards, info = environment.close()
    assert rewards == {0: 1.0}
    assert info[0]["invalid_move"] is False
    assert secret.upper() in info[0]["reason"]

    environment.reset(num_players=1)
    assert [environment.step("Hm.")[0] for _ in range(3)] == [False, False, True]
    rewards, info = environment.close()
    assert rewards == {0: 0.0}
    assert info[0]["invalid_move"] is True
    assert "guess 'Hm': expected" in info[0]["reason"]


def test_a_legal_move_ends_a_row_of_illegal_ones():
    environment = textarena.make(ID, game="classic")
    environment.reset(num_players=1, seed=3)
    for reply in ("Hm.", "Hm.", "crane", "Hm.", "Hm."):
        assert not environment.step(reply)[0]
    assert "guess 'Hm': expected" in seen(environment)
    assert environment.step("Hm.")[0]
    assert environment.close()[1][0]["invalid_move"] is True


def test_a_lost_game_has_no_invalid_move_and_the_next_one_forgets_it():
    environment = textarena.make(ID, game="classic")
    environment.reset(num_players=1, seed=3)
    done = [environment.step("guess: fuzzy")[0] for _ in range(6)]
    assert done == [False] * 5 + [True]
    rewards, info = environment.close()
    assert rewards == {0: 0.0}
    assert info[0]["invalid_move"] is False

    environment.reset(num_players=1, seed=4)
    assert "FUZZY" not in seen(environment)


def test_messages_are_a_list_where_textarena_has_them_so():
    environment = textarena.make(f"{ID}-raw", game="classic")
    environment.reset(num_players=1, seed=3)
    _, [(sender, text, _)] = environment.get_observation()
    assert sender == textarena.GAME_ID
    assert "guess: WORD" in text
