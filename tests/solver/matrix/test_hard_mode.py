import random
from itertools import islice

import pytest

from game.clues import classic
from game.hard import Hard, objection
from game.words import Vocabulary
from solver.matrix.hard_mode import allowed
from tests.alphabets import in_last_letters, renamed

WORDS = Vocabulary.load()


@pytest.mark.parametrize("hard", Hard)
@pytest.mark.parametrize("game", range(6))
def test_the_mask_is_what_the_rule_says_of_every_guess(hard, game):
    draw = random.Random(game)
    secret = draw.choice(WORDS.answers)
    played = draw.sample(WORDS.guesses, game % 4)
    known = [(guess, classic(secret, guess)) for guess in played]

    mask = allowed(WORDS, known, hard)

    assert mask.tolist() == [not objection(g, known, hard) for g in WORDS.guesses]


@pytest.mark.parametrize("hard", [Hard.NYT, Hard.STRICT])
def test_another_alphabet_has_the_same_mask(hard):
    known = [(guess, classic("sassy", guess)) for guess in ("eases", "salsa")]
    others = [(renamed(guess), clue) for guess, clue in known]

    mask = allowed(in_last_letters(WORDS), others, hard)

    assert mask[: len(WORDS.guesses)].tolist() == allowed(WORDS, known, hard).tolist()


@pytest.mark.parametrize("hard", [Hard.NYT, Hard.STRICT])
def test_clues_that_no_secret_gives_are_read_as_the_rule_reads_them(hard):
    draw = random.Random(1)
    twice = (g for g in WORDS.guesses if len(set(g)) < 4)
    for guess in islice(twice, 8):
        known = [(guess, draw.randrange(243))]

        mask = allowed(WORDS, known, hard)

        assert mask.tolist() == [not objection(g, known, hard) for g in WORDS.guesses]
