"""Two-step value of a guess: one more guess follows, then the final answer.

The exact value of the game with a hard cap, two clues before the end: the expectation,
over the guess's noisy clue, of the largest expected best posterior of a last guess.
It takes some 243 times the work of rating a last guess, so it is for few guesses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.likelihood import likelihoods
from solver.belief.noisy_clues import best_posterior
from solver.numeric.elementary import total
from solver.numeric.ties import first_best

# Total probability that may be left out, over all clues: the value decreases by at most
# that much and never increases. Each clue has an equal part of it, so that rare clues,
# whose beliefs are the widest, take the least time.
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
    """Return the best last guess for every clue, and the chance to win with it.

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
        ``0.005 / 3**length``. Their sum is the value of the guess.

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
        # As probabilities given the clue, the scale of `TOLERANCE`.
        best = first_best(found / total(likely))
        rows[clue], chances[clue] = menu[best], found[best]
    return rows, chances


def without_tail(weights: NDArray[np.float64], most: float) -> NDArray[np.float64]:
    """Return weights with 0 for the smallest, which together are at most `most`.

    Examples
    --------
    >>> without_tail(np.array([0.6, 0.1, 0.3]), 0.2)
    array([0.6, 0. , 0.3])
    """
    order = np.argsort(weights, kind="stable")
    out = weights.copy()
    out[order[np.cumsum(weights[order]) <= most]] = 0.0
    return out
