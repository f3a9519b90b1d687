"""Syntax trees of strategies' files, and their statements."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from contest.entries.home import ROOT
from game.errors import InputError
from game.files import read_bytes
from game.text.formats import is_visible

STRATEGIES = ROOT / "strategies"

MOST_FILE_BYTES = 1 << 20
"""Maximum size of a strategy's file."""


class EntryError(InputError):
    """A text that names no entry."""


class HiddenTextError(EntryError):
    """A source that can read otherwise than it runs."""


def parse_source(
    path: Path, source: str | None = None, *, links: bool = True
) -> ast.Module:
    """Return the syntax tree of a file; `source` replaces its text.

    Raises `EntryError` when it cannot be read, is not Python or not UTF-8, or reads
    otherwise than it runs: invisible characters, or names that are not ASCII.
    """
    try:
        data = (
            read_bytes(path, MOST_FILE_BYTES, links=links)
            if source is None
            else source.encode()
        )
        text = _text(path, data)
        return _tree(text, path)
    except EntryError:
        raise
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise EntryError(
            f"{path.name!r}, line {line}: not valid Python ({error.args[0]})"
        ) from None
    except (RecursionError, MemoryError):
        raise _too_deep(path) from None
    except OSError as error:
        raise EntryError(f"cannot read {path.name!r}: {error.strerror}") from None


def _text(path: Path, data: bytes) -> str:
    """Return the text of a file as Python reads it, which must be UTF-8."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    if not encoding.startswith("utf-8"):
        raise HiddenTextError(
            f"{path.name!r} has encoding {encoding!r}: expected UTF-8"
        )
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def check_text(path: Path) -> None:
    """Refuse a file of text that can read otherwise than it runs; other data passes.

    What git shows is text: it looks for a zero byte in the first 8,000.
    """
    data = read_bytes(path)
    if b"\0" not in data[:8000]:
        try:
            check_visible(path, _text(path, data))
        except (SyntaxError, UnicodeDecodeError):
            raise HiddenTextError(f"{path.name!r}: expected UTF-8") from None


def check_visible(path: Path, text: str, letters: Iterable[str] = ()) -> None:
    """Refuse characters of a source that readers do not see, and some `letters`."""
    text = text.replace("\r\n", "\n")
    hidden = {c for c in {*text} - {"\t", "\n"} if not is_visible(c)}.union(letters)
    if hidden:
        index = next(index for index, c in enumerate(text) if c in hidden)
        line, column = (
            text.count("\n", 0, index) + 1,
            index - text.rfind("\n", 0, index),
        )
        raise HiddenTextError(
            f"{path.name!r}, line {line}, column {column}: character "
            f"U+{ord(text[index]):04X}: expected none that hides text or changes how "
            "it reads"
        )


def _check_names(path: Path, text: str, tree: ast.Module) -> None:
    """Refuse names that are not ASCII, as they can look like others."""
    if text.isascii():
        return
    # Python reads compatibility letters, such as those of full width, as ASCII.
    letters = {c for c in text if not c.isascii() and normalize("NFKC", c).isascii()}
    check_visible(path, text, [c for c in letters if f"a{c}".isidentifier()])
    for node in ast.walk(tree):
        fields = [] if isinstance(node, ast.Constant) else vars(node).values()
        for value in fields:
            for name in value if isinstance(value, list) else [value]:
                if isinstance(name, str) and not name.isascii():
                    raise HiddenTextError(
                        f"{path.name!r}, line {getattr(node, 'lineno', 1)}: name "
                        f"{name!r:.60}: expected ASCII outside comments and strings"
                    )


@lru_cache(maxsize=16)
def _tree(text: str, path: Path) -> ast.Module:
    """Return the syntax tree of a visible text, which callers do not change."""
    # A warning would show a line as it is, escape sequences included.
    with warnings.catch_warnings(action="ignore"):
        tree = ast.parse(text, str(path))
    check_visible(path, text)
    _check_names(path, text, tree)
    return tree


def bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines or imports."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    if isinstance(node, ast.Assign):
        return {t.id for t in node.targets if isinstance(t, ast.Name)}
    return set()


def assigned(tree: ast.Module, name: str, path: Path) -> ast.expr | None:
    """Return what the only assignment to a name assigns, None without one.

    Raises `EntryError` when another statement, outside of functions and classes,
    changes it: what Python has in the end would be another value.
    """
    value: ast.expr | None = None
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            continue
        parts: Sequence[ast.AST] = [statement]
        if isinstance(statement, ast.Assign):
            parts = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            parts = [statement.target] if statement.value else []
        if not any(_changes(node, name) for part in parts for node in ast.walk(part)):
            continue
        if value or not isinstance(statement, ast.Assign | ast.AnnAssign):
            raise EntryError(
                f"{path.name!r}, line {statement.lineno}: {name} is changed: expected "
                "one assignment, of all that it has"
            )
        value = statement.value
    return value


def _changes(node: ast.AST, name: str) -> bool:
    """Return whether a node sets a name or an item of it, or uses a method."""
    if isinstance(node, ast.alias):
        return name == (node.asname or node.name)
    held = node.value if isinstance(node, ast.Attribute | ast.Subscript) else node
    is_read = isinstance(node, ast.Name | ast.Subscript) and isinstance(
        node.ctx, ast.Load
    )
    return isinstance(held, ast.Name) and held.id == name and not is_read


def unparse(node: ast.expr, path: Path) -> str:
    """Return the text of an expression."""
    try:
        return ast.unparse(node)
    except RecursionError:
        raise _too_deep(path) from None


def _too_deep(path: Path) -> EntryError:
    return EntryError(f"{path.name!r}: not a strategy (nested too deeply)")
