import pytest

from game import Mode, Outcome, Setting, Vocabulary, play
from game.hosts import AbsurdleHost
from strategies.adversarial import Adversarial

WORDS = Vocabulary.load()
SETTING = Setting(WORDS, Mode.CLASSIC)


@pytest.mark.system
def test_absurdle_is_beaten_in_four():
    strategy = Adversarial()
    strategy.prepare(SETTING)

    game = play(strategy, AbsurdleHost(WORDS.answers), SETTING)

    assert (game.outcome, len(game.turns)) == (Outcome.WON, 4)
