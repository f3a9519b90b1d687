"""Two-step value of a guess: the chance to win after this guess and one more guess.

The final answer follows the second of the two guesses. The two-step value is the exact
chance to win if two clues are still to come. It is the mean, over the noisy clues of
the guess, of the largest expected best posterior of a last guess. To compute this value
takes about 243 times as long as to rate a last guess. So only few guesses are rated in
this way.
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
"""Total probability that `best_replies` may leave out to save time.

For each clue, `best_replies` may leave out some answers. The sum of the joint
probabilities of all clues with the answers that are left out is at most this number.
"""

# Limits of the search of `best_guess`. The search reads at most `_ANSWERS` answers. It
# reads no answer whose probability is below `_LEAST` times the largest probability. The
# last guess is one of the `_LAST_GUESSES` guesses with the most information. In the
# first round `_MANY` guesses are compared. In the second round the best `_FEW` of these
# guesses are compared again, with all last guesses. `_ROUGH` is the total probability
# that `best_replies` may leave out here.
_ANSWERS = 500
_LEAST = 1e-5
_LAST_GUESSES = 1000
_MANY = 16
_FEW = 2
_ROUGH = 0.1

# Least number of pairs of a clue and a last guess for which several threads are used.
_PAIRS = 20_000

# Number of clues whose beliefs are sorted together. It is so small that these beliefs
# fit into the cache of the processor.
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
        The row of the guess in the matrix.
    epsilon, last_epsilon : float
        Prices of the guess and of the last guess, in nats.
    length : int
        Letters in a word.
    last_guesses : ndarray of shape (n,), int, optional
        Rows of the matrix from which the last guess is chosen: all rows by default.
    tail : float
        Total probability that may be left out for all clues together. For each clue,
        an equal part of `tail` may be left out. So the search takes the least time for
        rare clues, which leave many answers possible.

    Returns
    -------
    rows : ndarray of shape (3**length,), int
        For each clue y of the guess, the row of the best last guess.
    chances : ndarray of shape (3**length,), float64
        For each clue y, the probability that y is seen and the game is won:
        ``max over last guesses of sum over z of max over answers of
        belief * P(y | answer) * P(z | answer)``, or less by at most
        ``tail / 3**length``. The sum of `chances` is the value of the guess.

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

    # Begin with a lower bound of the chances: whatever the last guess is, you can name
    # the answer that was the likeliest after the first clue.
    rows = np.zeros(3**length, np.intp)
    chances = _largest_joints(table, clues, weights)

    # Keep the clues that are more probable than `tail_of_clue`, the part of the tail
    # that may be left out for one clue. The factor allows for rounding errors, because
    # other code adds the same numbers in another order.
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
    """Return, for each noisy clue, the largest joint probability of it and an answer.

    `table` has the likelihood of each noisy clue for each true clue. `clues` and
    `weights` have the true clue and the probability of each answer.
    """
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

    `choice` has a row for each answer, with the true clues of the guesses. `joints` has
    a row for each noisy clue, with the joint probability of this clue and each answer.
    For each clue, the joint probabilities that are left out sum to at most `tail`.
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
    """Return the row of the guess with the best chance to win after one more guess.

    `epsilon` is the price of the guess, and `last_epsilon` is the price of the guess
    after it, in nats.

    The candidates are the guesses with the most information of order `order`.
    `best_replies` compares the candidates in two rounds. In the first round, a last
    guess must be a best last guess after the first candidate and some clue. In the
    second round, the best candidates are compared with many more last guesses. The
    least probable answers are left out.
    """
    # Reduce the problem to the likeliest answers and the most informative guesses.
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

    # In the first round, a last guess must be a best last guess after the first
    # candidate: to try all last guesses would take long. The second round tries all.
    replies = {0: replies_to(0)}
    menu = np.unique(replies[0][0])
    chances = [total(replies_to(row, menu)[1]) for row in range(len(ranked))[:_MANY]]
    finalists = ranking(np.array(chances))[:_FEW]
    chances = [
        total((replies.get(row) or replies_to(row))[1]) for row in finalists.tolist()
    ]
    return int(ranked[finalists[first_best(np.array(chances))]])
