"""Source files of strategies, read without running them."""

from __future__ import annotations

import ast
import dis
import os
import re
import warnings
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import KW_ONLY, dataclass, field, make_dataclass, replace
from functools import cache, cached_property
from inspect import Signature
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from contest.entries.home import ROOT
from contest.entries.source_text import EntryError, parse_source, too_deep
from game.calls import Call, read_call
from game.errors import InputError, nearest
from game.files import read_bytes
from game.protocol import Mode
from game.text.formats import is_visible

_MOST_FILE_BYTES = 1 << 20
"""Maximum size of a strategy's file, in bytes."""

_MOST_LISTED = 20
"""Maximum number of entries that a file lists; a run of the file plays all of them."""

_LONGEST = 1000  # largest number of characters of a call
_AUTHOR = re.compile(r"\w[\w .,&'-]{0,39}")
_KINDS = {"typing.ClassVar": ClassVar, "dataclasses.KW_ONLY": KW_ONLY}
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class ListedCall(NamedTuple):
    """A call in ENTRIES, the list or dict at the end of a strategy's file.

    `expression` is the text of the call, like ``Entropy(epsilon=12.3)``. `label` is the
    key of the call in a dict, or an empty string in a list.
    """

    label: str
    expression: str


@dataclass(frozen=True, eq=False)
class StrategyFile:
    """The source file of a strategy, as a syntax tree; no code of the file runs.

    `root` is the folder of the contest project, from which the file may import. If
    `root` is None, imports of the file are not followed.
    """

    path: Path
    tree: ast.Module
    root: Path | None = None
    _imported: dict[Path, StrategyFile] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, path: Path, root: Path = ROOT) -> Self:
        """Read the file of a strategy; links are refused.

        `root` is the folder of the contest project, from which the file may import.
        Raises `EntryError` when the file cannot be read, is not Python, is not UTF-8,
        or hides what it runs: by invisible characters, or by names that are not ASCII.
        """
        try:
            data = read_bytes(path, _MOST_FILE_BYTES)
        except OSError as error:
            raise EntryError(f"cannot read {path.name!r}: {error.strerror}") from None
        return cls(path, parse_source(path, data), root)

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Parse a text as the contents of a file with this name.

        Raises `EntryError` when the text is not Python or hides what it runs.
        """
        path = Path(name)
        return cls(path, parse_source(path, text.encode(errors="surrogatepass")))

    @cached_property
    def author(self) -> str:
        """The value of AUTHOR in the file, or an empty string without AUTHOR.

        Raises `EntryError` if the value does not look like the name of a person.
        """
        node = self._find_value("AUTHOR")
        if node is None:
            return ""
        name = node.value if isinstance(node, ast.Constant) else None
        if isinstance(name, str) and _AUTHOR.fullmatch(name) and is_visible(name):
            return name
        raise EntryError(
            f"{self._line(node)}: AUTHOR {self._unparse(node):.60}",
            "a name in quotes that begins with a letter or digit, of at most 40 "
            "letters, digits, spaces and . , & ' - _",
        )

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """Modes that the file's strategies play; all modes if the file has no MODES."""
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
        """Names that the file defines or imports at its top level."""
        return frozenset().union(*self._bound)

    @cached_property
    def _bound(self) -> list[set[str]]:
        """A set of names for each statement at the top level of the file.

        The set has the names that the statement binds or deletes.
        """
        return [_bound_names(statement) for statement in self.tree.body]

    def entries(self, mode: Mode) -> list[ListedCall]:
        """Return the calls in ENTRIES, or an empty list if MODES excludes the mode.

        Raises `EntryError`, with the line in the file, for a call with arguments that
        do not fit, a call that is listed twice, too many calls, and an AUTHOR that is
        not a name.
        """
        _ = self.author  # raises for a bad AUTHOR, in any mode
        if mode not in self.modes:
            return []
        items = list(self._items(self._find_value("ENTRIES")))
        if len(items) > _MOST_LISTED:
            raise EntryError(
                f"{self.path.name!r} lists over {_MOST_LISTED} entries",
                f"at most {_MOST_LISTED} entries",
            )
        # Each call may occur once, with arguments that its constructor takes.
        calls: dict[str, ListedCall] = {}
        for label, node in items:
            expression = self._unparse(node)
            where = f"{self._line(node)}, ENTRIES item {expression!r:.80}"
            if made := self._value_of_name(node):
                raise EntryError(
                    f"{where} is a variable", f"the call itself, {made:.80}"
                )
            self.check_call(parse_call(expression, where), where)
            if expression in calls:
                raise EntryError(
                    f"{self.path.name!r} lists {expression} twice in ENTRIES",
                    "each call once",
                )
            if len(expression) > _LONGEST:
                raise EntryError(
                    f"{self.path.name!r} lists {expression!r:.40} in ENTRIES",
                    f"a call of at most {_LONGEST} characters",
                )
            calls[expression] = ListedCall(label, expression)
        return list(calls.values())

    def check_call(self, call: Call, where: str) -> None:
        """Raise `EntryError` if the constructor does not take the arguments of a call.

        If the constructor has no parameter of a given name, the error names the
        parameter with the most similar name. If the signature of the constructor is not
        known, no error is raised. The message begins with `where`, a text that says
        where the call stands.
        """
        signature = self.signature(call.name)
        if signature is None:
            return
        try:
            signature.bind(*call.args, **call.keywords)
        except TypeError as error:
            parameters = signature.parameters
            names = ", ".join(parameters)
            for name in call.keywords:
                if name not in parameters:
                    raise EntryError(
                        f"{where} takes no parameter {name!r}",
                        f"one of {names}" if names else "no parameters",
                        nearest(name, parameters),
                    ) from None
            expected = f"the parameters {names}" if names else "no parameters"
            raise EntryError(f"{where}: {error}", expected) from None

    def signature(self, name: str) -> Signature | None:
        """Return the signature of the class or function `name` of the file.

        Return None if static analysis does not find the signature. The class, or the
        base class that has its constructor, may be imported from a file below `root` or
        from a file beside this file.
        """
        try:
            return Signature.from_callable(self._evaluate(len(self.tree.body), name))
        except EntryError:  # a file that this one imports is not valid
            raise
        except (RecursionError, SyntaxError, TypeError, ValueError):
            return None

    def imports(self) -> Iterator[list[str]]:
        """Yield the parts of each dotted name that the file imports.

        For ``from a.b import c`` the list with a, b and c is yielded; c may be a module
        or a name in a.b.
        """
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name.split(".") for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                module = node.module.split(".") if node.module else []
                yield from ([*module, *alias.name.split(".")] for alias in node.names)

    def _line(self, node: ast.expr | ast.stmt) -> str:
        """Return the file and the line of a node, for a message."""
        return f"{self.path.name!r}, line {node.lineno}"

    def _unparse(self, node: ast.expr) -> str:
        """Return the text of an expression."""
        try:
            return ast.unparse(node)
        except RecursionError:
            raise too_deep(self.path) from None

    def _find_value(self, name: str) -> ast.expr | None:
        """Return the value in the only assignment to a name, or None without one.

        Raises `EntryError` when the file mentions the name in any other place, or may
        import the name after the assignment: the name could then have another value at
        the end of the file.
        """
        value: ast.expr | None = None
        for statement in self.tree.body:
            rest: ast.AST = statement
            names = {name}
            if value is not None:
                names.add("*")  # a star import may replace the value
            elif assigned := _read_assignment(statement, name):
                value = rest = assigned
            if any(_mentions(node, names) for node in ast.walk(rest)):
                raise EntryError(
                    f"{self._line(statement)}: this statement may set or use {name}",
                    f"one assignment to {name} at the top level of the file, and no "
                    f"other use of {name}",
                )
        return value

    def _items(self, entries: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
        """Yield the label and the value of each item of ENTRIES.

        `entries` is the syntax tree of ENTRIES. In a dict the label is the key of the
        item; in a list the label is empty.
        """
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
                    "a label in quotes, of 1 to 40 ASCII letters, digits, '_' and '-'",
                )
            if label in labels:
                raise EntryError(
                    f"{where} has label {label!r} twice", "each label once"
                )
            labels.add(label)
            yield label, item

    def _value_of_name(self, node: ast.expr) -> str:
        """Return the call that a name stands for: ``A()`` for `a` after ``a = A()``.

        Return an empty string if `node` is no name, or if the value of the name is not
        a call.
        """
        if not isinstance(node, ast.Name):
            return ""
        values = (_read_assignment(statement, node.id) for statement in self.tree.body)
        *_, last = None, *(value for value in values if value is not None)
        return self._unparse(last) if isinstance(last, ast.Call) else ""

    def _evaluate(self, end: int, text: str) -> Any:
        """Return what the name `text` means just before the statement with index `end`.

        `end` is an index into the statements at the top level of the file. If the name
        is a function or a class, the result is a copy that does nothing and has the
        same signature. If the name comes from an import that is not followed, the
        result is a dotted name, like "dataclasses.field". If the meaning is not known,
        the result is None.
        """
        name, _, attribute = text.partition(".")
        # The last statement before `end` that binds the name gives the meaning.
        places = [k for k, names in enumerate(self._bound[:end]) if name in names]
        node = self.tree.body[places[-1]] if places else None
        found = None
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (a.name for a in node.names if name in (a.asname, a.name))
            found = next(names, name)
            if isinstance(node, ast.ImportFrom):
                source = self._open_import(node)
                if source is None:
                    found = f"{node.module}.{found}"
                else:
                    found = source._evaluate(len(source.tree.body), found)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found = self._copy(node, places[-1])
        return f"{found}.{attribute}" if attribute else found

    @cached_property
    def _copy(self) -> Callable[..., Any]:
        """The method `_make_copy` with a cache: each statement is copied only once."""
        return cache(self._make_copy)

    def _make_copy(self, node: ast.FunctionDef | ast.ClassDef, place: int) -> Any:
        """Return a copy of a function or class that has its signature but no code.

        `node` is the original, and `place` is its index among the statements at the top
        level of the file. If the copy cannot be made, this method raises an error, and
        the method `signature` catches the error.
        """
        if isinstance(node, ast.FunctionDef):
            return _copy_function(node)
        names = _bound_names(*node.body)
        if node.keywords or "__new__" in names:
            raise ValueError
        if "__init__" in names and not node.decorator_list:
            *_, constructor = (i for i in node.body if "__init__" in _bound_names(i))
            members = {"__init__": _copy_function(constructor)}
            return type(node.name, (_Constructed,), members)
        # `place` is the place of the class, so a base must be defined before the class:
        # in `class Entropy(Entropy)` the base is an earlier class of the same name.
        bases = tuple(self._evaluate(place, ast.unparse(base)) for base in node.bases)
        if not node.decorator_list:
            return type(node.name, bases, {})
        if "__init__" in names or any(issubclass(b, _Constructed) for b in bases):
            raise ValueError
        fields = []
        for item in node.body:
            if isinstance(item, ast.Assign | ast.Expr | ast.FunctionDef | ast.Pass):
                continue
            # Other statements may define fields, and an annotation that is a text may
            # have any meaning. So the class is not copied.
            if not isinstance(item, ast.AnnAssign) or isinstance(
                item.annotation, ast.Constant
            ):
                raise ValueError
            name = ast.unparse(item.target)
            hint = ast.unparse(item.annotation).partition("[")[0]
            kind = _KINDS.get(self._evaluate(place, hint), object)
            # If a base or another statement may define a default for the field, the
            # copy has a default.
            options: dict[str, Any] = (
                {"default": None} if bases or name in names else {}
            )
            if isinstance(item.value, ast.Call):
                options |= self._read_options(item.value, place, "field")
            fields.append((name, kind, field(**options)))
        [decorator] = node.decorator_list
        options = self._read_options(decorator, place, "dataclass")
        return make_dataclass(node.name, fields, bases=bases, **options)

    def _read_options(self, node: ast.expr, place: int, name: str) -> dict[Any, Any]:
        """Return the arguments of `dataclass` or `field` that change a signature.

        `node` is the decorator or the call of `field`, and `name` says which of the two
        functions it must be. `place` is the index of the class among the statements at
        the top level of the file.
        """
        function = ast.unparse(getattr(node, "func", node))
        if self._evaluate(place, function) != f"dataclasses.{name}":
            raise ValueError
        return {
            keyword.arg: ast.literal_eval(keyword.value)
            for keyword in getattr(node, "keywords", [])
            if keyword.arg in ("init", "kw_only", None)
        }

    def _open_import(self, node: ast.ImportFrom) -> StrategyFile | None:
        """Return the file from which a statement imports.

        Return None if the file is neither below `root` nor beside this file.
        """
        if self.root is None:
            return None
        parts = (node.module or "").removeprefix("clueproof.").split(".")
        for folder in (self.root, self.path.parent):
            path = folder.joinpath(*parts).with_suffix(".py")
            if os.path.isfile(path):
                if path not in self._imported:
                    file = StrategyFile.read(path, self.root)
                    self._imported[path] = replace(file, _imported=self._imported)
                return self._imported[path]
        return None


def parse_call(expression: str, where: str) -> Call:
    """Parse a call of a name with literal arguments, like ``Entropy(epsilon=12.3)``.

    ``Entropy`` alone is a call, too. Raises `EntryError` for any other expression. The
    message begins with `where`, a text that says where the call stands.
    """
    try:
        return read_call(expression)
    except InputError:
        raise EntryError(
            where, "a call like Class(x=1, y='text'), with plain values"
        ) from None


def _read_assignment(statement: ast.stmt, name: str) -> ast.expr | None:
    """Return the value that a statement assigns to a name, or None without a value.

    If the annotation of the assignment mentions the name, return None, because Python
    evaluates the annotation.
    """
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)], value=value):
            return value if target == name else None
        case ast.AnnAssign(target=ast.Name(id=target), annotation=hint, value=value):
            is_plain = not any(_mentions(node, {name}) for node in ast.walk(hint))
            return value if target == name and is_plain else None
    return None


def _mentions(node: ast.AST, names: set[str]) -> bool:
    """Return whether a node of a syntax tree has one of the names.

    The node has a name if an identifier or a text in the node is this name, or begins
    with this name and a dot. The nodes below the node are not searched.
    """
    for _, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and item.partition(".")[0] in names:
                return True
    return False


def _bound_names(*statements: ast.stmt) -> set[str]:
    """Return the names that statements at the top level of a file bind or delete."""
    # `optimize=2` drops docstrings, which would bind `__doc__`.
    module = ast.Module([*statements], [])
    with warnings.catch_warnings(action="ignore"):
        code = compile(module, "", "exec", dont_inherit=True, optimize=2)
    return {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("STORE_NAME", "DELETE_NAME")
    }


class _Constructed:
    """Base class of the copies of classes that define `__init__`.

    The fields of such a class are unknown, so no dataclass can be copied that inherits
    from the class.
    """


def _copy_function(node: ast.stmt) -> Callable[..., Any]:
    """Return a function that does nothing, with the parameters of the function `node`.

    All default values are None.
    """
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        raise ValueError
    # The lambda has no annotations, and all its default values are None. So `eval`
    # evaluates no expression of the file.
    nothing = ast.Constant(None)
    arguments = copy(node.args)
    arguments.defaults = [nothing for _ in arguments.defaults]
    arguments.kw_defaults = [value and nothing for value in arguments.kw_defaults]
    copied = ast.Expression(ast.Lambda(arguments, nothing))
    return eval(compile(ast.fix_missing_locations(copied), "", "eval"))
