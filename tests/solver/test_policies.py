import math

import numpy as np
import pytest

from game import Draws, InputError, Mode, Scripted, Setting, Vocabulary, deal, play
from solver.policies import Encoding, PolicyPlayer

WORDS = Vocabulary.load()
WORDPL = Setting(WORDS)
CLASSIC = Setting(WORDS, Mode.CLASSIC)


class Pays(PolicyPlayer):
    """Play the word of the number of turns at a price, then an answer."""

    rows = 2

    def act(self, observation, info):
        turns = int((observation["prices"] > 0).sum())
        if turns < self.rows:
            return {"word": turns, "price": 7.5 + turns}
        return {"word": info["answer_mask"].nonzero()[0][5], "price": 0.004}


def test_a_policy_plays_as_its_actions_do():
    player = Pays()
    player.prepare(WORDPL)
    answers = sorted(WORDS.answers, key=WORDS.guess_index.__getitem__)
    script = [(WORDS.guesses[0], 7.5), (WORDS.guesses[1], 8.5), (answers[5], 0.0)]

    games = [
        play(each, deal(WORDPL, Draws("1", 0)), WORDPL)
        for each in (player, Scripted(script))
    ]

    assert games[0] == games[1]


# Python or numpy would take most of these values as an index or convert them to one.
@pytest.mark.parametrize("action", [5.7, "5", np.array(5.0), [5], True, None, -1])
def test_what_is_no_index_of_a_word_is_no_move(action):
    with pytest.raises(InputError, match=r"action .*: expected the index of a guess"):
        Encoding(CLASSIC).move(action)
    with pytest.raises(InputError, match="expected a dict with 'word' and 'price'"):
        Encoding(WORDPL).move(action)


def test_an_action_is_the_move_of_its_word_and_price():
    word = CLASSIC.vocabulary.guess_index["crane"]

    assert Encoding(CLASSIC).move(word) == ("crane", math.inf)
    assert Encoding(WORDPL).move({"word": word, "price": 7.5}) == ("crane", 7.5)
