"""Static analysis of a strategy's file: its entries and their parameters."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from inspect import Parameter, Signature
from pathlib import Path
from typing import NamedTuple

from game.calls import Call, read_call
from game.errors import InputError, nearest
from game.files import read_bytes
from game.protocol import Mode

STRATEGIES = Path(__file__).resolve().parents[2] / "strategies"


MOST_BYTES = 1 << 20
"""Maximum size of a strategy's file."""


_LABEL = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class EntryError(InputError):
    """A text that names no entry."""


class Listed(NamedTuple):
    """A call in ENTRIES, and its label, which is empty in a plain list."""

    label: str
    expression: str


def listed(
    path: Path,
    mode: Mode,
    source: str | None = None,
    root: Path = STRATEGIES.parent,
) -> Iterator[Listed]:
    """Yield the items of ENTRIES; none where MODES excludes the mode.

    `source` replaces the text of the file; arguments are not checked then.

    Raises
    ------
    EntryError
        Naming the line whose call cannot be made.
    """
    tree = _parse(path, source)
    modes = _assigned(tree, "MODES")
    if modes is not None and str(mode) not in _literal(modes, path):
        return
    for label, item in _items(_assigned(tree, "ENTRIES"), path):
        expression = _unparse(item, path)
        where = f"{path.name!r}, line {item.lineno}, ENTRIES item {expression!r:.80}"
        call = called(expression, where)
        if source is None:
            check_arguments(call, path, where, root)
        yield Listed(label, expression)


def _items(entries: ast.expr | None, path: Path) -> Iterator[tuple[str, ast.expr]]:
    """Yield the items of a list, or of a dict with their labels."""
    if isinstance(entries, ast.List):
        yield from (("", item) for item in entries.elts)
    if not isinstance(entries, ast.Dict):
        return
    labels: set[str] = set()
    for key, item in zip(entries.keys, entries.values, strict=True):
        label = key.value if isinstance(key, ast.Constant) else None
        where = f"{path.name!r}, line {item.lineno}, ENTRIES"
        if not isinstance(label, str) or not _LABEL.fullmatch(label):
            given = "**" if key is None else _unparse(key, path)
            raise EntryError(
                f"{where} label {given:.60}: expected 1 to 40 letters, digits, '_' "
                "and '-' in quotes"
            )
        if label in labels:
            raise EntryError(f"{where} has label {label!r} twice: expected once")
        labels.add(label)
        yield label, item


def check_arguments(
    call: Call, path: Path, where: str, root: Path = STRATEGIES.parent
) -> None:
    """Refuse a call with arguments that the constructor does not take.

    If static analysis does not find the signature, nothing is refused here.

    Parameters
    ----------
    call : Call
        As `called` returns it.
    path : Path
        The file that defines the class.
    where : str
        Prefix of the message.
    root : Path
        Folder of the contest project, from which the file may import.

    Raises
    ------
    EntryError
        Quoting the argument, with the nearest parameter.
    """
    signature = _signature(_parse(path).body, call.name, path, root, set())
    if signature is None:
        return
    given = list(call.keywords)
    try:
        signature.bind(*call.args, **call.keywords)
    except TypeError as error:
        taken = signature.parameters
        named = ", ".join(taken) or "none"
        for name in given:
            if name not in taken:
                raise EntryError(
                    f"{where} takes no parameter {name!r}: expected one of {named}"
                    f"{nearest(name, taken)}"
                ) from None
        raise EntryError(f"{where}: {error}: expected {named}") from None


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
    found = [(k, node) for k, node in enumerate(lines) if name in _bound(node)]
    place, node = found[-1] if found else (0, None)
    if isinstance(node, ast.ImportFrom):
        home = _home(node, path, root)
        if home is None:
            return None
        original = next(a.name for a in node.names if name in (a.asname, a.name))
        return _signature(_parse(home).body, original, home, root, seen)
    if isinstance(node, ast.FunctionDef):
        return None if node.decorator_list else _taken(node.args)
    if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
        return None
    for item in reversed(node.body):
        if {"__init__", "__new__"} & _bound(item):
            if not isinstance(item, ast.FunctionDef) or item.name != "__init__":
                return None
            return None if item.decorator_list else _taken(item.args, 1)
    inherited: Signature | None = Signature()
    for base in node.bases:
        # A base is defined earlier: `class Entropy(Entropy)` has two classes.
        inherited = (
            _signature(lines[:place], base.id, path, root, seen)
            if isinstance(base, ast.Name)
            else None
        )
        if inherited is None or inherited.parameters:
            break
    return inherited


def _taken(arguments: ast.arguments, bound: int = 0) -> Signature | None:
    """Return the signature of some arguments, without the first `bound`."""
    placed = [*arguments.posonlyargs, *arguments.args]
    optional = len(placed) - len(arguments.defaults)
    found = [
        Parameter(
            arg.arg,
            Parameter.POSITIONAL_ONLY
            if k < len(arguments.posonlyargs)
            else Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if k < optional else None,
        )
        for k, arg in enumerate(placed)
    ][bound:]
    if arguments.vararg:
        found.append(Parameter(arguments.vararg.arg, Parameter.VAR_POSITIONAL))
    for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        needed = Parameter.empty if default is None else None
        found.append(Parameter(arg.arg, Parameter.KEYWORD_ONLY, default=needed))
    if arguments.kwarg:
        found.append(Parameter(arguments.kwarg.arg, Parameter.VAR_KEYWORD))
    try:
        return Signature(found)
    except ValueError:  # a duplicate name, which is a syntax error in Python
        return None


def same_but_entries(first: str, second: str) -> bool:
    r"""Return whether two texts of a file differ in nothing but ENTRIES and comments.

    Examples
    --------
    >>> same_but_entries("x = 1\nENTRIES = [A()]", "x = 1\nENTRIES = {'a': A()}")
    True
    """
    if first == second:
        return True
    try:
        trees = [_parse(Path("strategy.py"), text) for text in (first, second)]
    except EntryError:
        return False
    dumps = []
    for tree in trees:
        entries = _assigned(tree, "ENTRIES")
        rest = (n for n in tree.body if getattr(n, "value", n) is not entries)
        dumps.append([ast.dump(n) for n in (rest if entries else tree.body)])
    return dumps[0] == dumps[1]


def names(path: Path) -> set[str]:
    """Return the names that a file defines or imports at its top level."""
    return {name for node in _parse(path).body for name in _bound(node)}


def called(expression: str, where: str) -> Call:
    """Parse a call of a name with literal arguments.

    Parameters
    ----------
    expression : str
        Like ``Entropy(epsilon=12.3)``, or ``Entropy`` alone.
    where : str
        Prefix of the message.

    Raises
    ------
    EntryError
        When it is anything else.
    """
    try:
        return read_call(expression)
    except InputError:
        raise EntryError(
            f"{where}: expected Class(x=1, ...) with plain values"
        ) from None


def _bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines or imports."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    if isinstance(node, ast.Assign):
        return {t.id for t in node.targets if isinstance(t, ast.Name)}
    return set()


def _home(node: ast.ImportFrom, path: Path, root: Path) -> Path | None:
    """Return the file of an import, if it is below the root or beside the file."""
    parts = (node.module or "").split(".")
    for folder in (root, path.parent):
        file = folder.joinpath(*parts).with_suffix(".py")
        if os.path.isfile(file) and file != path:
            return file
    return None


def _parse(path: Path, source: str | None = None) -> ast.Module:
    try:
        text = read_bytes(path, MOST_BYTES) if source is None else source
        return _tree(text, str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise EntryError(
            f"{path.name!r}, line {line}: not valid Python ({error.args[0]})"
        ) from None
    except (RecursionError, MemoryError):
        raise _too_deep(path) from None
    except OSError as error:
        raise EntryError(f"cannot read {path.name!r}: {error.strerror}") from None


@lru_cache(maxsize=16)
def _tree(text: bytes | str, name: str) -> ast.Module:
    """Return the syntax tree of a text, which nobody changes."""
    # A warning would show a line as it is, escape sequences included.
    with warnings.catch_warnings(action="ignore"):
        return ast.parse(text, name)


def _literal(node: ast.expr, path: Path) -> tuple[str, ...]:
    try:
        return tuple(map(str, ast.literal_eval(node)))
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise EntryError(
            f"{path.name!r}, line {node.lineno}: expected MODES = (...) with names of "
            "modes"
        ) from None


def _unparse(node: ast.expr, path: Path) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        raise _too_deep(path) from None


def _too_deep(path: Path) -> EntryError:
    return EntryError(f"{path.name!r}: not a strategy (nested too deeply)")


def _assigned(tree: ast.Module, name: str) -> ast.expr | None:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            targets: list[ast.expr] = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        if any(isinstance(t, ast.Name) and t.id == name for t in targets):
            return node.value
    return None
