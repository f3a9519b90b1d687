"""Entries: strategies named by a string, resolved without running their code.

``entropy`` is the first entry that ``strategies/entropy.py`` lists,
``entropy:Entropy(epsilon=12.3)`` gives the parameters, and ``path/to/mine.py:Mine()``
takes the strategy from a file anywhere. Only `load` runs any of the strategy's code.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from contest.entries import source as source_file
from contest.entries.source import STRATEGIES, EntryError
from game.calls import read_call
from game.errors import nearest
from game.protocol import Mode, Strategy
from game.wording import is_formula

RESERVED = frozenset(
    {"check", "selftest", "compare", "certify", "submit", "verify"}
    | {"leaderboard", "tree", "report", "tune", "profile"}
)
"""Sub-commands of ``evaluate.py``, which are not valid names of entries."""

MOST_LISTED = 20
"""Maximum number of entries that a file lists; a default run plays all of them."""

_LONGEST = 1000  # letters of a call


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy with its parameters, not yet imported.

    Parameters
    ----------
    text : str
        Its name in tables and on the command line.
    path : Path
        The file that defines it.
    expression : str
        The call that makes it, like ``Entropy(epsilon=12.3)``.
    checkout : Path, optional
        The folder of its contest project, if that is not this one.
    """

    text: str
    path: Path
    expression: str
    checkout: Path | None = None

    @property
    def module(self) -> str | None:
        """Name to import it by; None for a stand-alone file."""
        if self.checkout is not None:
            return ".".join(self.path.relative_to(self.checkout).with_suffix("").parts)
        ours = self.path.parent == STRATEGIES
        return f"{STRATEGIES.name}.{self.path.stem}" if ours else None


def builtin_names() -> list[str]:
    """Return the names of the public modules in ``strategies``.

    Examples
    --------
    >>> "entropy" in builtin_names()
    True
    """
    found = STRATEGIES.glob("*.py")
    return sorted(f.stem for f in found if not f.stem.startswith("_"))


def builtin_entries(mode: Mode) -> list[Entry]:
    """Return every entry of every module that plays this mode."""
    paths = (STRATEGIES / f"{name}.py" for name in builtin_names())
    return [entry for path in paths for entry in _listed(path, path.stem, mode)]


def resolve(text: str, mode: Mode = Mode.WORDPL, checkout: Path | None = None) -> Entry:
    """Return the entry that a text names.

    Parameters
    ----------
    text : str
        ``name``, ``name:Class(x=1)``, ``file.py`` or ``file.py:Class(x=1)``.
    mode : Mode
        The game to play.
    checkout : Path, optional
        Folder of another contest project, which is searched instead; there, module
        names are valid too: ``strategies.mine:Mine(x=1)``.

    Raises
    ------
    EntryError
        When there is no such strategy; the message offers the nearest one.

    Examples
    --------
    >>> resolve("entropy:Entropy(epsilon=12.3)").expression
    'Entropy(epsilon=12.3)'
    """
    if not text.isprintable() or is_formula(text):
        # The text is written to tables that terminals and spreadsheets read.
        raise EntryError(f"entry {text!r}: expected a name like ./mine.py, printable")
    source, colon, expression = text.partition(":")
    if source in RESERVED:
        raise EntryError(f"entry {text!r}: {source!r} is reserved for a sub-command")
    path = _find(source) if checkout is None else _find_in(checkout, source)
    if not colon:
        listed = list(_listed(path, source, mode, checkout))
        if not listed:
            raise EntryError(
                f"entry {text!r} lists nothing for {mode} games: expected "
                f"ENTRIES = [...] in {path.name}, or {source}:Class()"
            )
        return listed[0]
    call = source_file.called(expression, f"entry {text!r}, after the colon")
    classes = source_file.names(path)
    if call.name not in classes:
        raise EntryError(
            f"entry {text!r}: {path.name} defines no {call.name!r}"
            f"{nearest(call.name, classes)}"
        )
    if "(" not in expression:
        expression += "()"
    entry = Entry(text, path, expression, checkout)
    source_file.check_arguments(call, path, f"entry {text!r}", _root(entry))
    return entry


def adapted(entry: Entry, **parameters: str | int | None) -> Entry:
    """Return the entry with some of its parameters set.

    Parameters
    ----------
    entry : Entry
        As `resolve` returns it.
    **parameters : str or int or None
        By name; None leaves a parameter unchanged.

    Raises
    ------
    EntryError
        When its constructor takes no parameter of that name. If static analysis
        does not find the constructor, the start of the entry fails instead.

    Examples
    --------
    >>> adapted(resolve("entropy"), opening="salet", epsilon=None).text
    "entropy:Entropy(opening='salet')"
    """
    given = {name: value for name, value in parameters.items() if value is not None}
    if not given:
        return entry
    call = ast.parse(entry.expression, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [k for k in call.keywords if k.arg not in given]
    call.keywords += [ast.keyword(n, ast.Constant(v)) for n, v in given.items()]
    expression, source = ast.unparse(call), entry.text.partition(":")[0]
    where = f"entry {entry.text!r}"
    changed = source_file.called(expression, where)
    source_file.check_arguments(changed, entry.path, where, _root(entry))
    return replace(entry, text=f"{source}:{expression}", expression=expression)


def siblings(entry: Entry, mode: Mode) -> tuple[str, ...]:
    """Return the calls of an entry and of the other entries of its file.

    Examples
    --------
    >>> siblings(resolve("entropy"), Mode.WORDPL)
    ('Entropy()',)
    """
    others = (other.expression for other in _listed(entry.path, entry.text, mode))
    return tuple(dict.fromkeys([entry.expression, *others]))


def load(entry: Entry) -> Strategy:
    """Import the entry's file and make its strategy, in this process.

    Exceptions of the strategy's code are not caught.
    """
    return load_together(entry, [entry.expression])[0]


def load_together(entry: Entry, expressions: Iterable[str]) -> list[Strategy]:
    """Import the entry's file once, and make several strategies of it."""
    module = _import(entry)
    return [_made(module, expression) for expression in expressions]


def _import(entry: Entry) -> ModuleType:
    if entry.module is not None:
        return importlib.import_module(entry.module)
    spec = importlib.util.spec_from_file_location(entry.path.stem, entry.path)
    assert spec is not None, entry.path
    assert spec.loader is not None, entry.path
    module = importlib.util.module_from_spec(spec)
    sys.modules[entry.path.stem] = module
    # Last, so that helpers beside the file are found but shadow no library.
    sys.meta_path.append(_Beside(entry.path.parent))
    spec.loader.exec_module(module)
    return module


def _made(module: ModuleType, expression: str) -> Strategy:
    call = read_call(expression)
    strategy: Strategy = getattr(module, call.name)(*call.args, **call.keywords)
    return strategy


class _Beside(MetaPathFinder):
    """Finds modules in a folder that is readable but cannot be listed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002 - the protocol's
    ) -> ModuleSpec | None:
        file = self.folder / f"{fullname}.py"
        if path is not None or not os.path.isfile(file):
            return None
        return importlib.util.spec_from_file_location(fullname, file)


def _find(source: str) -> Path:
    if source.endswith(".py"):
        path = Path(source).absolute()
        if not path.is_file():
            raise EntryError(f"no file {source!r}: expected a strategy's .py file")
        return path.resolve()
    if source not in builtin_names():
        names = builtin_names()
        hint = nearest(source, names) or f"; there are {', '.join(names)}"
        raise EntryError(
            f"no strategy {source!r}: expected a name from strategies/ or a .py "
            f"file{hint}"
        )
    return STRATEGIES / f"{source}.py"


def _find_in(checkout: Path, source: str) -> Path:
    if not checkout.is_dir():
        raise EntryError(f"no folder {str(checkout)!r}: expected a contest checkout")
    plain = source.removesuffix(".py").replace("/", ".")
    for name in (plain, f"strategies.{plain}"):
        path = checkout.joinpath(*name.split(".")).with_suffix(".py")
        if path.is_file():
            return path
    there = sorted(f.stem for f in checkout.glob("strategies/[!_]*.py"))
    raise EntryError(
        f"no strategy {source!r} in {str(checkout)!r}: expected one like "
        f"strategies.name:Class(){nearest(plain.split('.')[-1], there)}"
    )


def _listed(
    path: Path, source: str, mode: Mode, checkout: Path | None = None
) -> list[Entry]:
    """Return the entries that a file lists for a mode."""
    root = checkout or STRATEGIES.parent
    found: dict[str, Entry] = {}
    for expression in source_file.listed(path, mode, root=root):
        if len(found) == MOST_LISTED:
            raise EntryError(
                f"{path.name!r} lists over {MOST_LISTED} entries: expected "
                f"{MOST_LISTED} at most"
            )
        if expression in found:
            raise EntryError(f"{path.name!r} lists {expression} twice: expected once")
        if len(expression) > _LONGEST:
            raise EntryError(
                f"{path.name!r} lists {expression!r:.40}: expected {_LONGEST} letters "
                "at most"
            )
        text = f"{source}:{expression}" if found else source
        found[expression] = Entry(text, path, expression, checkout)
    return list(found.values())


def _root(entry: Entry) -> Path:
    """Return the folder of the contest project from which an entry imports."""
    return entry.checkout or STRATEGIES.parent
