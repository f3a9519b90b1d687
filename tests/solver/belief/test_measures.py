import math

import numpy as np
import pytest

from game import Rule, Vocabulary
from solver import Belief, best_of, clue_matrix
from solver.belief import measures
from solver.belief.measures import (
    BestPosterior,
    Clues,
    Information,
    TrueInformation,
    WorstClue,
    best_scores,
    without_tail,
)
from solver.belief.rough_kernel import BEST, relative_error

MEASURES = {
    "information": lambda belief, length: Information(belief, length, 11.0),
    "exact clues": lambda belief, length: Information(belief, length, math.inf),
    "free clues": lambda belief, length: Information(belief, length, 0.0),
    "order 2": lambda belief, length: Information(belief, length, 16.0, 2.0),
    "order 3": lambda belief, length: Information(belief, length, 9.0, 3.0),
    "order inf": lambda belief, length: Information(belief, length, 9.0, math.inf),
    "posterior": lambda belief, length: BestPosterior(belief, length, 14.0),
    "true information": TrueInformation,
    "worst clue": WorstClue,
}


def drawn(seed, length=5, guesses=300, answers=250):
    """Return a clue matrix with many guesses that tie, and a belief with a tail."""
    generator = np.random.default_rng(seed)
    # Guesses differ in their number of clues, and every seventh guess ties with its
    # neighbour. A high power leaves few likely answers and a long tail.
    dtype = np.uint8 if length <= 5 else np.uint16
    most = 3 ** generator.integers(1, length + 1, guesses)
    clues = generator.random((guesses, answers)) * most[:, None]
    clues[1::7] = clues[0::7][: len(clues[1::7])]
    belief = generator.random(answers) ** generator.integers(2, 40)
    belief *= generator.random(answers) < 0.9
    return clues.astype(dtype), belief / belief.sum()


def assert_same_best(measure, matrix, rows=None):
    exact = measure.exact(matrix)
    if rows is not None:
        others = np.setdiff1d(np.arange(len(matrix)), rows)
        exact[others] = -np.inf
    scores = best_scores(measure, matrix, rows)

    ties = best_of(exact)
    assert ties.tolist() == best_of(scores).tolist()
    assert scores[ties].tobytes() == exact[ties].tobytes()
    return scores


# Clues of six letters take two bytes: the kernels are compiled again.
SIX = pytest.param(6, 40, marks=pytest.mark.system)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(("length", "guesses"), [(4, 300), (5, 300), SIX])
def test_bounds_hold_and_the_best_guesses_are_those_of_the_exact_pass(
    name, length, guesses
):
    for seed in range(4):
        matrix, belief = drawn(seed, length, guesses)
        measure = MEASURES[name](belief, length)
        exact = measure.exact(matrix)
        clues = Clues(matrix, np.arange(guesses))
        # Each tail is the share of the belief that a bound may leave out.
        for tail in (0.0, 1e-6, 0.01, 0.3, 0.8):
            likely = without_tail(belief, tail * (1 - belief.max()))
            assert (measure.bound_scores(clues, likely) >= exact - 1e-9).all()
        assert_same_best(measure, matrix)
        # A copy of a matrix that cannot change is kept, transposed.
        matrix.setflags(write=False)
        for rows in (None, np.arange(3, guesses, 2), np.arange(guesses)[::-1]):
            assert_same_best(measure, matrix, rows)


@pytest.mark.parametrize("name", sorted({*MEASURES} - {"order 3"}))
def test_a_bound_that_leaves_out_nothing_is_near_the_score(name):
    matrix, belief = drawn(3)
    measure = MEASURES[name](belief, 5)

    bound = measure.bound_scores(Clues(matrix, np.arange(len(matrix))), belief)

    assert bound == pytest.approx(measure.exact(matrix), abs=2e-3)


@pytest.mark.parametrize("name", ["information", "true information", "order 2"])
def test_few_guesses_of_a_real_game_are_judged_exactly(name):
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.LETTERWISE)
    belief = Belief.uniform(len(words.answers))
    for guess, clue in (("trace", 2), ("lions", 85)):
        belief = belief.update(matrix[words.guess_index[guess]], clue, 12.3, 5)

    scores = assert_same_best(MEASURES[name](belief.probabilities, 5), matrix)

    # The bounds rule out nearly all of the 12,972 guesses.
    assert np.isfinite(scores).sum() < 200


@pytest.mark.parametrize(("gap", "tie"), [(0.9e-9, True), (1.1e-9, False)])
def test_guesses_at_the_edge_of_the_tolerance_are_told_apart(gap, tie):
    # The worst clues of the guesses differ by `gap`. The tolerance is 1e-9.
    belief = np.full(40, 0.02)
    belief[[0, 1, 39]] = 0.15 - gap / 2, 0.15 - gap / 2, gap
    matrix = np.tile(np.arange(40, dtype=np.uint8), (64, 1))
    matrix[:, 1] = 0  # with answer 0, the worst clue of each guess
    matrix[:20, 39] = 0
    matrix[40:, 2] = 0

    scores = assert_same_best(WorstClue(belief, 5), matrix)

    assert best_of(scores).tolist() == list(range(0 if tie else 20, 40))


@pytest.mark.parametrize("name", MEASURES)
def test_a_worse_rough_pass_changes_no_guess_within_the_margin(name, monkeypatch):
    rough = measures.rough_sums
    generator = np.random.default_rng(5)
    worse = []

    # The rough pass errs by half of the margin that is allowed to it, up or down.
    def rounded(clues, weights, keep, lie, length, kind, out, *ends):
        rough(clues, weights, keep, lie, length, kind, out, *ends)
        margin = relative_error(1 if kind == BEST else len(weights), length)
        out *= 1 + 0.5 * margin * generator.choice([-1, 1], out.shape)
        worse.append(kind)

    monkeypatch.setattr(measures, "rough_sums", rounded)
    for seed in range(4):
        matrix, belief = drawn(seed)
        assert_same_best(MEASURES[name](belief, 5), matrix)
    assert worse or name == "order 3"
