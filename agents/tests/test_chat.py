from dataclasses import replace

import pytest
from scripted import Scripted, play_game

from clueproof_agents.chat import TRIES, TextGame
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Mode, Outcome, Setting
from game.replays import replay
from game.words import Vocabulary

WORDPL = Setting(Vocabulary.load())
CLASSIC = Setting(WORDPL.vocabulary, Mode.CLASSIC, max_turns=6)


@pytest.mark.parametrize("setting", [CLASSIC, WORDPL])
def test_the_referee_replays_the_game_of_a_model(setting):
    game = play_game(Scripted(setting), setting, "1", 0)

    assert len(game.turns) > 1
    assert [game] == list(replay([game], [0], "1", setting))


def test_a_model_is_asked_again_and_then_forfeits():
    with pytest.raises(InputError, match="boards 2: expected 1"):
        TextGame(deal(CLASSIC, Draws("1", 0)), replace(CLASSIC, boards=2))
    chat = TextGame(deal(CLASSIC, Draws("1", 0), "crane"), CLASSIC)
    chat.reply("slate")
    for _ in range(TRIES - 1):
        assert "expected" in chat.reply("hmm")
        assert chat.game is None

    chat.reply("hmm")

    assert chat.game.outcome is Outcome.INVALID
    assert chat.illegal == TRIES
    roles = [message["role"] for message in chat.messages]
    assert roles == ["system", "user", *["assistant", "user"] * 4]
    with pytest.raises(InputError, match="a new game"):
        chat.reply("crane")
