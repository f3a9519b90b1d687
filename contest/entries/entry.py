"""Entries: strategies named by a string, resolved without running their code.

``quantile`` is all entries that ``strategies/quantile.py`` lists, ``quantile/p50`` the
one with this label, ``entropy:Entropy(epsilon=12.3)`` the one of this call, listed or
not, and ``path/to/mine.py`` a file anywhere. None of the strategy's code runs.
``tree:FILE`` plays the decision tree of a file; ``program:COMMAND`` and
``path/to/mine.toml`` are programs in any language.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path

from contest.entries.home import ROOT, STRATEGIES
from contest.entries.names import (
    TREE,
    NamedFile,
    builtin_names,
    check_recorded,
    file_path,
    find_file,
    names_program,
    reserved_names,
)
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import StrategyFile, parse_call
from game.errors import nearest
from game.files import real_path
from game.protocol import Mode
from game.text.formats import format_count, is_formula, is_visible
from strategies import parse_name


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy with its parameters, not yet imported.

    `text` is its name in tables and on the command line; `path` is the file that
    defines it, or the decision tree; `expression` is the call that makes it, like
    ``Entropy(epsilon=12.3)``. `checkout` is the folder of its contest project, if that
    is not this one; `label` is its label in the file, with which `text` ends, empty
    without one. `command` and `files` are of a program, as `contest.entries.programs`
    reads them, whose `path` is one of its files; empty for a class.
    """

    text: str
    path: Path
    expression: str
    checkout: Path | None = None
    label: str = ""
    command: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()

    @property
    def is_program(self) -> bool:
        """Whether it is a program, not a class of Python."""
        return bool(self.command)

    @property
    def is_tree(self) -> bool:
        """Whether it is the file of a decision tree."""
        return self.text.startswith(TREE)

    @property
    def module(self) -> str | None:
        """Name to import it by; None for a stand-alone file."""
        if self.is_tree:
            return "solver.trees.player"
        if self.checkout is not None:
            return ".".join(self.path.relative_to(self.checkout).with_suffix("").parts)
        ours = self.path.parent == STRATEGIES and not self.is_program
        return f"{STRATEGIES.name}.{self.path.stem}" if ours else None


def builtin_entries(mode: Mode) -> list[Entry]:
    """Return every entry of every module that plays this mode."""
    files = [NamedFile(STRATEGIES / f"{name}.py", name) for name in builtin_names()]
    return [entry for named in files for entry in _list_entries(named, mode)]


def named_entries(
    text: str, mode: Mode = Mode.WORDPL, checkout: Path | None = None
) -> list[Entry]:
    """Return the entries that a text names.

    The text is ``name``, ``name/label``, ``name:Class(x=1)``, or ``file.py`` in place
    of a name; or ``tree:FILE``, ``program:COMMAND`` or ``file.toml``, of which those in
    ``strategies`` have names like the others. A name alone is all entries that its file
    lists; where there are several, each is named by its label or its call. `checkout`
    is as for `contest.entries.names.find_file`. Raises `EntryError`, with the nearest
    name, when there is no such strategy.
    """
    if not is_visible(text) or is_formula(text):
        # The text is written to tables that terminals and spreadsheets read.
        raise EntryError(f"entry {text!r}", "a name like ./mine.py, printable")
    # A tree, a program of strategies/ by its name, or a program.
    if text.startswith(TREE):
        return [_make_tree_entry(text, mode)]
    if "/" not in text and (STRATEGIES / f"{text}.toml").is_file():
        text = f"{STRATEGIES.name}/{text}.toml"
    if names_program(text):
        return [_make_program_entry(text, mode, checkout)]
    # A file of Python: all that it lists, one label, or any call.
    parts = parse_name(text)
    if parts.name in reserved_names():
        raise EntryError(f"entry {text!r}: {parts.name!r} is reserved")
    named = find_file(text, checkout)
    expression = parts.call
    if expression is None:
        return _select_entries(text, named, mode)
    if named.label:
        raise EntryError(
            f"entry {text!r} has a label and a call",
            f"{named.name}/{named.label} or {named.name}:{expression}",
        )
    # The call need not be listed, but the file must define its class.
    file = _read_source(named)
    call = parse_call(expression, f"entry {text!r}, after the colon")
    if call.name not in file.defines:
        raise EntryError(
            f"entry {text!r}: {file.path.name} defines no {call.name!r}",
            hint=nearest(call.name, file.defines),
        )
    file.check_call(call, f"entry {text!r}")
    if "(" not in expression:
        expression += "()"
    return [Entry(text, named.path, expression, checkout)]


def resolve(text: str, mode: Mode = Mode.WORDPL, checkout: Path | None = None) -> Entry:
    """Return the one entry that a text names, as `named_entries` does.

    Raises `EntryError` when there is none, or more than one.
    """
    entries = named_entries(text, mode, checkout)
    if len(entries) > 1:
        names = (f"{text}{e.text.removeprefix(text):.100}" for e in entries)
        raise EntryError(
            f"entry {text!r} is {format_count(len(entries), 'entry')}",
            f"one of {', '.join(names)}",
        )
    return entries[0]


def submitted_entry(text: str) -> Entry:
    """Return the entry of strategies/ that a text names, by a name that others know.

    A program is named by its TOML file there. Raises `EntryError` for any other.
    """
    path = Path(parse_name(text).name).absolute()
    if path.suffix == ".py" and real_path(path).parent != STRATEGIES:
        raise EntryError(f"file {path.name!r}", "one in strategies/")
    entry = resolve(text)
    if entry.path.parent == STRATEGIES and entry.path.suffix == ".toml":
        return replace(entry, text=f"{STRATEGIES.name}/{entry.path.name}")
    if entry.module is None:
        raise EntryError(f"entry {text!r}", "one of strategies/")
    return entry


def with_parameters(entry: Entry, **parameters: str | int | None) -> Entry:
    """Return the entry with some of its parameters set; None leaves one unchanged.

    Raises `EntryError` when its constructor takes no parameter of that name. If static
    analysis does not find the constructor, the start of the entry fails instead.
    """
    changes = {name: value for name, value in parameters.items() if value is not None}
    if not changes:
        return entry
    if entry.is_tree or entry.is_program:
        what = "tree" if entry.is_tree else "program"
        raise EntryError(
            f"entry {entry.text!r}: a {what} takes no {', '.join(changes)}"
        )

    # The call is changed as a syntax tree: its texts may hold commas and brackets.
    call = ast.parse(entry.expression, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [k for k in call.keywords if k.arg not in changes]
    call.keywords += [ast.keyword(n, ast.Constant(v)) for n, v in changes.items()]

    # With other parameters it is another entry, which its name has to say.
    name = entry.text.partition(":")[0].removesuffix(f"/{entry.label}")
    expression = ast.unparse(call)
    where = f"entry {entry.text!r}"
    _read_source(entry).check_call(parse_call(expression, where), where)
    text = f"{name}:{expression}"
    return replace(entry, text=text, expression=expression, label="")


def _read_source(file: NamedFile | Entry) -> StrategyFile:
    return StrategyFile.read(file.path, file.checkout or ROOT)


def resolve_recorded(
    text: str,
    call: str,
    mode: Mode,
    checkout: Path | None = None,
    *,
    is_own: bool = False,
) -> Entry:
    """Return the entry that a run recorded, by the same text.

    `call` is what the name stood for, which makes the entry; empty where none was
    recorded, as in runs from before there were labels: the first entry of the file.
    `checkout` is as for `named_entries`. `is_own` says that the text was typed here,
    else it is as for `contest.entries.names.check_recorded`. Raises `EntryError` when
    its file or its class does not exist any more.
    """
    if not is_own:
        check_recorded(text, checkout)
    source = text
    label = ""
    if call and not text.startswith(TREE) and not names_program(text):
        named = find_file(text, checkout)
        source = f"{named.name}:{call}"
        label = named.label

    # The name stays as it was recorded, as it is the key of the rows.
    entry, *_ = named_entries(source, mode, checkout)
    return replace(entry, text=text, label=label or entry.label)


def _make_tree_entry(text: str, mode: Mode) -> Entry:
    """Return the entry that plays the decision tree of a file."""
    path = file_path(text.removeprefix(TREE))
    if mode is not Mode.CLASSIC:
        raise EntryError(f"entry {text!r} plays without prices", "--mode classic")
    # Imported here: every process of a strategy imports this module, and starts fast.
    from solver.trees.files import read_tree

    with EntryError.at(f"entry {text!r}: "):
        read_tree(path)
    return Entry(text, path, f"TreeFile({str(path)!r})")


def _make_program_entry(text: str, mode: Mode, checkout: Path | None) -> Entry:
    """Return the entry of a program."""
    if checkout is not None:
        raise EntryError(f"entry {text!r} is a program", "none with --from")
    # Imported here: every process of a strategy imports this module, and starts fast.
    from contest.entries.programs import read_program

    path, command, words, files = read_program(text, mode)
    expression = f"Program({', '.join(map(repr, words))})"
    return Entry(text, path, expression, command=command, files=files)


def _select_entries(text: str, named: NamedFile, mode: Mode) -> list[Entry]:
    """Return the entries of a file that a name or a label selects."""
    entries = _list_entries(named, mode)
    if not entries:
        expected = f"ENTRIES = [...] in {named.path.name}, or {named.name}:Class()"
        if mode not in (modes := _read_source(named).modes):
            expected = f"mode {' or '.join(modes)}"
        raise EntryError(f"entry {text!r} lists nothing for {mode} games", expected)
    if not named.label:
        return entries

    # A label selects one of the calls that the file lists.
    names = {entry.text: entry for entry in entries}
    if text not in names:
        raise EntryError(
            f"entry {text!r}: {named.path.name} has no label {named.label!r}",
            " or ".join(names),
            nearest(text, names),
        )
    return [names[text]]


def _list_entries(named: NamedFile, mode: Mode) -> list[Entry]:
    """Return the entries that a file lists for a mode."""
    calls = _read_source(named).entries(mode)
    entries = []
    for label, expression in calls:
        # A call is part of the name only where a file lists several.
        text = f"{named.name}:{expression}" if len(calls) > 1 else named.name
        text = f"{named.name}/{label}" if label else text
        entries.append(Entry(text, named.path, expression, named.checkout, label))
    return entries
