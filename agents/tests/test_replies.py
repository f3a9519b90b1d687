import math

import pytest

from clueproof_agents.replies import parse_reply
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary

WORDPL = Setting(Vocabulary.load())
CLASSIC = Setting(WORDPL.vocabulary, Mode.CLASSIC, max_turns=6)
HARMONY = (
    "<|channel|>analysis<|message|>Maybe SLATE 5?<|end|><|start|>assistant"
    "<|channel|>final<|message|>"
)

# Replies that state CRANE, with the price in WORDPL, or None without a usable price.
STATED = [
    # bare words and prose
    ("crane 12.5", 12.5),
    ("CRANE at a price of 9 nats", 9),
    ("CRANE\n7", 7),
    ("_CRANE_ 7", 7),
    ("I think about slate, but would rather play CRANE.", None),
    ("CRANE 5 (of 20 left)", 5),
    ("I think about slate, but would rather play CRANE, 8.25.", 8.25),
    ("The answer is wrong. I play CRANE 5", 5),
    ("The word is unknown. I'll play CRANE 5", 5),
    ("GUESS CRANE 3", 3),
    # labels
    ("guess:CRANE 3", 3),
    ("GUESS: CRANE PRICE: 3", 3),
    ("price = 11, guess = crane", 11),
    ("Guess: the word CRANE at 3.5", 3.5),
    ("**Guess:** `CRANE` **Price:** 7", 7),
    ("### Guess\nCRANE 7", 7),
    ("[GUESS] crane 7", 7),
    ("Guess 3: CRANE 5", 5),
    ("guess: CRANE ε=7", 7),
    ("```\nguess: CRANE 3\n```", 3),
    ("guess: slate 5\nNo, wait.\nguess: crane 6", 6),
    ("SLATE was close, STARE too.\nGuess: crane, price: 4", 4),
    ("My guess is crane for 12 nats", 12),
    ("my next guess is CRANE, 12", 12),
    # boxes, quotes, calls, tags and JSON
    ("[CRANE] 7", 7),
    ('I choose "crane" at 5.', 5),
    ("So \\boxed{\\text{crane}} 5", 5),
    ("Action: guess[CRANE] 7", 7),
    ("Action: guess(word='crane', epsilon=12)", 12),
    ("<guess>CRANE 12.5</guess>", 12.5),
    ("<guess>crane</guess><price>.5</price>", 0.5),
    ("<guess>CRANE", None),
    ('{"guess": "crane", "epsilon": 12}', 12),
    ('{"price": "5", "guess": "crane"}', 5),
    ('{"name": "guess", "arguments": {"word": "crane", "price": 7.5}}', 7.5),
    # the final answer
    ("My final answer is Crane!", 0),
    ("Final answer: CRANE (confidence 95%)", 0),
    ("Final guess: crane", 0),
    ("I paid 20 so far. My final answer is \\boxed{CRANE}.", 0),
    ("My final answer: slate. Wait, no. My final answer: crane.", 0),
    # thoughts
    ("<think>slate 3?</think>guess: **Crane**, price: 7", 7),
    ("SLATE? No.</think>CRANE 5", 5),
    ("<THINK>SLATE</THINK>\nCRANE 5", 5),
    ("<think>a<think>b</think>SLATE 3</think>CRANE 5", 5),
    ("<thought>SLATE 3</thought>CRANE 5", 5),
    ("<reasoning>guess: SLATE 3</reasoning>CRANE 5", 5),
    ("[THINK]SLATE 3[/THINK]CRANE 5", 5),
    ("◁think▷SLATE 5◁/think▷guess: crane 5", 5),
    ("<|begin_of_thought|>SLATE 3<|end_of_thought|>CRANE 5", 5),
    (f"{HARMONY}CRANE 5<|return|>", 5),
    ("analysisMaybe SLATE 5?assistantfinalguess: CRANE 5", 5),
    ("CRANE 5<think>or SLATE", 5),
    # prices
    ("CRANE 12,5", 12.5),
    ("CRANE - 5", 5),
    ("CRANE \u2013 12.5 nats", 12.5),
    ("CRANE: 5", 5),
    ("CRANE -5", None),
    ("CRANE \u22125", None),
    ('{"guess": "crane", "price": -3}', None),
    ("CRANE 1,000", None),
    ("CRANE 10-12", None),
    ("CRANE 95 %", None),
    ("CRANE 12.5 bits", None),
    ("CRANE 12.5 bits of information", None),
    ("Guess: CRANE, price: 12.5 bits", None),
    ("CRANE 12.5 millinats", None),
    ("CRANE 12.5 dB", None),
    ("CRANE 2.5 nats per letter", None),
    ("CRANE 12.5 percent", None),
    ("CRANE 10 to 12", None),
    ("CRANE 10 nats or 12", None),
    ("CRANE 5 * 2.5", None),
    ("CRANE 10 + 2.5 nats", None),
    ("CRANE 12.5 \u00d7 10", None),
    ("CRANE 12 thousand", None),
    ("CRANE 12.5 nats per guess", 12.5),
    ("CRANE 12.5 nats, a bit more than before", 12.5),
    ("CRANE 12.5 as two letters are known", 12.5),
    ("price: 12.5 nats\nguess: CRANE", 12.5),
    ("I have spent 24.5. Guess: CRANE", None),
    ("Turn 3. guess: CRANE", None),
    ("Guess: CRANE, price: twelve", None),
    ("guess: SLATE, price: 5\nNo. guess: CRANE", None),
    ("<answer>crane</answer>", None),
]
UNCLEAR = [
    "",
    "I do not know.",
    "*" * 10**6,
    "guess: " * 2000,
    "The letters S, L and T are still untested.\n<guess>STLER</guess>",
    "SLATE shared two letters.\nGuess: [CRANEY]",
    '{"reasoning": "SLATE would repeat the E", "guess": "CRANK5"}',
    "These have not been tried.\nGuess: FLARP",
    "Guess: xyzzy, price: 5",
    "Guess: not SLATE but CRANE",
    '{"guess": null}',
    "I'll try CRANEY 5",
    "I shall try CRANEY",
    "SLATE or CRANE?",
    "I would not play SLATE again.",
    'I choose "crane" at 5, not "slate"',
    "<|channel|>analysis<|message|>SLATE 5<|end|>",
    "CRANE 5 is what I think.</think>",
]


@pytest.mark.parametrize(("reply", "price"), STATED)
def test_a_stated_move_is_read(reply, price):
    assert parse_reply(reply, CLASSIC) == ("crane", math.inf)
    if price is None:
        with pytest.raises(InputError, match=r"price .*: expected "):
            parse_reply(reply, WORDPL)
    else:
        assert parse_reply(reply, WORDPL) == ("crane", price)


@pytest.mark.parametrize("setting", [CLASSIC, WORDPL], ids=["classic", "wordpl"])
@pytest.mark.parametrize("reply", UNCLEAR, ids=range(len(UNCLEAR)))
def test_no_word_is_guessed_where_a_reply_states_none(reply, setting):
    with pytest.raises(InputError, match=r"guess|words in") as error:
        parse_reply(reply, setting)

    assert len(str(error.value)) < 150


def test_the_word_guess_is_a_guess_where_nothing_else_is_stated():
    assert parse_reply("guess: guess 4", WORDPL) == ("guess", 4.0)
    assert parse_reply("Guess: GUESS 4", WORDPL) == ("guess", 4.0)


def test_words_of_any_letters_are_read():
    words = ("\u017c\u00f3\u0142ty", "kacz\u0105")
    setting = Setting(Vocabulary(words, words), Mode.CLASSIC)

    assert parse_reply("Guess: Z\u0307\u00f3\u0142ty", setting)[0] == words[0]
