"""What a strategy's file says of its entries, read without running any of it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from game.errors import InputError
from game.files import read_bytes
from game.protocol import Mode

STRATEGIES = Path(__file__).resolve().parent.parent / "strategies"


MOST_BYTES = 1 << 20
"""Size of a strategy's file."""


class EntryError(InputError):
    """A text that names no entry."""


def listed(path: Path, mode: Mode, source: str | None = None) -> Iterator[str]:
    """Yield the calls in ENTRIES; none where MODES says that this is another game.

    With `source`, of that text, which is no more in the file, or not yet.
    """
    tree = _parse(path, source)
    modes = _assigned(tree, "MODES")
    if modes is not None and str(mode) not in _literal(modes, path):
        return
    entries = _assigned(tree, "ENTRIES")
    if isinstance(entries, ast.List):
        yield from (_unparse(item, path) for item in entries.elts)


def parameters(
    path: Path, name: str, root: Path = STRATEGIES.parent
) -> list[str] | None:
    """Read what a class's constructor takes, its own or one that it inherits.

    That one may be imported from below `root`, or from beside the file.
    """
    return _taken(_parse(path).body, name, path, root, set())


def _taken(
    lines: list[ast.stmt], name: str, path: Path, root: Path, seen: set[object]
) -> list[str] | None:
    if (path, len(lines), name) in seen:  # files may import each other
        return None
    seen.add((path, len(lines), name))
    found = [
        (place, node)
        for place, node in enumerate(lines)
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    if not found:
        home = _imported_from(lines, name, path, root)
        if home is None:
            return None
        return _taken(_parse(home).body, name, home, root, seen)
    place, kind = found[-1]
    for item in kind.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            return [arg.arg for arg in (*item.args.args[1:], *item.args.kwonlyargs)]
    # A base was there before: in `class Entropy(Entropy)` it is another one.
    bases = [b.id for b in kind.bases if isinstance(b, ast.Name)]
    inherited = [_taken(lines[:place], base, path, root, seen) for base in bases]
    known = next((names for names in inherited if names is not None), None)
    return known if kind.bases or kind.decorator_list else []


def names(path: Path) -> set[str]:
    """Return the names that a file defines or imports at its top."""
    tree = _parse(path)
    names = {n.name for n in tree.body if isinstance(n, ast.ClassDef | ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return names


def called(expression: str, text: str) -> str:
    """Return the class that an expression calls, with plain values only."""
    try:
        node = ast.parse(expression.strip(), mode="eval").body
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for value in (*node.args, *(k.value for k in node.keywords)):
                ast.literal_eval(value)
            ast.unparse(node)  # which goes deeper than to evaluate it
            if all(k.arg for k in node.keywords):
                return node.func.id
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    raise EntryError(
        f"entry {text!r}: expected Class(x=1, ...) with plain values after the colon"
    )


def _imported_from(
    lines: list[ast.stmt], name: str, path: Path, root: Path
) -> Path | None:
    """Return the file that a name is imported from, if it is below root or beside."""
    for node in lines:
        if isinstance(node, ast.ImportFrom) and name in [a.name for a in node.names]:
            parts = (node.module or "").split(".")
            for folder in (root, path.parent):
                file = folder.joinpath(*parts).with_suffix(".py")
                if os.path.isfile(file) and file != path:
                    return file
    return None


def _parse(path: Path, source: str | None = None) -> ast.Module:
    try:
        text = read_bytes(path, MOST_BYTES) if source is None else source
        return ast.parse(text, str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise EntryError(
            f"{path.name!r}, line {line}: not valid Python ({error.args[0]})"
        ) from None
    except (RecursionError, MemoryError):
        raise _too_deep(path) from None
    except OSError as error:
        raise EntryError(f"cannot read {path.name!r}: {error.strerror}") from None


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
