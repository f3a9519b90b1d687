"""Errors of invalid input and missing extras, suggestions of the nearest value."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_CONSIDERED = 50  # candidates: many words have equal similarity for difflib


class InputError(ValueError):
    """An invalid value from outside; the message quotes it and says what is expected.

    The scripts print the message as one line and exit with status 2.
    """


def missing_extra(what: str, extra: str, error: ImportError) -> InputError:
    """Return the error of an optional dependency that is not installed.

    `what` needs it: "report" makes "no report without ...". `extra` is the extra of
    this project that installs it; `error` names the missing package.
    """
    package = (error.name or extra).partition(".")[0]
    return InputError(
        f"no {what} without the extra {extra!r}: expected the package {package} "
        f'(python -m pip install -e ".[{extra}]")'
    )


def nearest(value: str, choices: Iterable[str]) -> str:
    """Return the hint that ends an error message, empty when no choice is close.

    Examples
    --------
    >>> nearest("entorpy", ["entropy", "minimax"])
    "; did you mean 'entropy'?"
    >>> nearest("zzz", ["entropy"])
    ''
    >>> nearest("ENTROPY", ["Entropy"])
    "; did you mean 'Entropy'?"
    """
    spelled = {choice.lower(): choice for choice in choices}
    value = value.lower()
    similar = difflib.get_close_matches(value, spelled, n=_CONSIDERED)
    if not similar:
        return ""

    # The commonest error is two swapped letters, which difflib counts as two errors.
    letters = sorted(value)

    def likeness(word: str) -> tuple[bool, float, int]:
        ratio = difflib.SequenceMatcher(None, word, value).ratio()
        same = sum(a == b for a, b in zip(word, value, strict=False))
        return sorted(word) == letters, ratio, same

    return f"; did you mean {str(spelled[max(similar, key=likeness)])!r}?"
