"""Words of the tests, and the cost of their best tree by enumeration."""

from functools import cache

from game.clues import classic
from game.words import Vocabulary

SIX = ("mount", "count", "found", "sound", "round", "pound")
FEW = Vocabulary(SIX, (*SIX, "farms", "prism", "merry", "champ"))

# DIRTY and SIXTY need the fewest guesses, but then one game takes over three guesses.
TIGHT = Vocabulary(
    ("ditto", "minty", "fifty", "dirty", "vista", "sixty"),
    ("ditto", "minty", "fifty", "dirty", "vista", "sixty", "wrist", "light", "belch"),
)


@cache
def fewest(words, answers, left, guess=None):
    """Return how many games the best tree loses, and how many guesses all games take.

    The tree has one game for each of the `answers`, and at most `left` guesses in each
    game. `guess` is its first guess. If `guess` is None, the best guess comes first.
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
