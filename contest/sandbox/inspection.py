"""Short texts for the exceptions of a strategy."""

from __future__ import annotations

import os
import traceback

_FAULT = 200  # characters of an exception
_FILE_NAME = 60  # characters


def describe_error(error: BaseException, path: str) -> str:
    r"""Describe an exception, with the innermost line of a file in its traceback.

    The error is of untrusted code, and so is its ``__str__``. Of the strategy's file,
    `path`, only the name is shown.

    Examples
    --------
    >>> describe_error(ValueError("two\nlines"), "mine.py")
    'ValueError: two'
    """
    try:
        text = str(error)
        summary = text.splitlines()[0] if text else ""
        lines = [
            line
            for frame, line in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_filename == path
        ]
    except BaseException:  # its methods are untrusted code too
        summary = ""
        lines = []
    name = type(error).__name__
    text = f"{name}: {summary}" if summary else name
    line = ""
    if lines:
        line = f" ({os.path.basename(path)[-_FILE_NAME:]}, line {lines[-1]})"
    return text[: _FAULT - len(line)] + line
