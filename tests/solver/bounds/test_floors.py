import math
import operator

from game.words import Vocabulary
from solver.bounds import free_letters
from solver.bounds.floors import (
    bounds,
    compute_bounds,
    floor,
    proved_floors,
    two_clue_floor,
)

WORDS = Vocabulary.load()
FEWER = Vocabulary(WORDS.answers[:500], WORDS.guesses)


def test_the_shipped_floors_lie_between_the_free_ones_and_the_strategies():
    free_and_achieved = {0.05: (10.6, 14.3), 0.5: (23.0, 36.3), 0.95: (39.0, 71.0)}

    assert proved_floors(WORDS).keys() == free_and_achieved.keys()
    for share, (free, achieved) in free_and_achieved.items():
        assert free < floor(WORDS, share) == proved_floors(WORDS)[share] < achieved


def test_two_clues_are_proved_to_need_what_they_take():
    # The best win 4.998 % at 14.31.
    assert floor(WORDS, 0.05) < two_clue_floor(WORDS, 0.05) == 14.3


def test_other_words_and_shares_have_the_free_floor():
    assert floor(FEWER, 0.05) == free_letters.free_floor(500, 5, 0.05)
    assert floor(WORDS, 0.06) == free_letters.free_floor(2315, 5, 0.06)
    assert math.isnan(two_clue_floor(FEWER, 0.05))
    assert math.isnan(two_clue_floor(WORDS, 0.06))


def test_shipped_bounds_and_those_of_other_words_are_computed():
    for words in (WORDS, FEWER):
        assert bounds(words) == compute_bounds(words)
    assert all(map(operator.lt, bounds(WORDS), bounds(FEWER)))
