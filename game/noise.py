"""Prices of guesses, in nats, and the probability that a mark is true."""

from __future__ import annotations

import math
import re
from numbers import Real

from game.elementary import exp
from game.errors import InputError

_PRICE = re.compile(r"[0-9]+([.,][0-9]*)?|[.,][0-9]+")


class EpsilonError(InputError):
    """A price is not a number, or is below 0."""


def check_epsilon(epsilon: object) -> float:
    """Return a price, epsilon, as a float, in nats.

    An EpsilonError is raised if the price is negative, NaN or not a number.
    """
    # NumPy's numbers are instances of Real. The test for Real is slow, so float, the
    # usual type, is tested first.
    if isinstance(epsilon, bool) or not isinstance(epsilon, (float, Real)):
        raise EpsilonError(f"epsilon {epsilon!r} is not a number", "0 or more, in nats")
    try:
        value = float(epsilon)
    except OverflowError:
        value = math.inf
    if math.isnan(value) or value < 0:
        raise EpsilonError(f"epsilon {epsilon!r}", "0 or more, in nats")
    return value


def read_price(text: str) -> float:
    """Read a price in nats as a person types it, with a decimal point or comma."""
    # float() accepts too much: 1_0 would be 10, and -0 would be a final answer.
    price = float(text.replace(",", ".")) if _PRICE.fullmatch(text) else math.inf
    if price == math.inf:
        raise EpsilonError(
            f"{text!r:.40} is not a price", "a number like 12, or 0 to answer"
        )
    return price


def keep_probability(epsilon: float, length: int = 5) -> float:
    """Return the probability that the mark of one letter is true.

    Parameters
    ----------
    epsilon : float
        Price of the whole guess, in nats.
    length : int
        Number of letters in the guess. Each letter gets an equal part of epsilon.

    Returns
    -------
    float
        ``e**(epsilon / length) / (2 + e**(epsilon / length))``.

    Examples
    --------
    >>> round(keep_probability(12.3), 4)
    0.8541
    >>> keep_probability(float("inf"))
    1.0
    """
    # This form of the formula has a negative exponent, so it cannot overflow.
    return 1.0 / (1.0 + 2.0 * exp(-epsilon / length))
