import random
from itertools import islice

import pytest

from game import Vocabulary, classic
from game.hard import Hard, objection
from solver.matrix.hard_mode import allowed
from tests.alphabets import in_last_letters, renamed

WORDS = Vocabulary.load()


def histories():
    """Yield guesses of some games, and guesses with clues that no secret gives."""
    for game in range(6):
        draw = random.Random(game)
        secret = draw.choice(WORDS.answers)
        played = draw.sample(WORDS.guesses, game % 4)
        yield [(guess, classic(secret, guess)) for guess in played]
    # Of a letter that a guess has twice, hard mode counts the copies.
    twice = (g for g in WORDS.guesses if len(set(g)) < 4)
    yield from ([(guess, draw.randrange(243))] for guess in islice(twice, 8))


@pytest.mark.parametrize("hard", Hard)
@pytest.mark.parametrize("known", [*histories()], ids=str)
def test_the_mask_is_what_the_rule_says_of_every_guess(hard, known):
    mask = allowed(WORDS, known, hard)

    assert mask.tolist() == [not objection(g, known, hard) for g in WORDS.guesses]


@pytest.mark.parametrize("hard", [Hard.NYT, Hard.STRICT])
def test_another_alphabet_has_the_same_mask(hard):
    known = [(guess, classic("sassy", guess)) for guess in ("eases", "salsa")]
    others = [(renamed(guess), clue) for guess, clue in known]

    mask = allowed(in_last_letters(WORDS), others, hard)

    assert mask[: len(WORDS.guesses)].tolist() == allowed(WORDS, known, hard).tolist()
