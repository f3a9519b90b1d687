"""Errors made by people: each quotes the value and says what was expected."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """A value given from outside that cannot be used.

    The scripts print the message as one line and exit with status 2.
    """


def nearest(value: str, choices: Iterable[str]) -> str:
    """Return the hint that ends an error message.

    Parameters
    ----------
    value : str
        What was given.
    choices : iterable of str
        What would have been accepted.

    Returns
    -------
    str
        ``"; did you mean 'x'?"``, or nothing when no choice is close.

    Examples
    --------
    >>> nearest("entorpy", ["entropy", "minimax"])
    "; did you mean 'entropy'?"
    >>> nearest("zzz", ["entropy"])
    ''
    """
    found = difflib.get_close_matches(value, choices, n=10)
    if not found:
        return ""
    # Swapped letters are the commonest slip, and difflib does not know them.
    letters = sorted(value)
    best = next((word for word in found if sorted(word) == letters), found[0])
    return f"; did you mean {best!r}?"
