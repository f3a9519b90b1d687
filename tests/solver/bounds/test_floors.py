"""The floors of the shipped lists, and of others."""

from game.words import Vocabulary
from solver.bounds import free_letters
from solver.bounds.floors import floor, proved_floors

WORDS = Vocabulary.load()


def test_the_shipped_floors_lie_between_the_free_ones_and_the_strategies():
    for plan, achieved in zip(proved_floors(WORDS), (14.3, 36.3, 71.0), strict=True):
        assert free_letters.floor(2315, 5, plan.share) < plan.budget < achieved
        assert floor(WORDS, plan.share) == plan.budget


def test_other_words_and_shares_have_the_free_floor():
    fewer = Vocabulary(WORDS.answers[:500], WORDS.guesses)

    assert floor(fewer, 0.05) == free_letters.floor(500, 5, 0.05)
    assert floor(WORDS, 0.06) == free_letters.floor(2315, 5, 0.06)
