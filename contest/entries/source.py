"""Files of strategies: finding them, and what they list and define, without running."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from contest.entries.signatures import check_arguments
from contest.entries.syntax import (
    STRATEGIES,
    EntryError,
    assigned,
    bound,
    parse_source,
    unparse,
)
from game.calls import Call, read_call
from game.errors import InputError, nearest
from game.files import real_path
from game.protocol import Mode
from game.text.formats import is_visible

_AUTHOR = re.compile(r"\w[\w .,&'-]{0,39}")
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Source(NamedTuple):
    """A file, the name that it was found by, and the label of one of its entries.

    The label is empty where none was given.
    """

    path: Path
    name: str
    label: str = ""


def builtin_names() -> list[str]:
    """Return the names of the public modules in ``strategies``."""
    return sorted(path.stem for path in STRATEGIES.glob("[!_]*.py"))


def located(text: str, checkout: Path | None = None) -> Source:
    """Return the file and the label that a text names.

    The text is ``name``, ``name/label``, ``file.py`` or ``file.py/label``. `checkout`
    is the folder of another contest project, which is searched instead; there, module
    names are valid too: ``strategies.mine``. Raises `EntryError`, with the nearest
    name, when there is no such file.
    """
    name, _, label = text.rpartition("/")
    if checkout is not None:
        if not checkout.is_dir():
            raise EntryError(
                f"no folder {str(checkout)!r}: expected a contest checkout"
            )
        for source in ((text, ""), (name, label)):
            if path := _file_in(checkout, source[0]):
                return Source(path, *source)
        there = sorted(f.stem for f in checkout.glob("strategies/[!_]*.py"))
        raise EntryError(
            f"no strategy {text!r} in {str(checkout)!r}: expected one like "
            f"strategies.name:Class(){nearest(_module(text).split('.')[-1], there)}"
        )
    if text.endswith(".py"):
        return Source(_file(text), text)
    if name.endswith(".py"):
        return Source(_file(name), name, label)
    names = builtin_names()
    for source in ((text, ""), (name, label)):
        if source[0] in names:
            return Source(STRATEGIES / f"{source[0]}.py", *source)
    hint = nearest(name or text, names) or f"; there are {', '.join(names)}"
    raise EntryError(
        f"no strategy {text!r}: expected a name from strategies/, a .py or .toml file, "
        f"or program:COMMAND{hint}"
    )


def _file(name: str) -> Path:
    path = Path(name).absolute()
    if not path.is_file():
        raise EntryError(f"no file {name!r}: expected a strategy's .py file")
    return real_path(path)


def _file_in(checkout: Path, name: str) -> Path | None:
    for module in (_module(name), f"strategies.{_module(name)}"):
        path = checkout.joinpath(*module.split(".")).with_suffix(".py")
        if path.is_file():
            return path
    return None


def _module(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")


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

    `source` replaces the text of the file; arguments are not checked then. Raises
    `EntryError`, with its line, for a call that cannot be made or an AUTHOR that is no
    name.
    """
    author_of(path, source)
    if not plays(path, mode, source):
        return
    tree = parse_source(path, source)
    for label, item in _items(assigned(tree, "ENTRIES", path), path):
        expression = unparse(item, path)
        where = f"{path.name!r}, line {item.lineno}, ENTRIES item {expression!r:.80}"
        call = called(expression, where)
        if source is None:
            check_arguments(call, path, where, root)
        yield Listed(label, expression)


def plays(path: Path, mode: Mode, source: str | None = None) -> bool:
    """Return whether a file's strategies play a game; all do where it has no MODES."""
    modes = assigned(parse_source(path, source), "MODES", path)
    return modes is None or str(mode) in _literal(modes, path)


def _literal(node: ast.expr, path: Path) -> tuple[str, ...]:
    try:
        return tuple(map(str, ast.literal_eval(node)))
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise EntryError(
            f"{path.name!r}, line {node.lineno}: expected MODES = (...) with names of "
            "modes"
        ) from None


def _items(entries: ast.expr | None, path: Path) -> Iterator[tuple[str, ast.expr]]:
    """Yield the items of a list, or of a dict with their labels."""
    if isinstance(entries, ast.List | ast.Tuple):
        yield from (("", item) for item in entries.elts)
    if not isinstance(entries, ast.Dict):
        return
    labels: set[str] = set()
    for key, item in zip(entries.keys, entries.values, strict=True):
        label = key.value if isinstance(key, ast.Constant) else None
        where = f"{path.name!r}, line {item.lineno}, ENTRIES"
        if not isinstance(label, str) or not _LABEL.fullmatch(label):
            text = "**" if key is None else unparse(key, path)
            raise EntryError(
                f"{where} label {text:.60}: expected 1 to 40 letters, digits, '_' "
                "and '-' in quotes"
            )
        if label in labels:
            raise EntryError(f"{where} has label {label!r} twice: expected once")
        labels.add(label)
        yield label, item


def same_but_entries(first: str, second: str) -> bool:
    """Return whether two texts of a file differ in nothing but ENTRIES and comments."""
    if first == second:
        return True
    path, dumps = Path("strategy.py"), []
    try:
        for tree in (parse_source(path, text) for text in (first, second)):
            entries = assigned(tree, "ENTRIES", path)
            rest = (n for n in tree.body if getattr(n, "value", n) is not entries)
            dumps.append([ast.dump(n) for n in (rest if entries else tree.body)])
    except EntryError:
        return False
    return dumps[0] == dumps[1]


def author_of(path: Path, source: str | None = None) -> str:
    """Return the AUTHOR of a file, empty without one; `source` replaces its text.

    Raises `EntryError` when it is no name.
    """
    node = assigned(parse_source(path, source), "AUTHOR", path)
    if node is None:
        return ""
    name = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(name, str) or not _AUTHOR.fullmatch(name) or not is_visible(name):
        raise EntryError(
            f"{path.name!r}, line {node.lineno}: AUTHOR {unparse(node, path):.60}: "
            "expected 1 to 40 letters, digits and marks of a name in quotes"
        )
    return name


def names(path: Path) -> set[str]:
    """Return the names that a file defines or imports at its top level."""
    return {name for node in parse_source(path).body for name in bound(node)}


def called(expression: str, where: str) -> Call:
    """Parse a call of a name with literal arguments, like ``Entropy(epsilon=12.3)``.

    ``Entropy`` alone is a call, too. Raises `EntryError` when it is anything else;
    `where` is the prefix of the message.
    """
    try:
        return read_call(expression)
    except InputError:
        raise EntryError(
            f"{where}: expected Class(x=1, ...) with plain values"
        ) from None
