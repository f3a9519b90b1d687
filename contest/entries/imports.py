"""Imports of strategies' files, read without running them."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from contest.entries.entry import Entry
from contest.entries.syntax import STRATEGIES, EntryError, parse


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


def solver_imports(entries: Iterable[Entry]) -> set[str]:
    """Return the dotted names of the solver that some entries import.

    Their files are read, those beside them and of the strategies that they import, too;
    of another checkout, which has a solver of its own, none.

    Examples
    --------
    >>> from contest.entries.entry import resolve
    >>> sorted(solver_imports([resolve("posterior_sampling")]))[0]
    'solver.belief.belief.Belief'
    """
    found: set[str] = set()
    seen: set[Path] = set()
    waiting = [entry.path for entry in entries if entry.checkout is None]
    while waiting:
        file = waiting.pop()
        if file in seen or not os.path.isfile(file):  # False for a name too long
            continue
        seen.add(file)
        for first, *rest in imported(file):
            if first == "solver":
                found.add(".".join([first, *rest]))
            elif rest and first == STRATEGIES.name:
                waiting.append(STRATEGIES / f"{rest[0]}.py")
            else:
                waiting.append(file.with_name(f"{first}.py"))
    return found
