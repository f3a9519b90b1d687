"""Errors made by people: each quotes the value and says what was expected."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_CONSIDERED = 50  # of words with as many letters in common, the best may be any


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
    found = difflib.get_close_matches(value, choices, n=_CONSIDERED)
    if not found:
        return ""
    # The commonest slip is two swapped letters, which difflib takes for two slips.
    letters = sorted(value)

    def likeness(word: str) -> tuple[bool, float, int]:
        ratio = difflib.SequenceMatcher(None, word, value).ratio()
        same = sum(a == b for a, b in zip(word, value, strict=False))
        return sorted(word) == letters, ratio, same

    return f"; did you mean {str(max(found, key=likeness))!r}?"
