import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from clueproof_agents.chat import TRIES, TextGame
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Mode, Outcome, Setting
from game.replays import replay
from game.words import Vocabulary

ROOT = Path(__file__).resolve().parents[1]
WORDPL = Setting(Vocabulary.load())
CLASSIC = Setting(WORDPL.vocabulary, Mode.CLASSIC, max_turns=6)


@pytest.mark.parametrize(("setting", "score"), [(CLASSIC, 3.0), (WORDPL, 38.0)])
def test_the_scripted_model_of_the_example_wins_as_its_moves_do(setting, score):
    example = runpy.run_path(str(ROOT / "examples" / "chat.py"))

    chat = TextGame(deal(setting, Draws("1", 0)), setting)
    while (game := chat.game) is None:
        chat.reply(example["reply_from_script"](chat.messages))

    assert game.score == score
    assert [game] == list(replay([game], [0], "1", setting))


def test_a_model_is_asked_again_and_then_forfeits():
    with pytest.raises(InputError, match="boards 2: expected 1"):
        TextGame(deal(CLASSIC, Draws("1", 0)), replace(CLASSIC, boards=2))
    strict = TextGame(deal(CLASSIC, Draws("1", 0), "crane"), CLASSIC, strict=True)
    assert "expected one line, guess: WORD" in strict.reply("I play SLATE.")
    assert strict.reply("guess: slate").startswith("SLATE: ")
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
    with pytest.raises(InputError, match="another game"):
        chat.reply("crane")
