"""Parameters of strategies, which people write by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real

from game.errors import InputError
from game.protocol import LEAST_PRICE
from game.words import DATA


def check_number(
    name: str, value: object, expected: str, holds: Callable[[float], bool]
) -> None:
    """Refuse a parameter that is not the number that was expected.

    Parameters
    ----------
    name : str
        The parameter's.
    value : object
        What was given for it.
    expected : str
        What numbers are accepted, in words.
    holds : callable
        Whether a number is accepted.

    Raises
    ------
    InputError
        When it is not, or no number at all.

    Examples
    --------
    >>> check_number("order", 2.0, "1 or more", lambda order: order >= 1)
    >>> check_number("order", "2", "1 or more", lambda order: order >= 1)
    Traceback (most recent call last):
    game.errors.InputError: order '2': expected a number, 1 or more
    """
    if not isinstance(value, Real) or not holds(float(value)):
        raise InputError(f"{name} {value!r}", f"a number, {expected}")


def check_price(name: str, value: object, more: str = "") -> None:
    """Refuse a parameter that is not a price of a guess, in nats.

    Parameters
    ----------
    name, value
        As for `check_number`.
    more : str
        What else to say of the numbers that are accepted.

    Raises
    ------
    InputError
        As for `check_number`.
    """
    check_number(
        name,
        value,
        f"{LEAST_PRICE} or more and finite{more}",
        lambda price: LEAST_PRICE <= price < math.inf,
    )


def read_file(name: str, value: str) -> str:
    """Return the text of a file in ``data/``, where a strategy may read.

    Parameters
    ----------
    name : str
        The parameter's.
    value : str
        What was given for it: the file's name.

    Raises
    ------
    InputError
        When it cannot be read.
    """
    try:
        return (DATA / value).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file of UTF-8 text"
        raise InputError(f"{name} {value!r}: {reason}", f"a file in {DATA}") from None
