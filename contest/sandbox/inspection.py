"""Short texts for the exceptions, local variables and attributes of a strategy."""

from __future__ import annotations

import json
import os
import reprlib
import sys
import traceback
from collections.abc import Iterator
from typing import Any

MOST_STATE_BYTES = 3500
"""Size of all texts as JSON; a reply of the strategy's process is one short line."""

_LONGEST = 80  # characters of a value
_NAME = 40  # characters of a name
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
        summary, lines = "", []
    name = type(error).__name__
    text = f"{name}: {summary}" if summary else name
    line = ""
    if lines:
        line = f" ({os.path.basename(path)[-_FILE_NAME:]}, line {lines[-1]})"
    return text[: _FAULT - len(line)] + line


class _Short(reprlib.Repr):
    """Representations of bounded length, of arrays with type and shape."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxother, self.maxstring = 3, _LONGEST, _LONGEST
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = 8

    def repr_ndarray(self, array: Any, level: int) -> str:  # by reprlib
        """Return type, shape and the first values of an array of numpy."""
        values = " ".join(f"{value:.4g}" for value in array.ravel()[:8].tolist())
        more = " ..." if array.size > 8 else ""
        return f"{array.dtype}{[*array.shape]} {values}{more}"


def list_variables(strategy: object, path: str) -> list[list[str]]:
    """Return names and values of a strategy's variables.

    Attributes are named like ``self.x``. The local variables of the innermost function
    of the strategy's file in the last traceback, ``sys.last_traceback``, come first.
    """
    items: list[list[str]] = []
    size, left_out = 0, 0
    for name, value in _iterate_variables(strategy, path):
        item = [name[:_NAME], _shorten_repr(value)]
        size += len(json.dumps(item)) + 1
        if size > MOST_STATE_BYTES:
            left_out += 1
        else:
            items.append(item)
    return [*items, ["...", f"{left_out} more"]] if left_out else items


def _iterate_variables(strategy: object, path: str) -> Iterator[tuple[str, object]]:
    try:
        yield from _iterate_locals(path)
        slots = (getattr(cls, "__slots__", ()) for cls in type(strategy).__mro__)
        names = [n for s in slots for n in ([s] if isinstance(s, str) else s)]
        attributes = {n: getattr(strategy, n) for n in names if hasattr(strategy, n)}
        attributes |= getattr(strategy, "__dict__", {})
        for name, value in attributes.items():
            yield f"self.{name}", value
    except BaseException as error:  # untrusted code may raise anything
        yield "self", error


def _iterate_locals(path: str) -> Iterator[tuple[str, object]]:
    """Yield the variables of the strategy's function that raised."""
    trace = getattr(sys, "last_traceback", None)
    frames = [f for f, _ in traceback.walk_tb(trace) if f.f_code.co_filename == path]
    for frame in frames[-1:]:
        yield from ((k, v) for k, v in frame.f_locals.items() if k != "self")


def _shorten_repr(value: object) -> str:
    try:
        text = " ".join(_Short().repr(value).split())
    except BaseException as error:  # untrusted code may raise anything
        text = f"{type(value).__name__}: {type(error).__name__} in its repr"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
