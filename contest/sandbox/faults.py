"""One-line descriptions of a strategy's exceptions: type, first line and place."""

from __future__ import annotations

import os
import traceback

_MOST = 200
_PLACE = 60


def described(error: BaseException, path: str) -> str:
    r"""Describe an exception, with the innermost line of a file in its traceback.

    Parameters
    ----------
    error : BaseException
        Of untrusted code, and so is its ``__str__``.
    path : str
        The strategy's file; only its name is shown.

    Examples
    --------
    >>> described(ValueError("two\nlines"), "mine.py")
    'ValueError: two'
    """
    try:
        text = str(error)
        first = text.splitlines()[0] if text else ""
        lines = [
            line
            for frame, line in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_filename == path
        ]
    except BaseException:  # noqa: BLE001 - its methods are untrusted code too
        first, lines = "", []
    what = type(error).__name__ + f": {first}" * bool(first)
    place = f" ({os.path.basename(path)[-_PLACE:]}, line {lines[-1]})" if lines else ""
    return what[: _MOST - len(place)] + place
