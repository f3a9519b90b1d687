"""Checks of the parameters of strategies, because people write them by hand."""

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
    """Raise an error if a parameter is not an accepted number.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : object
        Value of the parameter.
    expected : str
        Description of the accepted numbers, for the message.
    holds : callable
        Function that returns whether a number is accepted.

    Raises
    ------
    InputError
        If the value is not a number, or if `holds` does not accept it.

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
    """Raise an error if a parameter is not a price of a guess, in nats.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : object
        Value of the parameter.
    more : str
        Text that is added to the description of the accepted prices in the message.

    Raises
    ------
    InputError
        If the value is not a number, is not finite, or is below the least price.
    """
    check_number(
        name,
        value,
        f"{LEAST_PRICE} or more and finite{more}",
        lambda price: LEAST_PRICE <= price < math.inf,
    )


def read_file(name: str, value: str) -> str:
    """Return the text of a file in the folder ``data/``, which strategies may read.

    Parameters
    ----------
    name : str
        Name of the parameter, for the message.
    value : str
        Value of the parameter: the name of the file.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    try:
        return (DATA / value).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file of UTF-8 text"
        raise InputError(f"{name} {value!r}: {reason}", f"a file in {DATA}") from None
