"""Information measures of noisy clues, computed exactly for every guess.

Words of five letters have 243 clues. If a channel acts on each letter independently,
one step per letter turns the 243 probabilities of the true clue into probabilities of
the seen clue. Each step is a multiplication by a 3x3 matrix. Neither samples nor a
table of pairs of clues are needed. If a channel has a fixed number of lies, it is
computed letter by letter as well, with a polynomial in place of each probability
(`solver.belief.mixing_kernel`). Other channels need a table of pairs of clues.

The measures were defined by Arimoto (1977, "Information measures and capacity of order
alpha for discrete memoryless channels"). Order 1 is the mutual information of the
secret and the seen clue. Order infinity is a function of the expected best posterior,
which is the chance to name the secret after the clue.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from game.arrays import Floats, Matrix
from game.channels.channel import Channel
from game.channels.response import RESPONSE
from game.elementary import LN_2, log2
from game.errors import InputError
from solver.belief.channel_kernel import best_sums, entropies, power_sums
from solver.belief.forms import Form, form_of, powers_of
from solver.numeric import elementary
from solver.numeric.threads import over_rows, padded_rows, read_only

# Largest product of an order and a price. ``exp(-600)`` does not underflow, even if it
# is multiplied by powers of beliefs.
_LARGEST_POWER = 600


def information(
    matrix: Matrix,
    belief: Floats,
    epsilon: float,
    length: int,
    order: float = 1.0,
    channel: Channel = RESPONSE,
) -> Floats:
    """Return, for every guess, the information about the secret in its noisy clue.

    If a right guess ends the game, the clue includes whether the game has ended.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix.
    belief : ndarray of shape (n_answers,), float64
        Probability of each answer.
    epsilon : float
        Price of the guess, in nats.
    length : int
        Letters in a word.
    order : float
        1 for mutual information, a finite number above 1 for Arimoto's information of
        this order, and ``inf`` for the information that follows from the expected best
        posterior.
    channel : Channel
        The channel that turns the true clue into the seen clue.

    Returns
    -------
    ndarray of shape (n_guesses,), float64
        Arimoto's information of that order, in bits.

    Raises
    ------
    InputError
        If the order is too large for the price (see `check_order`).

    Notes
    -----
    Let X be the secret and Y the noisy clue. For order a > 1, the information is
    ``H_a(X) - H_a(X | Y)`` with
    ``H_a(X | Y) = a / (1 - a) log2 sum_y (sum_x P(x, y)^a)^(1 / a)``.

    Examples
    --------
    >>> matrix = np.array([[0, 0], [0, 242]], np.uint8)
    >>> information(matrix, np.array([0.5, 0.5]), np.inf, 5).round(6) + 0.0
    array([0., 1.])
    """
    form = form_of(channel, epsilon, length)
    if order == 1.0:
        bits = _run_kernel(
            entropies, matrix, belief, form, length, form.scale, form.entropies
        )
        return bits - form.entropy

    # For order ``inf``, the information is the logarithm of a factor: the factor by
    # which the clue raises the chance to name the secret.
    if math.isinf(order):
        best = best_posterior(matrix, belief, epsilon, length, channel)
        return elementary.log2(best / belief.max())
    check_order(order, epsilon)

    # Probabilities are divided by the largest probability, so that their powers do not
    # underflow.
    scaled = belief / belief.max()
    if order == 2:
        powers = scaled * scaled
    else:
        powers = elementary.exp(order * LN_2 * elementary.log2(scaled))
    form, factor = powers_of(channel, epsilon, length, order)
    sums = factor * _run_kernel(
        power_sums, matrix, powers, form, length, form.scale, float(order)
    )

    # H_a(X) is ``order / (1 - order) * prior``. H_a(X | Y) is the same expression with
    # ``log2(sums)`` in place of `prior`.
    prior = log2(elementary.total(powers)) / order
    return order / (order - 1) * (elementary.log2(sums) - prior)


def check_order(order: float, epsilon: float) -> None:
    """Raise an InputError if an order of information is too large for a price.

    A finite order above 1 is too large if powers of the likelihoods would round to 0.
    """
    powers = 1 < order < math.inf and math.isfinite(epsilon)
    if powers and order * epsilon > _LARGEST_POWER:
        raise InputError(
            f"order {order!r} at epsilon {epsilon!r}",
            f"order times epsilon of at most {_LARGEST_POWER}, or order inf",
        )


def best_posterior(
    matrix: Matrix,
    belief: Floats,
    epsilon: float,
    length: int,
    channel: Channel = RESPONSE,
) -> Floats:
    """Return, for every guess, the chance to name the secret after its noisy clue.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix.
    belief : ndarray of shape (n_answers,), float64
        Probability of each answer.
    epsilon : float
        Price of the guess, in nats.
    length : int
        Letters in a word.
    channel : Channel
        The channel that turns the true clue into the seen clue.

    Returns
    -------
    ndarray of shape (n_guesses,), float64
        ``sum over y of max over answers of belief * P(y | answer)``.

    Examples
    --------
    >>> matrix = np.array([[0, 0], [0, 242]], np.uint8)
    >>> best_posterior(matrix, np.array([0.5, 0.5]), np.inf, 5)
    array([0.5, 1. ])
    """
    form = form_of(channel, epsilon, length)
    return _run_kernel(best_sums, matrix, belief, form, length, form.scale)


def _run_kernel(
    kernel: Callable[..., None],
    matrix: Matrix,
    weights: Floats,
    form: Form,
    length: int,
    *args: object,
) -> Floats:
    """Return the result of a kernel for each guess, computed from weights of answers.

    `form` describes the channel to kernels: as a product over the letters or as a
    table. `args` are the arguments of the kernel that follow the length. Answers of
    weight 0 are not read.
    """
    columns = np.flatnonzero(weights)

    # `best_sums` needs only answers that can be the likeliest after some clue, so most
    # other answers can be left out.
    if kernel is best_sums and form.is_product:
        ratio = form.arguments.other / form.arguments.keep
        # An answer that weighs less than `least` cannot become the likeliest answer,
        # even after a clue whose marks all agree with this answer and all disagree with
        # the likeliest answer.
        least = weights.max() * math.prod([ratio] * length)
        columns = columns[weights[columns] >= least]

    # Kernels process whole groups of guesses, so rows are added to the last group. The
    # groups are distributed among threads.
    padded = padded_rows(matrix)
    out = np.empty(len(padded))
    likely = weights[columns].astype(float, copy=False)
    channel = (*form.arguments, kernel is best_sums)
    words = read_only(padded)
    over_rows(kernel, len(padded), words, columns, likely, channel, length, *args, out)
    return out[: len(matrix)]
