"""Parser of calls such as ``Class(x=1)`` with literal arguments; runs no code."""

from __future__ import annotations

import ast
import warnings
from typing import Any, NamedTuple

from game.errors import InputError


class Call(NamedTuple):
    """The name of a class, and the arguments of its call."""

    name: str
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def __str__(self) -> str:
        named = (f"{name}={value!r}" for name, value in self.keywords.items())
        return f"{self.name}({', '.join([*map(repr, self.args), *named])})"


def read_call(text: str) -> Call:
    """Parse a call ``Class(1, x=2)`` or ``Class``; other text is an InputError."""
    try:
        # A warning would show the text as it is, escape sequences included.
        with warnings.catch_warnings(action="ignore"):
            node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Name):
            return Call(node.id, (), {})
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            args = tuple(ast.literal_eval(value) for value in node.args)
            named = {k.arg: ast.literal_eval(k.value) for k in node.keywords if k.arg}
            # Fewer names than arguments: a mapping with ** has none, or one comes
            # twice.
            if len(named) == len(node.keywords):
                return Call(node.func.id, args, named)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    raise InputError(
        f"{text!r:.80}", "Class(x=1, ...) with plain values, text in quotes"
    )
