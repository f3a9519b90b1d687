import re
from dataclasses import replace

import pytest

from clueproof_agents.chat import TextGame
from clueproof_agents.phrasings import load_phrasing, phrasing_names
from game.draws import Draws
from game.errors import InputError
from game.hosts import deal
from game.protocol import Mode, Setting
from game.words import Vocabulary

# If you change a text, raise its version and write the new digest here.
VERSIONS = {
    "brief": (2, "454afbddf73f2e7a"),
    "plain": (2, "a6c595fc82e4643a"),
    "stepwise": (2, "33b19f7dd8c437f5"),
}
WORDPL = Setting(Vocabulary.load())
CLASSIC = Setting(WORDPL.vocabulary, Mode.CLASSIC, max_turns=6)
FIBBLE = replace(CLASSIC, mode=Mode.FIBBLE, channel="lies:2")


def test_a_text_does_not_change_without_its_version():
    texts = map(load_phrasing, phrasing_names())

    assert {each.name: (each.version, each.digest) for each in texts} == VERSIONS


@pytest.mark.parametrize("name", phrasing_names())
@pytest.mark.parametrize("setting", [WORDPL, CLASSIC, FIBBLE])
def test_every_phrasing_tells_the_rules(name, setting):
    game = TextGame(deal(setting, Draws("1", 0)), setting, phrasing=name)

    rules, start = (message["content"] for message in game.messages)
    assert "{" not in rules + start
    for part in ("2,315", "5 letters", "guess: WORD"):
        assert part in rules
    assert ("p / (p + 2)" in rules) is ("WORD PRICE" in rules) is (setting is WORDPL)
    assert ("2 of the 5 marks" in rules) is (setting is FIBBLE)
    assert bool(re.search(r"\b6 guesses", rules)) is (setting is not WORDPL)


def test_a_phrasing_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="expected brief or plain or stepwise"):
        load_phrasing("rude")
