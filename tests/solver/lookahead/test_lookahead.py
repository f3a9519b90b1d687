"""Looking ahead finds what playing every line to its end finds."""

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from game import Rule, Vocabulary
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import ExpectedGuesses, ExpectedRemaining, WorstCase

WORDS = Vocabulary.load()
TABLES = tables(WORDS, Rule.CLASSIC)
SMALL = tables(Vocabulary(WORDS.answers[::120], WORDS.answers[::60]), Rule.CLASSIC)


@cache
def guesses_left(possible, depth):
    """Return the estimate of `ExpectedGuesses` with few words, by trying everything."""
    if depth == 0:
        return len(possible) * (1 + np.log2(len(possible)))
    totals = []
    for row in SMALL[0]:
        parts = defaultdict(tuple)
        for answer in possible:
            parts[row[answer]] += (answer,)
        if len(parts) > 1 or len(possible) == 1:
            wrong = [part for clue, part in parts.items() if clue != SMALL[3]]
            totals.append(sum(guesses_left(part, depth - 1) for part in wrong))
    return len(possible) + min(totals)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_with_all_guesses_as_candidates_fewest_is_exact(depth):
    possible = np.arange(5, 11)

    best = ExpectedGuesses(*SMALL, depth, candidates=1000).rate(possible).max()

    exact = guesses_left(tuple(possible.tolist()), depth)
    saved = depth + 1 + np.log2(6) - exact / 6
    assert best == pytest.approx(saved, abs=1e-4)


@pytest.mark.parametrize("kind", [ExpectedGuesses, WorstCase, ExpectedRemaining])
def test_two_guesses_ahead_is_better_after_two_guesses(kind):
    generator = np.random.default_rng(3)
    one = kind(*TABLES)
    two = kind(*TABLES, 2)
    values = []

    for size in (300, 150, 100, 80, 60):
        possible = np.sort(generator.choice(2315, size, replace=False))
        rows = [int(search.rate(possible).argmax()) for search in (one, two)]
        values.append([two.after(row, possible, 2) for row in rows])

    assert all(deep <= greedy for greedy, deep in values)
    assert any(deep < greedy for greedy, deep in values)


@pytest.mark.parametrize("kind", [ExpectedGuesses, WorstCase, ExpectedRemaining])
def test_only_candidates_are_looked_into(kind):
    possible = np.arange(0, 2315, 40)
    shallow = kind(*TABLES).rate(possible)
    search = kind(*TABLES, 2, candidates=3)

    scores = search.rate(possible)

    looked_into = np.argsort(-scores)[:3]
    assert shallow[looked_into].min() >= np.sort(shallow)[-3] - 1e-9
    others = np.delete(np.arange(len(scores)), looked_into)
    added = scores[others] - shallow[others]
    assert np.ptp(added) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("kind", [ExpectedGuesses, WorstCase, ExpectedRemaining])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_few_answers_are_no_trouble(kind, depth):
    for count in (1, 2, 3):
        scores = kind(*SMALL, depth).rate(np.arange(count))

        assert np.isfinite(scores).all()
        assert scores[SMALL[2][0]] >= scores.max() - 1e-9
