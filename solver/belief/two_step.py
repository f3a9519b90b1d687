"""What a guess is worth when one more comes after it, and then the answer.

The exact value, two clues from the end, of the game with a hard cap: the expectation,
over the guess's noisy clue, of the largest expected best posterior that a last guess
can still reach. Some 243 times the work of judging a last guess, so for few guesses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.noise import likelihoods
from solver.belief.noisy_clues import best_posterior
from solver.numeric.elementary import total
from solver.numeric.ties import first_best

# What the answers that are left out may add up to, over all clues: the value becomes
# smaller by no more than that, never larger. Each clue may leave out the same, so that
# the rare ones, whose beliefs are the widest, cost the least time.
_TAIL = 5e-3


def best_replies(
    matrix: NDArray[np.unsignedinteger],
    belief: NDArray[np.float64],
    guess: int,
    epsilon: float,
    last_epsilon: float,
    length: int,
    last_guesses: NDArray[np.intp] | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the best last guess for every clue, and what it makes of the game.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), uint8 or uint16
        The clue matrix.
    belief : ndarray of shape (n_answers,), float64
        Probability of each answer.
    guess : int
        Its row in the matrix.
    epsilon, last_epsilon : float
        Prices of the guess and of the last one, in nats.
    length : int
        Letters in a word.
    last_guesses : ndarray of shape (n,), int, optional
        Rows that the last guess is chosen from; all of them when not given.

    Returns
    -------
    rows : ndarray of shape (3**length,), int
        Rows of the matrix.
    chances : ndarray of shape (3**length,), float64
        The chance that the clue y is seen and that the secret is named in the end:
        ``max over last guesses of sum over z of max over answers of
        belief * P(y | answer) * P(z | answer)``, or less by at most
        ``0.005 / 3**length``. Their sum is what the guess is worth.

    Examples
    --------
    >>> matrix = np.array([[0, 0, 242], [0, 242, 0]], np.uint8)
    >>> _, chances = best_replies(matrix, np.full(3, 1 / 3), 0, 60.0, 60.0, 5)
    >>> round(float(chances.sum()), 3)
    1.0
    """
    menu = np.arange(len(matrix)) if last_guesses is None else last_guesses
    choice = matrix if last_guesses is None else matrix[last_guesses]
    rows, chances = np.empty(3**length, np.intp), np.empty(3**length)
    for clue in range(3**length):
        joint = belief * likelihoods(clue, epsilon, length)[matrix[guess]]
        likely = without_tail(joint, _TAIL / 3**length)
        if not likely.any():
            rows[clue], chances[clue] = guess, joint.max()
            continue
        found = best_posterior(choice, likely, last_epsilon, length)
        # As probabilities given the clue, which is what `TOLERANCE` is made for.
        best = first_best(found / total(likely))
        rows[clue], chances[clue] = menu[best], found[best]
    return rows, chances


def without_tail(weights: NDArray[np.float64], most: float) -> NDArray[np.float64]:
    """Return weights with 0 for the smallest, which together are at most `most`.

    Parameters
    ----------
    weights : ndarray of shape (n_answers,), float64
        From 0 up.
    most : float
        What may be left out.

    Returns
    -------
    ndarray of shape (n_answers,), float64

    Examples
    --------
    >>> without_tail(np.array([0.6, 0.1, 0.3]), 0.2)
    array([0.6, 0. , 0.3])
    """
    order = np.argsort(weights, kind="stable")
    out = weights.copy()
    out[order[np.cumsum(weights[order]) <= most]] = 0.0
    return out
