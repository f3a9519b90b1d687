import random

import pytest

from game.hosts import AbsurdleHost, SecretHost
from game.loop import play
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from strategies.adversarial import Adversarial

WORDS = Vocabulary.load()
SETTING = Setting(WORDS, Mode.CLASSIC)


@pytest.fixture(scope="module")
def strategy():
    made = Adversarial()
    made.prepare(SETTING)
    return made


@pytest.mark.system
def test_absurdle_is_beaten_in_four(strategy):
    game = play(strategy, AbsurdleHost(WORDS.answers), SETTING)

    assert game.outcome is Outcome.WON
    assert len(game.turns) == 4


def test_a_secret_is_found_too(strategy):
    for answer in random.Random(2).sample(WORDS.answers, 5):
        game = play(strategy, SecretHost(answer, Mode.CLASSIC), SETTING)
        assert game.outcome is Outcome.WON
