import math
import re

import numpy as np
import pytest

from clueproof_agents.items import CANDIDATES, KINDS, make_item
from clueproof_agents.numbers import parse_chance
from clueproof_agents.phrasings import phrasing_names
from game.clues import classic, parse, to_marks
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()
SETTINGS = [
    Setting(WORDS, Mode.CLASSIC),
    Setting(WORDS, Mode.FIBBLE, channel="lies:1"),
    Setting(WORDS, Mode.FIBBLE, channel="lies:3"),
]


def lies_of(setting):
    return int(setting.channel[-1]) if setting.channel else 0


def differences(secret, guess, marks):
    true = to_marks(classic(secret, guess), 5)
    return [a != b for a, b in zip(true, marks, strict=True)]


def read(item, setting):
    """Return what the message of `item` says: the candidate words and the turns.

    The third result is the probability of each candidate, counted from the turns.
    """
    listed = re.findall(
        r"\b[a-z]{5}\b(?=[,.])", item.message.replace("\n", " ").lower()
    )
    words = [word for word in listed if word.upper() in item.message]
    assert len(words) == CANDIDATES
    turns = re.findall(r"^([A-Z]{5}): .*\(([.ic]{5})\)$", item.message, re.M)
    turns = [(g.lower(), to_marks(parse(c, 5), 5)) for g, c in turns]
    fits = np.array(
        [
            all(
                w != g and sum(differences(w, g, m)) == lies_of(setting)
                for g, m in turns
            )
            for w in words
        ]
    )
    return words, turns, fits / fits.sum()


def exact_answer(item, setting):
    """Return the right answer to the question `item`, from its message alone."""
    words, turns, chances = read(item, setting)
    if item.kind == "likeliest":
        return f"guess: {words[int(chances.argmax())]}"
    if item.kind == "best":
        told = [told_by(word, words, chances, lies_of(setting)) for word in words]
        return f"guess: {words[int(np.argmax(told))]}"
    question = item.message.splitlines()[-1]
    if item.kind == "posterior":
        (asked,) = [w for w in re.findall("[A-Z]{5}", question) if w.lower() in words]
        return f"chance: {chances[words.index(asked.lower())]}"
    guess, marks = turns[-1]
    assert guess.upper() in question
    place = int(re.search(r"\d", question)[0]) - 1
    false = [differences(word, guess, marks)[place] for word in words]
    return f"chance: {float(np.dot(chances, false))}"


def told_by(guess, words, chances, lies):
    """Return the information of a guess about the secret, in bits.

    `chances` has the probability of each word to be the secret. `lies` is the number of
    false marks in a clue.
    """
    # The last column is the chance of a right guess, which ends the game.
    law = np.zeros((len(words), 244))
    clues = np.array([to_marks(number, 5) for number in range(243)])
    for row, word in zip(law, words, strict=True):
        if word == guess:
            row[243 if lies else 242] = 1
            continue
        true = to_marks(classic(word, guess), 5)
        fits = (clues != true).sum(axis=1) == lies
        row[:243] = fits / fits.sum()

    def bits(row):
        row = row[row > 0]
        return float(-(row * np.log2(row)).sum())

    return bits(chances @ law) - float(chances @ [bits(row) for row in law])


@pytest.mark.parametrize("setting", SETTINGS, ids=lies_of)
def test_exact_answers_lose_nothing_and_others_something(setting):
    for number in range(8):  # two of each kind
        item = make_item(setting, "s", number)
        exact = item.score(exact_answer(item, setting))
        assert exact.legal
        assert exact.loss == pytest.approx(0, abs=2e-3)
        assert item.score("Hm.") == (exact.uninformed, exact.uninformed, "")
        assert exact.uninformed >= 0
        if not item.losses:
            assert item.score("chance: 0.37").loss > 0


def test_a_number_names_an_item_and_all_kinds_and_phrasings_take_turns():
    setting = SETTINGS[1]
    items = [make_item(setting, "s", number) for number in range(12)]

    assert [item.kind for item in items[:4]] == [*KINDS]
    pairs = {(item.kind, item.phrasing) for item in items}
    assert pairs == {(k, name) for k in KINDS for name in phrasing_names()}
    assert items[5].messages == make_item(setting, "s", 5).messages
    assert len({item.message for item in items}) == 12
    assert items[5].message != make_item(setting, "t", 5).message
    assert "mark" not in {make_item(SETTINGS[0], "s", k).kind for k in range(12)}
    assert "{" not in "".join(item.message for item in items)


def test_a_stated_chance_costs_its_divergence():
    item = next(
        item
        for item in (make_item(SETTINGS[1], "s", k) for k in range(3, 200, 4))
        if item.chance == pytest.approx(0.5)
    )

    assert item.score("chance: 50%").loss == pytest.approx(0)
    thoughts = "<think>chance: 0.9</think>chance: 1/2"
    assert item.score(thoughts).loss == pytest.approx(0)
    assert item.score("chance: 0.25").loss == pytest.approx(-math.log2(0.75) / 2)
    assert item.score("chance: 1").loss == item.score("chance: 0.999").loss < 4.1


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("chance: 0.25", 0.25),
        ("**Chance:** .25", 0.25),
        ("chance = 25 %", 0.25),
        ("chance: 1/4", 0.25),
        ("chance: 1 in 4", 0.25),
        ("chance: 1 out of 4.", 0.25),
        ("chance: 1e-3", 0.001),
        ("chance: 1,5 %", 0.015),
        ("chance: 0,25", 0.25),
        ("chance: 0,125 (1/8)", 0.125),
        ("chance: 25 percent, as 1 of 4 words fits", 0.25),
        (r"Chance: $\boxed{\frac{1}{4}}$", 0.25),
        (r"chance: 25\%", 0.25),
        ("chance: about 0.25, since two words fit", 0.25),
        ("chance: 0.5. 3 words fit.", 0.5),
        ('{"chance": 0.25, "words": 3}', 0.25),
        ("1/4", 0.25),
        ("25 %.", 0.25),
        ("chance: 0.1\nNo.\nChance: 0.3", 0.3),
        ('{"chance": 1}', 1.0),
        ("0.75", 0.75),
    ],
)
def test_chances_are_read(text, chance):
    assert parse_chance(text) == chance


@pytest.mark.parametrize(
    "text",
    [
        "",
        "perhaps 0.5 or so",
        "chance: 2",
        "chance: high",
        "chance: -0.5",
        "chance: 5/4",
        "chance: 1/0",
        "chance: 1,250 %",
        "chance: 1 - 0.3",
        "chance: 0.2 to 0.3",
        "chance: 0.2-0.3",
        "chance: 10^-3",
        "chance: 1 \u00d7 10^-3",
        "chance: 10\u207b\u00b3",
        "chance: 2 \u2030",
        "chance: 1:4",
        "chance: 1 bit",
        "chance: < 0.01",
        "0.5 or 0.6",
        "chance: 0.5\nNo. chance: none",
    ],
)
def test_what_states_no_chance_is_refused(text):
    with pytest.raises(InputError, match="expected a chance, like 'chance"):
        parse_chance(text)


def test_items_have_no_prices():
    with pytest.raises(InputError, match="expected classic or fibble"):
        make_item(Setting(WORDS), "s", 0)
