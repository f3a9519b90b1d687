"""Vocabularies of the tests: the shipped one, and few words that are much alike."""

import pytest

from game.hard import Hard
from game.words import Vocabulary

WORDS = Vocabulary.load()
ALIKE = tuple(w for w in WORDS.answers if w[1:3] == "at" or w[2:] == "und")
SMALL = Vocabulary(ALIKE, tuple(sorted({*ALIKE, *WORDS.guesses[::99]})))
THREE = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
# The search in hard mode, and that with weights, are kernels of their own.
HARD = [pytest.param(hard, marks=pytest.mark.system) for hard in [*Hard][1:]]
MODES = [Hard.OFF, *HARD]
