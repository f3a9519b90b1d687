"""Source files of strategies, read without running them."""

from __future__ import annotations

import ast
import dis
import os
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from inspect import Parameter, Signature
from pathlib import Path
from typing import NamedTuple, Self

from contest.entries.home import ROOT
from contest.entries.source_text import EntryError, parse_source, too_deep
from game.calls import Call, read_call
from game.errors import InputError, nearest
from game.files import read_bytes
from game.protocol import Mode
from game.text.formats import is_visible

_MOST_FILE_BYTES = 1 << 20
"""Maximum size of a strategy's file."""

_MOST_LISTED = 20
"""Maximum number of entries that a file lists; a default run plays all of them."""

_LONGEST = 1000  # letters of a call
_AUTHOR = re.compile(r"\w[\w .,&'-]{0,39}")
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class ListedCall(NamedTuple):
    """A call in ENTRIES, and its label, which is empty in a plain list."""

    label: str
    expression: str


@dataclass(frozen=True, eq=False)
class StrategyFile:
    """The source file of a strategy as it was read; nothing of it runs.

    `tree` is its syntax tree. `root` is the folder of its contest project, from which
    it may import; None for a text without a folder, whose imports are not followed.
    """

    path: Path
    tree: ast.Module
    root: Path | None = None
    _imported: dict[Path, StrategyFile] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, path: Path, root: Path = ROOT, *, links: bool = True) -> Self:
        """Read a file; without `links`, a symbolic link is refused.

        Raises `EntryError` when it cannot be read, is not Python or not UTF-8, or reads
        otherwise than it runs: invisible characters, or names that are not ASCII.
        """
        try:
            data = read_bytes(path, _MOST_FILE_BYTES, links=links)
        except OSError as error:
            raise EntryError(f"cannot read {path.name!r}: {error.strerror}") from None
        return cls(path, parse_source(path, data), root)

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Parse the text of a file that is not there; raise `EntryError` as `read`."""
        path = Path(name)
        return cls(path, parse_source(path, text.encode(errors="surrogatepass")))

    @cached_property
    def author(self) -> str:
        """Its AUTHOR, empty without one; `EntryError` when that is no name."""
        node = self._find_value("AUTHOR")
        if node is None:
            return ""
        name = node.value if isinstance(node, ast.Constant) else None
        if isinstance(name, str) and _AUTHOR.fullmatch(name) and is_visible(name):
            return name
        raise EntryError(
            f"{self._line(node)}: AUTHOR {self._unparse(node):.60}",
            "1 to 40 letters, digits and marks of a name in quotes",
        )

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """Modes that its strategies play: the ones in MODES, all of them without it."""
        node = self._find_value("MODES")
        if node is None:
            return tuple(Mode)
        try:
            names = {*map(str, ast.literal_eval(node))}
        except (ValueError, TypeError, RecursionError, MemoryError):
            names = set()
        if not (modes := tuple(mode for mode in Mode if str(mode) in names)):
            raise EntryError(
                self._line(node), f"MODES = (...) with some of {', '.join(Mode)}"
            )
        return modes

    @cached_property
    def defines(self) -> frozenset[str]:
        """Names that it defines or imports at its top level."""
        return frozenset().union(*self._bound)

    @cached_property
    def _bound(self) -> list[set[str]]:
        """The names that each statement of its top level binds or deletes."""
        return [_bound_names(statement) for statement in self.tree.body]

    def entries(self, mode: Mode) -> list[ListedCall]:
        """Return the calls in ENTRIES; none where MODES excludes the mode.

        Raises `EntryError`, with its line, for a call that cannot be made, for one that
        is listed twice, for too many of them, and for an AUTHOR that is no name.
        """
        _ = self.author  # a bad one is refused in any mode
        if mode not in self.modes:
            return []
        items = list(self._items(self._find_value("ENTRIES")))
        if len(items) > _MOST_LISTED:
            raise EntryError(
                f"{self.path.name!r} lists over {_MOST_LISTED} entries",
                f"{_MOST_LISTED} at most",
            )
        # Each call once, with arguments that its constructor takes.
        calls: dict[str, ListedCall] = {}
        for label, node in items:
            expression = self._unparse(node)
            where = f"{self._line(node)}, ENTRIES item {expression!r:.80}"
            self.check_call(parse_call(expression, where), where)
            if expression in calls:
                raise EntryError(f"{self.path.name!r} lists {expression} twice", "once")
            if len(expression) > _LONGEST:
                raise EntryError(
                    f"{self.path.name!r} lists {expression!r:.40}",
                    f"{_LONGEST} letters at most",
                )
            calls[expression] = ListedCall(label, expression)
        return list(calls.values())

    def check_call(self, call: Call, where: str) -> None:
        """Refuse a call with arguments that the constructor does not take.

        If the signature is not known, nothing is refused here. `where` is the prefix of
        the message. Raises `EntryError`, with the nearest parameter.
        """
        signature = self.signature(call.name)
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
                        f"{where} takes no parameter {name!r}",
                        f"one of {expected}",
                        nearest(name, parameters),
                    ) from None
            raise EntryError(f"{where}: {error}", expected) from None

    def signature(self, name: str) -> Signature | None:
        """Return the signature of a class or function of the file.

        None if static analysis does not find it. The class, or the one whose
        constructor it inherits, may be imported from below `root`, or from beside the
        file.
        """
        try:
            return self._find_signature(len(self.tree.body), name, set())
        except RecursionError:
            return None

    def imports(self) -> Iterator[list[str]]:
        """Yield the parts of each dotted name that the file imports.

        The last part of ``from a.b import c`` may be a module or a name in one.
        """
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name.split(".") for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                module = node.module.split(".") if node.module else []
                yield from ([*module, *alias.name.split(".")] for alias in node.names)

    def _line(self, node: ast.expr | ast.stmt) -> str:
        """Return where a node stands, for a message."""
        return f"{self.path.name!r}, line {node.lineno}"

    def _unparse(self, node: ast.expr) -> str:
        """Return the text of an expression."""
        try:
            return ast.unparse(node)
        except RecursionError:
            raise too_deep(self.path) from None

    def _find_value(self, name: str) -> ast.expr | None:
        """Return what the only assignment to a name assigns, None without one.

        Raises `EntryError` when the file mentions the name in any other place, or may
        import it later: what Python has in the end could be another value.
        """
        value: ast.expr | None = None
        for statement in self.tree.body:
            rest: ast.AST = statement
            names = {name}
            if value is not None:
                names.add("*")  # imports it, if the other file has it
            elif assigned := _read_assignment(statement, name):
                value = rest = assigned
            if any(_mentions(node, names) for node in ast.walk(rest)):
                raise EntryError(
                    f"{self._line(statement)}: {name} is mentioned again",
                    "one assignment to it at the top of the file, and no other use",
                )
        return value

    def _items(self, entries: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
        """Yield the items of a list, or of a dict with their labels."""
        if isinstance(entries, ast.List | ast.Tuple):
            yield from (("", item) for item in entries.elts)
        if not isinstance(entries, ast.Dict):
            return
        # In a dict every entry has a label of its own.
        labels: set[str] = set()
        for key, item in zip(entries.keys, entries.values, strict=True):
            label = key.value if isinstance(key, ast.Constant) else None
            where = f"{self._line(item)}, ENTRIES"
            if not isinstance(label, str) or not _LABEL.fullmatch(label):
                text = "**" if key is None else self._unparse(key)
                raise EntryError(
                    f"{where} label {text:.60}",
                    "1 to 40 letters, digits, '_' and '-' in quotes",
                )
            if label in labels:
                raise EntryError(f"{where} has label {label!r} twice", "once")
            labels.add(label)
            yield label, item

    def _find_signature(
        self,
        end: int,
        name: str,
        visited: set[tuple[Path, int, str]],
    ) -> Signature | None:
        """Return the signature that a name has before a statement of the file."""
        visit = (self.path, end, name)
        if visit in visited:  # files may import each other
            return None
        visited.add(visit)
        # The last statement that binds the name decides.
        bindings = [k for k, names in enumerate(self._bound[:end]) if name in names]
        if not bindings:
            return None
        node = self.tree.body[bindings[-1]]
        if isinstance(node, ast.ImportFrom):
            source = self._open_import(node)
            if source is None:
                return None
            original = next(a.name for a in node.names if name in (a.asname, a.name))
            return source._find_signature(len(source.tree.body), original, visited)
        if isinstance(node, ast.FunctionDef):
            return None if node.decorator_list else _signature_of(node.args)
        if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
            return None
        constructor = _find_constructor(node)
        if constructor is not None:
            return _signature_of_constructor(constructor)
        # A base is defined earlier: `class Entropy(Entropy)` has two classes.
        return self._find_inherited(node, bindings[-1], visited)

    def _find_inherited(
        self,
        node: ast.ClassDef,
        place: int,
        visited: set[tuple[Path, int, str]],
    ) -> Signature | None:
        """Return the signature that a class without a constructor has from its bases.

        `place` is the index of the class among the statements.
        """
        inherited: Signature | None = Signature()
        for base in node.bases:
            if not isinstance(base, ast.Name):
                return None
            inherited = self._find_signature(place, base.id, visited)
            if inherited is None or inherited.parameters:
                break
        return inherited

    def _open_import(self, node: ast.ImportFrom) -> StrategyFile | None:
        """Return the file of an import, if it is below the root or beside the file."""
        if self.root is None:
            return None
        parts = (node.module or "").split(".")
        for folder in (self.root, self.path.parent):
            path = folder.joinpath(*parts).with_suffix(".py")
            if os.path.isfile(path) and path != self.path:
                if path not in self._imported:
                    tree = StrategyFile.read(path).tree
                    imported = StrategyFile(path, tree, self.root, self._imported)
                    self._imported[path] = imported
                return self._imported[path]
        return None


def parse_call(expression: str, where: str) -> Call:
    """Parse a call of a name with literal arguments, like ``Entropy(epsilon=12.3)``.

    ``Entropy`` alone is a call, too. Raises `EntryError` when it is anything else;
    `where` is the prefix of the message.
    """
    try:
        return read_call(expression)
    except InputError:
        raise EntryError(
            where, "Class(x=1, ...) with plain values, text in quotes"
        ) from None


def _read_assignment(statement: ast.stmt, name: str) -> ast.expr | None:
    """Return what a plain assignment to a name assigns, None for any other statement.

    An annotation must not mention the name: it is an expression like any other.
    """
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)], value=value):
            return value if target == name else None
        case ast.AnnAssign(target=ast.Name(id=target), annotation=hint, value=value):
            is_plain = not any(_mentions(node, {name}) for node in ast.walk(hint))
            return value if target == name and is_plain else None
    return None


def _mentions(node: ast.AST, names: set[str]) -> bool:
    """Return whether a node has one of some names, as an identifier or a text."""
    for _, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and item.partition(".")[0] in names:
                return True
    return False


def _bound_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds or deletes in the module."""
    # Compiled without docstrings, which are bound too.
    module = ast.Module([statement], [])
    with warnings.catch_warnings(action="ignore"):
        code = compile(module, "", "exec", dont_inherit=True, optimize=2)
    return {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("STORE_NAME", "DELETE_NAME")
    }


def _find_constructor(node: ast.ClassDef) -> ast.stmt | None:
    """Return the last statement of a class that binds its constructor, if any."""
    for item in reversed(node.body):
        if {"__init__", "__new__"} & _bound_names(item):
            return item
    return None


def _signature_of_constructor(item: ast.stmt) -> Signature | None:
    """Return the signature of a plain ``__init__``, None for any other statement."""
    if not isinstance(item, ast.FunctionDef) or item.name != "__init__":
        return None
    return None if item.decorator_list else _signature_of(item.args, skipped=1)


def _signature_of(arguments: ast.arguments, skipped: int = 0) -> Signature | None:
    """Return the signature of some arguments, without the first `skipped`."""
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    parameters = []
    for k, arg in enumerate(positional[skipped:], skipped):
        is_named = k >= len(arguments.posonlyargs)
        kind = (
            Parameter.POSITIONAL_OR_KEYWORD if is_named else Parameter.POSITIONAL_ONLY
        )
        usual = Parameter.empty if k < required else None
        parameters.append(Parameter(arg.arg, kind, default=usual))
    if arguments.vararg:
        parameters.append(Parameter(arguments.vararg.arg, Parameter.VAR_POSITIONAL))
    for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        usual = Parameter.empty if default is None else None
        parameters.append(Parameter(arg.arg, Parameter.KEYWORD_ONLY, default=usual))
    if arguments.kwarg:
        parameters.append(Parameter(arguments.kwarg.arg, Parameter.VAR_KEYWORD))
    try:
        return Signature(parameters)
    except ValueError:  # a duplicate name, which is a syntax error in Python
        return None
