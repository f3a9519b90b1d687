"""Information measures of noisy clues, computed exactly for every guess.

A channel that acts on each letter independently needs one 3x3 step per letter to turn
the 243 probabilities of the true clue into probabilities of the seen clue, without
sampling and without a table of pairs of clues. So do lies, with a polynomial in place
of each probability (`solver.belief.mixing_kernel`); other channels use the table.

With ``b`` the belief, ``P`` the channel and ``y`` the seen clue, the family of
measures is Arimoto's (1977, "Information measures and capacity of order alpha for
discrete memoryless channels"): order 1 is mutual information, and order infinity is a
function of the expected best posterior, the chance of naming the secret after the clue.
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

# e to minus this is a normal number, even when multiplied by powers of beliefs.
_LARGEST_POWER = 600


def information(
    matrix: Matrix,
    belief: Floats,
    epsilon: float,
    length: int,
    order: float = 1.0,
    channel: Channel = RESPONSE,
) -> Floats:
    """Return the information in every guess's noisy clue about the secret.

    Where a right guess ends the game, that it did so is part of the clue.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix.
    belief : ndarray of shape (n_answers,), float64
        Probability of each answer.
    epsilon : float
        Privacy price of the guess, in nats.
    length : int
        Letters in a word.
    order : float
        1 for mutual information, up to ``inf`` for the expected best posterior.
    channel : Channel
        What the true clue goes through.

    Returns
    -------
    ndarray of shape (n_guesses,), float64
        Arimoto's information of that order, in bits.

    Raises
    ------
    InputError
        As `check_order`.

    Notes
    -----
    For order a > 1, ``H_a(X) - H_a(X | Y)`` with
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

    # The limit of large orders: by how much the secret is named more often.
    if math.isinf(order):
        best = best_posterior(matrix, belief, epsilon, length, channel)
        return elementary.log2(best / belief.max())
    check_order(order, epsilon)

    # Relative to the largest, so that powers do not underflow.
    scaled = belief / belief.max()
    if order == 2:
        powers = scaled * scaled
    else:
        powers = elementary.exp(order * LN_2 * elementary.log2(scaled))
    form, factor = powers_of(channel, epsilon, length, order)
    sums = factor * _run_kernel(
        power_sums, matrix, powers, form, length, form.scale, float(order)
    )

    # H_a(X) is ``order / (1 - order) * prior``, and H_a(X | Y) the same of the sums.
    prior = log2(elementary.total(powers)) / order
    return order / (order - 1) * (elementary.log2(sums) - prior)


def check_order(order: float, epsilon: float) -> None:
    """Raise an InputError for an order of information too large for a price.

    The order is finite and above 1, and its powers round to 0.
    """
    powers = 1 < order < math.inf and math.isfinite(epsilon)
    if powers and order * epsilon > _LARGEST_POWER:
        raise InputError(
            f"order {order!r} at epsilon {epsilon!r}",
            f"a product of at most {_LARGEST_POWER}, or order inf",
        )


def best_posterior(
    matrix: Matrix,
    belief: Floats,
    epsilon: float,
    length: int,
    channel: Channel = RESPONSE,
) -> Floats:
    """Return the chance of naming the secret after every guess's noisy clue.

    Parameters
    ----------
    matrix, belief, epsilon, length, channel
        As for `information`.

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
    """Return what a kernel writes for each guess, from the weights of the answers.

    `form` has the channel as kernels take it, a product over the letters or a table,
    and `args` are the arguments of the kernel that follow the length. Answers of weight
    0 are not read.
    """
    columns = np.flatnonzero(weights)

    # A likeliest answer is sought: most of the others can be left out.
    if kernel is best_sums and form.is_product:
        ratio = form.arguments.other / form.arguments.keep
        # Answers below `least` cannot become the likeliest, not even after a clue that
        # matches them in every letter and the likeliest answer in none.
        least = weights.max() * math.prod([ratio] * length)
        columns = columns[weights[columns] >= least]

    # Kernels take whole groups of guesses, and threads share these.
    padded = padded_rows(matrix)
    out = np.empty(len(padded))
    likely = weights[columns].astype(float, copy=False)
    channel = (*form.arguments, kernel is best_sums)
    words = read_only(padded)
    over_rows(kernel, len(padded), words, columns, likely, channel, length, *args, out)
    return out[: len(matrix)]
