import pytest

from game.hosts import AbsurdleHost
from game.loop import play
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from strategies.adversarial import Adversarial

WORDS = Vocabulary.load()
SETTING = Setting(WORDS, Mode.CLASSIC)


@pytest.mark.system
def test_absurdle_is_beaten_in_four():
    strategy = Adversarial()
    strategy.prepare(SETTING)

    game = play(strategy, AbsurdleHost(WORDS.answers), SETTING)

    assert (game.outcome, len(game.turns)) == (Outcome.WON, 4)
