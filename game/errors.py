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
    >>> nearest("cranx", ["scran", "crane"])
    "; did you mean 'crane'?"
    """
    found = difflib.get_close_matches(value, choices, n=10)
    if not found:
        return ""
    # The commonest slips are swapped letters, then a wrong one; difflib knows neither.
    letters = sorted(value)

    def likeness(word: str) -> tuple[bool, int]:
        same = sum(a == b for a, b in zip(word, value, strict=False))
        return sorted(word) == letters, same

    return f"; did you mean {str(max(found, key=likeness))!r}?"
