"""Imports of strategies' files, read without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from contest.entries.syntax import EntryError, parse


def imported(file: Path) -> Iterator[list[str]]:
    """Yield the parts of each dotted name that a file imports.

    The last part of ``from a.b import c`` may be a module or a name in one.
    """
    try:
        tree = parse(file, links=False)
    except EntryError:
        return  # the start of the strategy fails with this error
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = node.module.split(".") if node.module else []
            yield from ([*start, *alias.name.split(".")] for alias in node.names)
