"""Signatures of the classes in a strategy's file, read without running it."""

from __future__ import annotations

import ast
import os
from inspect import Parameter, Signature
from pathlib import Path

from contest.entries.syntax import EntryError, bound, parse_source
from game.calls import Call
from game.errors import nearest


def check_arguments(call: Call, path: Path, where: str, root: Path) -> None:
    """Refuse a call with arguments that the constructor does not take.

    If static analysis does not find the signature, nothing is refused here. `where` is
    the prefix of the message; `root` is the folder of the contest project, from which
    the file may import. Raises `EntryError`, with the nearest parameter.
    """
    signature = _signature(parse_source(path).body, call.name, path, root, set())
    if signature is None:
        return
    try:
        signature.bind(*call.args, **call.keywords)
    except TypeError as error:
        parameters = signature.parameters
        expected = ", ".join(parameters) or "none"
        for name in call.keywords:
            if name not in parameters:
                raise EntryError(
                    f"{where} takes no parameter {name!r}: expected one of {expected}"
                    f"{nearest(name, parameters)}"
                ) from None
        raise EntryError(f"{where}: {error}: expected {expected}") from None


def _signature(
    lines: list[ast.stmt],
    name: str,
    path: Path,
    root: Path,
    seen: set[tuple[Path, int, str]],
) -> Signature | None:
    """Return the signature of a name, None if static analysis does not find it.

    The class, or the one whose constructor it inherits, may be imported from below
    `root`, or from beside the file.
    """
    if (path, len(lines), name) in seen:  # files may import each other
        return None
    seen.add((path, len(lines), name))
    definitions = [(k, node) for k, node in enumerate(lines) if name in bound(node)]
    index, node = definitions[-1] if definitions else (0, None)
    if isinstance(node, ast.ImportFrom):
        home = _home(node, path, root)
        if home is None:
            return None
        original = next(a.name for a in node.names if name in (a.asname, a.name))
        return _signature(parse_source(home).body, original, home, root, seen)
    if isinstance(node, ast.FunctionDef):
        return None if node.decorator_list else _parameters(node.args)
    if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
        return None
    for item in reversed(node.body):
        if {"__init__", "__new__"} & bound(item):
            if not isinstance(item, ast.FunctionDef) or item.name != "__init__":
                return None
            return None if item.decorator_list else _parameters(item.args, 1)
    inherited: Signature | None = Signature()
    for base in node.bases:
        # A base is defined earlier: `class Entropy(Entropy)` has two classes.
        inherited = (
            _signature(lines[:index], base.id, path, root, seen)
            if isinstance(base, ast.Name)
            else None
        )
        if inherited is None or inherited.parameters:
            break
    return inherited


def _parameters(arguments: ast.arguments, bound: int = 0) -> Signature | None:
    """Return the signature of some arguments, without the first `bound`."""
    positional = [*arguments.posonlyargs, *arguments.args]
    optional = len(positional) - len(arguments.defaults)
    parameters = [
        Parameter(
            arg.arg,
            Parameter.POSITIONAL_ONLY
            if k < len(arguments.posonlyargs)
            else Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if k < optional else None,
        )
        for k, arg in enumerate(positional)
    ][bound:]
    if arguments.vararg:
        parameters.append(Parameter(arguments.vararg.arg, Parameter.VAR_POSITIONAL))
    for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        value = Parameter.empty if default is None else None
        parameters.append(Parameter(arg.arg, Parameter.KEYWORD_ONLY, default=value))
    if arguments.kwarg:
        parameters.append(Parameter(arguments.kwarg.arg, Parameter.VAR_KEYWORD))
    try:
        return Signature(parameters)
    except ValueError:  # a duplicate name, which is a syntax error in Python
        return None


def _home(node: ast.ImportFrom, path: Path, root: Path) -> Path | None:
    """Return the file of an import, if it is below the root or beside the file."""
    parts = (node.module or "").split(".")
    for folder in (root, path.parent):
        file = folder.joinpath(*parts).with_suffix(".py")
        if os.path.isfile(file) and file != path:
            return file
    return None
