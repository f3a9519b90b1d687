import shlex

import pytest

import interactive
from game import Hard, Mode, Setting, Vocabulary
from game.text.deals import Deal, size_of

WORDS = Vocabulary.load()
OWN = Vocabulary(("crane",), ("crane",))
CLASSIC = Setting(WORDS, Mode.CLASSIC, 6)
DEALS = [
    Deal(Setting(WORDS), day="2026-11-22"),
    # A shell would interpret these signs if they were not quoted.
    Deal(Setting(WORDS), seed="it's ~*é", game=7),
    Deal(Setting(Vocabulary.load(6), Mode.CLASSIC, 9, boards=4), seed="a b"),
    Deal(Setting(WORDS, Mode.CLASSIC, 6, hard=Hard.STRICT), seed="3"),
    Deal(CLASSIC, is_absurdle=True, target="crane"),
]


@pytest.mark.parametrize("deal", DEALS)
def test_the_command_is_one_of_the_front_door(deal):
    python, script, name, *options = shlex.split(deal.command)

    command = interactive.SCRIPT.get_command(None, name)
    values = command.make_context(name, options).params
    assert (python, script) == ("python", "interactive.py")
    assert values["kind"] == deal.kind
    if deal.is_absurdle:
        assert values["challenge"] == deal.target
    else:
        assert (values["daily"] or "", values["seed"]) == (deal.day, deal.seed)
        assert (values["boards"] or 1, values["hard"]) == (
            deal.setting.boards,
            deal.setting.hard,
        )
        assert (values["game"] or 0, values["size"] or 5) == (deal.game, deal.size)


@pytest.mark.parametrize("word", ["ab", "abc", "crane", "abcdefghij", "abcdefghijk"])
def test_lists_of_any_length_that_are_not_shipped_have_no_size(word):
    assert size_of(Vocabulary((word,), (word,))) == 0
    assert size_of(Vocabulary.load(4)) == 4


@pytest.mark.parametrize("site", ["https://a.example/", "https://a.example/b/"])
def test_words_of_each_length_have_their_page(site):
    five = Deal(Setting(WORDS), seed="1")
    six = Deal(Setting(Vocabulary.load(6)), seed="1")

    assert five.source(site) == f"{site}#kind=wordpl&seed=1"
    assert six.source(site) == f"{site}play-6.html#kind=wordpl&seed=1"
    assert six.source().endswith("play --seed 1 --size 6")


@pytest.mark.parametrize(
    "deal",
    [Deal(Setting(WORDS)), Deal(Setting(OWN, Mode.CLASSIC), is_absurdle=True)],
)
def test_a_game_of_words_that_the_player_chose_is_dealt_to_nobody_else(deal):
    assert deal.source() == deal.source("https://a.example/") == ""
    assert deal.most == 0
    assert Deal(CLASSIC).most == 6
