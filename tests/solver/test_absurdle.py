import random
from itertools import permutations

import numpy as np
import pytest

from game.adversary import AbsurdleHost, ChallengeHost
from game.play import Scripted, play
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from solver.absurdle import Adversary

WORDS = Vocabulary.load()
SETTING = Setting(WORDS, Mode.CLASSIC)
INF = float("inf")


@pytest.fixture(scope="module")
def adversary():
    return Adversary(WORDS)


def led(line, host, words=WORDS):
    """Play a line, and return the game."""
    script = Scripted([(guess, INF) for guess in line])
    return play(script, host, Setting(words, Mode.CLASSIC))


def by_hand(words, longest, target=None):
    """Return the length of a shortest line, by trying all."""
    for length in range(1, longest + 1):
        for line in permutations(words.guesses, length):
            host = AbsurdleHost(words.answers)
            clues = [host.reply(guess, INF, 0) for guess in line]
            if clues[-1] == 242 and target in (None, line[-1]):
                return length
    return None


@pytest.mark.parametrize("seed", range(6))
def test_a_line_is_as_short_as_any(seed):
    some = tuple(sorted(random.Random(seed).sample(WORDS.answers, 6)))
    words = Vocabulary(some, some)

    line = Adversary(words).shortest_line()

    assert len(line) == by_hand(words, 4)
    assert led(line, AbsurdleHost(some), words).outcome is Outcome.WON


@pytest.mark.parametrize("seed", range(6))
def test_a_word_is_reached_or_is_out_of_reach(seed):
    draw = random.Random(seed)
    near = [word for word in WORDS.answers if word[1:4] == "oun" or word[2:] == "int"]
    some = tuple(sorted(draw.sample(near, 6)))
    words = Vocabulary(some, some)
    adversary = Adversary(words)

    for target in some:
        line = adversary.line_to(target)
        shortest = by_hand(words, 5, target)
        assert (line is None) == (shortest is None)
        if line is not None:
            assert line[-1] == target
            assert led(line, ChallengeHost(some, target), words).outcome is Outcome.WON


def test_absurdle_falls_in_four(adversary):
    line = adversary.shortest_line()

    assert len(line) == 4
    assert led(line, AbsurdleHost(WORDS.answers)).outcome is Outcome.WON


@pytest.mark.parametrize("target", ["scrum", "fuzzy", "salad"])
def test_a_challenge_is_met(adversary, target):
    line = adversary.line_to(target)

    assert led(line, ChallengeHost(WORDS.answers, target)).outcome is Outcome.WON


def test_what_is_left_may_be_given(adversary):
    some = np.array([3, 5, 8])

    line = adversary.shortest_line(some)

    assert line[-1] in {WORDS.answers[place] for place in some}
    assert adversary.line_to(WORDS.answers[4], some) is None
