"""Entries: strategies that are named by a text. To find an entry, no code of it is run.

* ``quantile`` names all entries that ``strategies/quantile.py`` lists.
* ``quantile/p50`` names the entry with the label ``p50``.
* ``entropy:Entropy(epsilon=12.3)`` names the entry that this call makes, even if the
  file does not list the call.
* ``path/to/mine.py`` names the entries of a file in any folder.
* ``tree:FILE`` plays the decision tree of a file.
* ``program:COMMAND`` and ``path/to/mine.toml`` are programs in any language.
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

    Parameters
    ----------
    text : str
        The name of the entry in tables and on the command line.
    path : Path
        The file that defines the entry: Python, a decision tree, or a program.
    expression : str
        The call that makes the strategy, like ``Entropy(epsilon=12.3)``.
    checkout : Path or None
        The folder of the contest project that has the entry; None for this project.
    label : str
        The label of the entry in its file, or an empty string if the entry has no
        label. If there is a label, `text` ends with it.
    command : tuple of str
        The command of a program (see `contest.entries.programs`); empty for a class.
    files : tuple of Path
        The files of a program; empty for a class.
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
        """Whether the entry is a program, not a class of Python."""
        return bool(self.command)

    @property
    def is_tree(self) -> bool:
        """Whether the entry plays the file of a decision tree."""
        return self.text.startswith(TREE)

    @property
    def module(self) -> str | None:
        """Name by which Python imports the module of the entry.

        The name is None for a program, and for a file that belongs to no project.
        """
        if self.is_tree:
            return "solver.trees.player"
        if self.checkout is not None:
            return ".".join(self.path.relative_to(self.checkout).with_suffix("").parts)
        ours = self.path.parent == STRATEGIES and not self.is_program
        return f"{STRATEGIES.name}.{self.path.stem}" if ours else None


def builtin_entries(mode: Mode) -> list[Entry]:
    """Return every entry that the files in ``strategies`` list for a mode."""
    files = [NamedFile(STRATEGIES / f"{name}.py", name) for name in builtin_names()]
    return [entry for named in files for entry in _list_entries(named, mode)]


def named_entries(
    text: str, mode: Mode = Mode.WORDPL, checkout: Path | None = None
) -> list[Entry]:
    """Return the entries that a text names.

    The text is ``name``, ``name/label``, ``name:Class(x=1)``, ``tree:FILE``,
    ``program:COMMAND`` or ``file.toml``. The path of a file of Python may replace
    ``name``. A TOML file in ``strategies`` may also be named without ``.toml``. A name
    alone means all entries that its file lists for `mode`. If the file lists several
    entries, each entry is named by its label or its call. If `checkout`, the folder of
    another contest project, is given, the name is searched there. Raises `EntryError`,
    with the nearest name, when the text names no strategy.
    """
    if not is_visible(text) or is_formula(text):
        # The text is written to tables that terminals and spreadsheets read.
        raise EntryError(
            f"entry {text!r}",
            "a name like ./mine.py, of visible characters, that is no formula",
        )
    # The text may name a tree, a program in strategies/, or any other program.
    if text.startswith(TREE):
        return [_make_tree_entry(text, mode)]
    if "/" not in text and (STRATEGIES / f"{text}.toml").is_file():
        text = f"{STRATEGIES.name}/{text}.toml"
    if names_program(text):
        return [_make_program_entry(text, mode, checkout)]
    # Any other text names a file of Python. A label or a call may follow; without them
    # the text means all entries of the file.
    parts = parse_name(text)
    if parts.name in reserved_names():
        raise EntryError(f"entry {text!r}: {parts.name!r} is reserved", "another name")
    named = find_file(text, checkout)
    expression = parts.call
    if expression is None:
        return _select_entries(text, named, mode)
    if named.label:
        raise EntryError(
            f"entry {text!r} has a label and a call",
            f"{named.name}/{named.label} or {named.name}:{expression}",
        )
    # The file need not list the call, but the file must define its class.
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
    """Return the only entry that a text names, such as ``quantile/p50``.

    `mode` is the game that the entry shall play. If `checkout`, the folder of another
    contest project, is given, the entry is searched there. Raises `EntryError` when the
    text names no entry, or more than one entry.
    """
    entries = named_entries(text, mode, checkout)
    if len(entries) > 1:
        names = (f"{text}{e.text.removeprefix(text):.100}" for e in entries)
        raise EntryError(
            f"entry {text!r} stands for {format_count(len(entries), 'entry')}",
            f"one of {', '.join(names)}",
        )
    return entries[0]


def submitted_entry(text: str) -> Entry:
    """Return the entry in strategies/ that a text names, for a submission.

    The name of the returned entry has the same meaning in every checkout. For a
    program, the name is the path of its TOML file from the root of the checkout. Raises
    `EntryError` for an entry outside strategies/.
    """
    path = Path(parse_name(text).name).absolute()
    if path.suffix == ".py" and real_path(path).parent != STRATEGIES:
        raise EntryError(f"file {path.name!r}", "a file in strategies/")
    entry = resolve(text)
    if entry.path.parent == STRATEGIES and entry.path.suffix == ".toml":
        return replace(entry, text=f"{STRATEGIES.name}/{entry.path.name}")
    if entry.module is None:
        raise EntryError(f"entry {text!r}", "an entry of a file in strategies/")
    return entry


def with_parameters(entry: Entry, **parameters: str | int | None) -> Entry:
    """Return the entry that passes `parameters` to the constructor of its strategy.

    A parameter of the constructor stays as it is if `parameters` does not have it, or
    has it with the value None. Raises `EntryError` when the constructor takes no
    parameter of a given name. If static analysis does not find the constructor, this
    function raises no error, but the start of the entry may fail.
    """
    changes = {name: value for name, value in parameters.items() if value is not None}
    if not changes:
        return entry
    if entry.is_tree or entry.is_program:
        what = "tree" if entry.is_tree else "program"
        raise EntryError(
            f"entry {entry.text!r}: a {what} takes no parameter {', '.join(changes)}"
        )

    # The call is changed as a syntax tree, because a text in it may contain commas.
    call = ast.parse(entry.expression, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [k for k in call.keywords if k.arg not in changes]
    call.keywords += [ast.keyword(n, ast.Constant(v)) for n, v in changes.items()]

    # Other parameters make another entry, so the new name must show the new call.
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
    """Return the entry of a recorded run; the entry keeps the recorded name.

    Raises `EntryError` when the file or the class of the entry no longer exists.

    Parameters
    ----------
    text : str
        The name of the entry in the record.
    call : str
        The call of the strategy's constructor that the name stood for in the run, like
        ``Quantile(12.2)``. In old runs, recorded before entries had labels, the call is
        an empty string; the name then means the first entry of its file.
    mode : Mode
        The game that the run played.
    checkout : Path or None
        The folder of the contest project that has the entry; None for this project.
    is_own : bool
        Whether the text was typed on this machine. Otherwise the author of the record
        chose the text, and `contest.entries.names.check_recorded` checks the text.
    """
    if not is_own:
        check_recorded(text, checkout)
    source = text
    label = ""
    if call and not text.startswith(TREE) and not names_program(text):
        named = find_file(text, checkout)
        source = f"{named.name}:{call}"
        label = named.label

    # The entry keeps the recorded name, because rows of the run refer to that name.
    entry, *_ = named_entries(source, mode, checkout)
    return replace(entry, text=text, label=label or entry.label)


def _make_tree_entry(text: str, mode: Mode) -> Entry:
    """Return the entry that plays a decision tree; `text` is ``tree:FILE``.

    Raises `EntryError` unless `mode` is classic.
    """
    path = file_path(text.removeprefix(TREE))
    if mode is not Mode.CLASSIC:
        raise EntryError(f"entry {text!r} plays without prices", "--mode classic")
    # The import is here and not at the top of the file, because the process of every
    # strategy imports this module, and should start fast.
    from solver.trees.files import read_tree

    with EntryError.at(f"entry {text!r}: "):
        read_tree(path)
    return Entry(text, path, f"TreeFile({str(path)!r})")


def _make_program_entry(text: str, mode: Mode, checkout: Path | None) -> Entry:
    """Return the entry of a program; `text` is its TOML file or ``program:COMMAND``.

    Raises `EntryError` if the program does not play `mode`, or if `checkout`, the
    folder of another contest project, is given.
    """
    if checkout is not None:
        raise EntryError(
            f"entry {text!r} is a program",
            "a strategy in Python, as --from is only for files of Python",
        )
    # The import is here and not at the top of the file, because the process of every
    # strategy imports this module, and should start fast.
    from contest.entries.programs import read_program

    path, command, words, files = read_program(text, mode)
    expression = f"Program({', '.join(map(repr, words))})"
    return Entry(text, path, expression, command=command, files=files)


def _select_entries(text: str, named: NamedFile, mode: Mode) -> list[Entry]:
    """Return the entry with the label of `named`, or all entries without a label.

    `named` is the file that lists the entries, and `text` names it for messages. Raises
    `EntryError` if the file lists nothing for `mode`, or does not have the label.
    """
    entries = _list_entries(named, mode)
    if not entries:
        expected = f"ENTRIES = [...] in {named.path.name}, or {named.name}:Class()"
        if mode not in (modes := _read_source(named).modes):
            expected = f"mode {' or '.join(modes)}"
        raise EntryError(
            f"the file of entry {text!r} lists no entry for {mode} games", expected
        )
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
    """Return the entries that the file of `named` lists for a mode."""
    calls = _read_source(named).entries(mode)
    entries = []
    for label, expression in calls:
        # If the file lists several calls, the name of an entry without a label contains
        # the call.
        text = f"{named.name}:{expression}" if len(calls) > 1 else named.name
        text = f"{named.name}/{label}" if label else text
        entries.append(Entry(text, named.path, expression, named.checkout, label))
    return entries
