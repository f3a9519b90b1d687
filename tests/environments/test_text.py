import math
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from environments.text import TRIES, TextGame, parse_reply, rules
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.loop import replay
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary

ROOT = Path(__file__).resolve().parents[2]
WORDPL = Setting(Vocabulary.load())
CLASSIC = Setting(WORDPL.vocabulary, Mode.CLASSIC, max_turns=6)


@pytest.mark.parametrize(
    ("reply", "guess", "price"),
    [
        ("crane 12.5", "crane", 12.5),
        ("CRANE at a price of 9 nats", "crane", 9.0),
        ("<think>slate 3?</think>guess: **Crane**, price: 7", "crane", 7.0),
        ("I think about slate, but would rather play CRANE, 8.25.", "crane", 8.25),
        ("<guess>crane</guess><price>.5</price>", "crane", 0.5),
        ("price = 11, guess = crane", "crane", 11.0),
        ('{"guess": "crane", "epsilon": 12}', "crane", 12.0),
        ("I paid 20 so far. My final answer is \\boxed{CRANE}.", "crane", 0.0),
        ("guess: slate 5\nNo, wait.\nguess: crane 6", "crane", 6.0),
    ],
)
def test_a_reply_is_read_leniently(reply, guess, price):
    assert parse_reply(reply, WORDPL) == (guess, price)
    assert parse_reply(reply, CLASSIC) == (guess, math.inf)


@pytest.mark.parametrize(
    "reply", ["", "I do not know.", "Guess: xyzzy, price: 5", "crane", "*" * 10**6]
)
def test_a_reply_without_a_move_is_an_error(reply):
    with pytest.raises(InputError, match="expected"):
        parse_reply(reply, WORDPL)


@pytest.mark.parametrize(("setting", "score"), [(CLASSIC, 3.0), (WORDPL, 38.0)])
def test_the_scripted_model_of_the_example_wins_as_its_moves_do(setting, score):
    example = runpy.run_path(str(ROOT / "examples" / "chat.py"))

    chat = TextGame(deal(setting, Draws("1", 0)), setting)
    while (game := chat.game) is None:
        chat.reply(example["scripted"](chat.messages))

    assert game.score == score
    assert game == replay(game, deal(setting, Draws("1", 0)), setting)


def test_a_model_gets_the_rules_is_asked_again_and_then_forfeits():
    assert "1 of the 5 marks" in rules(replace(CLASSIC, mode=Mode.FIBBLE))
    with pytest.raises(InputError, match="boards 2: expected 1"):
        TextGame(deal(CLASSIC, Draws("1", 0)), replace(CLASSIC, boards=2))
    chat = TextGame(deal(CLASSIC, Draws("1", 0), "crane"), CLASSIC)
    chat.reply("slate")
    for _ in range(TRIES - 1):
        assert "expected" in chat.reply("hmm")
        assert chat.game is None

    chat.reply("hmm")

    assert chat.game.outcome is Outcome.INVALID
    roles = [message["role"] for message in chat.messages]
    assert roles == ["system", "user", *["assistant", "user"] * 4]
    with pytest.raises(InputError, match="another game"):
        chat.reply("crane")
