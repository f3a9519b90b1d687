"""Find the entries of another contest project, without running code of the project."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator
from pathlib import Path

from contest.entries.source_text import EntryError
from contest.entries.strategy_file import StrategyFile

_LIST = "STRATEGIES_UNDER_TEST"
_METHODS = {"first_move", "next_move"}


def list_project_entries(checkout: Path) -> str:
    """Return the names of a project's entries, as arguments for a command in a shell.

    `checkout` is the folder of the project. First come the calls in the list
    `STRATEGIES_UNDER_TEST` of its ``evaluate.py``. Then come further classes in its
    folder ``strategies`` that have, or may inherit, the two methods of a strategy.
    """
    calls = [*_listed_calls(checkout)]
    called = {call.partition("(")[0] for call in calls}
    classes = (name for name in _find_classes(checkout) if name not in called)
    return " ".join(shlex.quote(text) for text in (*calls, *classes))


def _listed_calls(checkout: Path) -> Iterator[str]:
    """Yield each call in the list `STRATEGIES_UNDER_TEST` as ``module:Class(...)``.

    The list is in ``evaluate.py`` of the project in `checkout`.
    """
    tree = _parse(checkout / "evaluate.py")
    modules = {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for statement in tree.body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.List(elts=items)
            ) if name == _LIST:
                for item in items:
                    match item:
                        case ast.Call(func=ast.Name(id=made)) if made in modules:
                            yield f"{modules[made]}:{ast.unparse(item)}"


def _find_classes(checkout: Path) -> Iterator[str]:
    """Yield each class that is or may be a strategy, as ``module:Class``.

    The classes are in the folder ``strategies`` of the project in `checkout`.
    """
    for path in sorted(checkout.glob("strategies/[!_]*.py")):
        for node in _parse(path).body:
            if isinstance(node, ast.ClassDef):
                functions = (i for i in node.body if isinstance(i, ast.FunctionDef))
                if node.bases or {function.name for function in functions} >= _METHODS:
                    yield f"strategies.{path.stem}:{node.name}"


def _parse(path: Path) -> ast.Module:
    """Return the syntax tree of a file, or an empty tree if the file is not valid."""
    try:
        return StrategyFile.read(path).tree
    except EntryError:
        return ast.Module([], [])
