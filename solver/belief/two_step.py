"""Two-step value of a guess: one more guess follows, then the final answer.

The exact value of the game with a hard cap, two clues before the end: the expectation,
over the guess's noisy clue, of the largest expected best posterior of a last guess.
It takes some 243 times the work of rating a last guess, so it is for few guesses.
"""

from __future__ import annotations

import numpy as np

from game.arrays import Floats, Indices, Matrix
from game.channels.channel import all_differences
from game.channels.response import RESPONSE
from solver.belief.channel_kernel import replies
from solver.belief.measures import Information, best_scores
from solver.numeric.elementary import total
from solver.numeric.threads import over_rows, padded_rows
from solver.numeric.ties import first_best, ranking

TAIL = 5e-3
"""Probability that `best_replies` may leave out, over all clues."""

# What `best_guess` looks at: so many of the likeliest answers, if they are so probable
# in relation to the likeliest; the guesses with the most information, as last guesses,
# in comparison and in the end; and all clues but for so much probability.
_ANSWERS = 500
_LEAST = 1e-5
_LAST_GUESSES = 1000
_MANY = 16
_FEW = 2
_ROUGH = 0.1

# Pairs of a clue and a last guess from which on several threads are used.
_PAIRS = 20_000

# Clues whose beliefs are sorted together, in the processor's cache.
_BLOCK = 16


def best_replies(
    matrix: Matrix,
    belief: Floats,
    guess: int,
    epsilon: float,
    last_epsilon: float,
    length: int,
    last_guesses: Indices | None = None,
    tail: float = TAIL,
) -> tuple[Indices, Floats]:
    """Return the best last guess for every clue, and the chance to win with it.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
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
    tail : float
        Total probability that may be left out, over all clues. Each has an equal part
        of it, so that rare clues, whose beliefs are the widest, take the least time.

    Returns
    -------
    rows : ndarray of shape (3**length,), int
        Rows of the matrix.
    chances : ndarray of shape (3**length,), float64
        The chance that the clue y is seen and that the secret is named in the end:
        ``max over last guesses of sum over z of max over answers of
        belief * P(y | answer) * P(z | answer)``, or less by at most
        ``tail / 3**length``. Their sum is the value of the guess.

    Examples
    --------
    >>> matrix = np.array([[0, 0, 242], [0, 242, 0]], np.uint8)
    >>> _, chances = best_replies(matrix, np.full(3, 1 / 3), 0, 60.0, 60.0, 5)
    >>> round(float(chances.sum()), 3)
    1.0
    """
    columns = np.flatnonzero(belief)
    weights = belief[columns]
    clues = matrix[guess, columns]
    menu = np.arange(len(matrix)) if last_guesses is None else last_guesses
    choice = padded_rows(np.take(matrix[menu], columns, axis=1))
    table = RESPONSE.table(epsilon, length)

    # Whatever is guessed last, the likeliest answer after each clue can be named.
    rows = np.zeros(3**length, np.intp)
    chances = _largest_joints(table, clues, weights)

    # Nothing is left of the others; a sum in another order differs by less than that.
    tail_of_clue = tail / 3**length
    clue_chances = table @ np.bincount(clues, weights, 3**length)
    likely = np.flatnonzero(clue_chances > (1 - 1e-9) * tail_of_clue)
    joints = np.take(table[likely], clues, axis=1)
    joints *= weights
    rows[likely], chances[likely] = _best_last_guesses(
        np.ascontiguousarray(choice.T), joints, last_epsilon, length, tail_of_clue
    )
    return menu[rows], chances


def _largest_joints(
    table: Floats,
    clues: Matrix,
    weights: Floats,
) -> Floats:
    """Return how probable each noisy clue is together with its likeliest answer."""
    heaviest = np.zeros(len(table))
    np.maximum.at(heaviest, clues, weights)
    return (table * heaviest).max(axis=1)


def _best_last_guesses(
    choice: Matrix,
    joints: Floats,
    epsilon: float,
    length: int,
    tail: float,
) -> tuple[Indices, Floats]:
    """Return the best last guess after each clue, and the chance to win with it.

    `choice` has the true clues of the guesses by answer, `joints` the probabilities of
    clue and answer by clue.
    """
    best = np.empty(len(joints), np.intp)
    values = np.empty(len(joints))
    keep, lie, _ = RESPONSE.steps(epsilon, length)
    apart = all_differences(length)

    def reply(start: int, stop: int) -> None:
        for block_start in range(start, stop, _BLOCK):
            block = slice(block_start, min(block_start + _BLOCK, stop))
            replies(
                choice,
                apart,
                joints[block],
                np.sort(joints[block], axis=1),
                keep,
                lie,
                length,
                tail,
                best[block],
                values[block],
            )

    over_rows(reply, len(joints), least=_PAIRS // choice.shape[1])
    return best, values


def best_guess(
    matrix: Matrix,
    belief: Floats,
    epsilon: float,
    last_epsilon: float,
    length: int,
    order: float = 2.0,
) -> int:
    """Return the row of a guess that leaves the best chance to win with the next one.

    The guesses with the most information, of this order, are compared by
    `best_replies`, all with the last guesses that suit the first of them, and the best
    again with many more. The least probable answers are not looked at.
    """
    # Reduce the problem: the likeliest answers, and the guesses that tell most.
    likely = np.argsort(-belief, kind="stable")[:_ANSWERS]
    likely = np.sort(likely[belief[likely] >= _LEAST * belief.max()])
    weights = np.zeros_like(belief)
    weights[likely] = belief[likely] / total(belief[likely])
    measure = Information(weights, length, epsilon, order)
    bits = best_scores(measure, matrix, count=min(_LAST_GUESSES, len(matrix)))
    ranked = ranking(bits)[:_LAST_GUESSES]
    matrix = matrix[np.ix_(ranked, likely)]
    weights = weights[likely]

    def replies_to(
        guess: int, last_guesses: Indices | None = None
    ) -> tuple[Indices, Floats]:
        return best_replies(
            matrix,
            weights,
            guess,
            epsilon,
            last_epsilon,
            length,
            last_guesses,
            _ROUGH,
        )

    # Replies to all are slow: compare with the last guesses that suit the first guess,
    # then the best with all.
    replies = {0: replies_to(0)}
    menu = np.unique(replies[0][0])
    chances = [total(replies_to(row, menu)[1]) for row in range(len(ranked))[:_MANY]]
    finalists = ranking(np.array(chances))[:_FEW]
    chances = [
        total((replies.get(row) or replies_to(row))[1]) for row in finalists.tolist()
    ]
    return int(ranked[finalists[first_best(np.array(chances))]])
