"""Looking ahead finds what playing every line to its end finds."""

from itertools import groupby

import numpy as np
import pytest

from game.clues import Rule
from game.words import Vocabulary
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import ExpectedGuesses, ExpectedRemaining, WorstCase

WORDS = Vocabulary.load()
TABLES = tables(WORDS, Rule.CLASSIC)
SMALL = Vocabulary(WORDS.answers[::120], WORDS.answers[::60])


def parts(matrix, row, possible, right):
    clues = sorted(possible, key=lambda answer: matrix[row, answer])
    grouped = groupby(clues, key=lambda answer: matrix[row, answer])
    return [list(part) for clue, part in grouped if clue != right]


def guesses_left(matrix, possible, depth, right):
    """Return the estimate of `ExpectedGuesses`, by trying everything."""
    if depth == 0:
        return len(possible) * (1 + np.log2(len(possible)))
    return len(possible) + min(
        sum(
            guesses_left(matrix, part, depth - 1, right)
            for part in parts(matrix, row, possible, right)
        )
        for row in range(len(matrix))
        if len(possible) == 1
        or matrix[row, possible].min() < matrix[row, possible].max()
    )


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_with_all_guesses_as_candidates_fewest_is_exact(depth):
    words = tables(SMALL, Rule.CLASSIC)
    possible = np.arange(5, 11)

    best = ExpectedGuesses(*words, depth, candidates=1000).rate(possible).max()

    exact = guesses_left(words[0], possible.tolist(), depth, words[3])
    saved = depth + 1 + np.log2(6) - exact / 6
    assert best == pytest.approx(saved, abs=1e-4)


@pytest.mark.parametrize("kind", [ExpectedGuesses, WorstCase, ExpectedRemaining])
def test_two_guesses_ahead_is_better_after_two_guesses(kind):
    generator = np.random.default_rng(3)
    one, two = kind(*TABLES), kind(*TABLES, 2)
    values = []

    for size in (900, 300, 150, 100, 80, 60):
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
    words = tables(SMALL, Rule.CLASSIC)

    for count in (1, 2, 3):
        scores = kind(*words, depth).rate(np.arange(count))

        assert np.isfinite(scores).all()
        assert scores[words[2][0]] >= scores.max() - 1e-9
