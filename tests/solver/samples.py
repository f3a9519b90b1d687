"""Vocabularies and modes of the tests, and values of Fibble by enumeration."""

from functools import cache

import numpy as np
import pytest

from game import Hard, Vocabulary, classic
from game.channels.lies import Lies

WORDS = Vocabulary.load()
# The answers differ in one or two letters. So they need several guesses, although they
# are few. The guesses include every 99th valid guess, to tell the answers apart.
ALIKE = tuple(w for w in WORDS.answers if w[1:3] == "at" or w[2:] == "und")
SMALL = Vocabulary(ALIKE, tuple(sorted({*ALIKE, *WORDS.guesses[::99]})))
SOME = (
    *("crane", "slate", "mount", "brick", "jumpy"),
    *("waltz", "vivid", "hover", "salty", "count"),
)
TEN = Vocabulary(SOME, SOME)
# DIRTY and SIXTY need the fewest guesses, but not if only three guesses are left.
TIGHT = Vocabulary(
    ("ditto", "minty", "fifty", "dirty", "vista", "sixty"),
    ("ditto", "minty", "fifty", "dirty", "vista", "sixty", "wrist", "light", "belch"),
)
THREE = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
# The search in hard mode, and the search with weights, have kernels of their own.
HARD = [pytest.param(hard, marks=pytest.mark.system) for hard in [*Hard][1:]]
MODES = [Hard.OFF, *HARD]


@cache
def fewest(words, answers, left, guess=None):
    """Return how many games the best tree loses, and the guesses of all its games.

    `left` is the number of guesses left. If `guess` is given, it is the next guess.
    """
    if not (left and answers):
        return len(answers), 0
    if guess is None:
        return min(fewest(words, answers, left, each) for each in words.guesses)
    buckets = {}
    for answer in answers:
        if answer != guess:
            buckets.setdefault(classic(answer, guess), []).append(answer)
    later = [fewest(words, tuple(part), left - 1) for part in buckets.values()]
    return sum(p[0] for p in later), len(answers) + sum(p[1] for p in later)


def most_won(matrix, lies, length, turns):
    """Return how many answers the best strategy wins with 0, 1, ... `turns` guesses.

    A number is a mean over all lies.
    """
    changes = [Lies(lies).likelihoods(y, np.inf, length) for y in range(3**length)]

    @cache
    def won(words, left):
        if left == 0 or not words:
            return 0.0
        rates = []
        for row in matrix:
            wrong = [s for s in words if row[s] != 3**length - 1]
            after = 0.0
            for chances in changes:
                fit = frozenset(s for s in wrong if chances[row[s]] > 0)
                after += won(fit, left - 1) * chances[:-1].max(initial=0.0)
            rates.append(len(words) - len(wrong) + after)
        return max(rates)

    return [won(frozenset(range(matrix.shape[1])), left) for left in range(turns + 1)]
