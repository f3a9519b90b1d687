import numpy as np
import pytest

from game import Rule, Vocabulary, likelihoods
from solver import best_posterior, first_best, information
from solver.belief.two_step import best_guess, best_replies
from solver.matrix.clue_kernel import build_matrix

GUESSES = ("crane", "eerie", "lions", "pudgy", "scamp", "trace", "vivid", "would")
WORDS = Vocabulary(("crane", "eerie", "pudgy", "scamp", "vivid", "would"), GUESSES)
MATRIX = build_matrix(WORDS, Rule.LETTERWISE)
BELIEF = np.array([0.3, 0.25, 0.2, 0.15, 0.09, 0.01])


def enumerated(guess, epsilon, last_epsilon, last_guesses):
    last = np.array([likelihoods(z, last_epsilon) for z in range(243)])
    total = 0.0
    for y in range(243):
        joint = BELIEF * likelihoods(y, epsilon)[MATRIX[guess]]
        total += max(
            (joint * last[:, MATRIX[row]]).max(axis=1).sum() for row in last_guesses
        )
    return total


@pytest.mark.parametrize(("epsilon", "last_epsilon"), [(6.0, 4.0), (14.0, 9.0)])
def test_it_is_what_enumeration_finds(epsilon, last_epsilon):
    for guess in range(len(GUESSES)):
        _, found = best_replies(MATRIX, BELIEF, guess, epsilon, last_epsilon, 5)

        exact = enumerated(guess, epsilon, last_epsilon, range(len(GUESSES)))
        assert exact - 0.005 <= found.sum() <= exact + 1e-12
        _, whole = best_replies(
            MATRIX, BELIEF, guess, epsilon, last_epsilon, 5, tail=0.0
        )
        assert whole.sum() == pytest.approx(exact, rel=1e-12)


def test_the_last_guess_may_be_limited():
    _, found = best_replies(MATRIX, BELIEF, 2, 8.0, 6.0, 5, np.array([0, 3]))

    exact = enumerated(2, 8.0, 6.0, [0, 3])
    assert exact - 0.005 <= found.sum() <= exact + 1e-12
    assert found.sum() < enumerated(2, 8.0, 6.0, range(len(GUESSES)))


@pytest.mark.parametrize("last_epsilon", [0.5, 6.0, 14.0])
@pytest.mark.parametrize("length", [4, 5])
def test_replies_are_the_first_of_the_best_guesses_of_the_exact_pass(
    length, last_epsilon
):
    generator = np.random.default_rng(length)
    matrix = generator.integers(3**length, size=(150, 30)).astype(np.uint8)
    matrix[100:] = matrix[:50]
    matrix[:, 20:] = matrix[:, :10]  # answers that no guess tells apart
    belief = generator.random(30) ** 4

    rows, chances = best_replies(matrix, belief, 0, 9.0, last_epsilon, length, tail=0.0)

    for clue in range(0, 3**length, 5):
        joint = belief * likelihoods(clue, 9.0, length)[matrix[0]]
        exact = best_posterior(matrix, joint, last_epsilon, length)
        assert rows[clue] == first_best(exact / joint.sum())
        assert chances[clue] == pytest.approx(exact[rows[clue]], rel=1e-14)


@pytest.mark.parametrize(
    ("epsilon", "last_epsilon"), [(8.0, 6.0), (10.0, 9.0), (2.0, 11.0)]
)
def test_the_best_guess_is_chosen_for_the_one_that_follows(epsilon, last_epsilon):
    found = [
        best_replies(MATRIX, BELIEF, guess, epsilon, last_epsilon, 5)[1].sum()
        for guess in range(len(GUESSES))
    ]
    most_information = information(MATRIX, BELIEF, epsilon, 5, 2.0).argmax()

    best = best_guess(MATRIX, BELIEF, epsilon, last_epsilon, 5)

    assert found[best] == max(found) > found[most_information] + 0.004
