"""Parser of calls like ``Class(x=1)`` with literal arguments; it runs no code."""

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
    """Parse a call like ``Class(1, x=2)`` or ``Class``.

    Any other text raises an InputError.
    """
    try:
        # Python may warn about the text. The warning would quote the text, and its
        # escape sequences would reach the terminal.
        with warnings.catch_warnings(action="ignore"):
            node = ast.parse(text.strip(), mode="eval").body
        if isinstance(node, ast.Name):
            return Call(node.id, (), {})
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            args = tuple(ast.literal_eval(value) for value in node.args)
            named = {k.arg: ast.literal_eval(k.value) for k in node.keywords if k.arg}
            # Refuse a call that repeats a name, and a call with a mapping, ``**x``: in
            # both calls there are fewer names than keyword arguments.
            if len(named) == len(node.keywords):
                return Call(node.func.id, args, named)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    raise InputError(
        f"{text!r:.80}", "a call like Class(x=1, y='text'), with plain values"
    )
