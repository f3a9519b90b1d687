"""Families of answers that no guess splits, against lies."""

import itertools

import pytest

from game import Vocabulary, to_text
from research.proofs.lies.search import LiesSearch
from research.tests.proofs.lying import after

pytestmark = pytest.mark.system  # compiles kernels that no other tests use

WORDS = Vocabulary.load()
SMALL = Vocabulary(WORDS.answers[::100], WORDS.answers[::50])
CLUES = [to_text(clue, 5) for clue in range(243)]


@pytest.mark.parametrize(("lies", "least"), [(3, 2), (5, 4)])
def test_some_clue_keeps_a_whole_family(lies, least):
    families = list(itertools.islice(LiesSearch(SMALL, lies).families(7), 9))

    assert max(map(len, families)) >= least
    for family in families:
        words = {SMALL.answers[a] for a in family}
        for guess in SMALL.guesses:
            buckets = [after(words, guess, shown, lies) for shown in CLUES]
            assert words - {guess} in buckets
