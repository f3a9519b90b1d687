"""Recorded entries: the calls that their names stood for, and their labels today."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from contest.entries.entry import TREE, Entry, named_entries, names_program, resolve
from contest.entries.programs import PREFIX, toml_path
from contest.entries.source import (
    author_of,
    builtin_names,
    called,
    listed,
    located,
)
from contest.entries.syntax import STRATEGIES, EntryError
from game.protocol import Mode


def check_recorded(text: str, checkout: Path | None = None) -> None:
    """Refuse the text of a record that names anything but an entry of strategies/.

    Whoever wrote the record chose it: a program, a tree or a path could be any file of
    this machine. `checkout` is searched instead, if it was named here. Raises
    `EntryError`.
    """
    name = text.partition(":")[0]
    if text.startswith((TREE, PREFIX)):
        folder = None
    elif names_program(text):
        folder = toml_path(text).parent if checkout is None else None
    else:
        path = located(name, checkout).path
        folder = STRATEGIES if checkout else path.parent
    if folder != STRATEGIES:
        raise EntryError(
            f"entry {text!r} of a run that was not started here: expected one of "
            "strategies/"
        )


def recorded(
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
    `checkout` is as for `contest.entries.entry.named_entries`. `is_own` says that the
    text was typed here, else it is as for `check_recorded`. Raises `EntryError` when
    its file or its class does not exist any more.
    """
    if not is_own:
        check_recorded(text, checkout)
    if not call or text.startswith(TREE) or names_program(text):
        first, *_ = named_entries(text, mode, checkout)
        return replace(first, text=text)
    source = located(text.partition(":")[0], checkout)
    entry = resolve(f"{source.name}:{call}", mode, checkout)
    return replace(entry, text=text, label=source.label)


def recorded_call(text: str, sources: Mapping[str, str], mode: Mode) -> str:
    """Return the recorded call of a name, empty where the sources do not have it.

    `sources` has the texts of the entries' files then, by name. Raises `EntryError`
    when the file's ENTRIES were not valid.
    """
    if text.startswith(TREE) or names_program(text):
        return ""
    _, _, expression = text.partition(":")
    if expression:
        return str(called(expression, f"entry {text!r}"))
    module, label = recorded_module(text, sources)
    file = Path(f"{module}.py")
    source = sources.get(file.name, "")
    if source.startswith("SHA-256 "):  # the text was too long
        return ""
    items = listed(file, mode, source)
    return next((i.expression for i in items if label in ("", i.label)), "")


def recorded_calls(
    texts: Iterable[str], sources: Mapping[str, str], mode: Mode
) -> dict[str, str]:
    """Return the `recorded_call` of every name that has one."""
    calls = {text: recorded_call(text, sources, mode) for text in texts}
    return {text: call for text, call in calls.items() if call}


def recorded_author(text: str, sources: Mapping[str, str]) -> str:
    """Return the AUTHOR in the file of an entry, empty without one.

    `sources` has the texts of the entries' files then, by name.

    Examples
    --------
    >>> recorded_author("mine", {"mine.py": "AUTHOR = 'Ada Lovelace'"})
    'Ada Lovelace'
    """
    module, _ = recorded_module(text, sources)
    file = Path(f"{module}.py")
    source = sources.get(file.name, "")
    return "" if source.startswith("SHA-256 ") else author_of(file, source)


def recorded_module(text: str, sources: Mapping[str, str]) -> tuple[str, str]:
    """Return the module and the label, empty without one, in the name of an entry.

    Examples
    --------
    >>> recorded_module("path/to/mine.py", {}), recorded_module("strategies.g3", {})
    (('mine', ''), ('g3', ''))
    >>> recorded_module("quantile/p50", {"quantile.py": ""})
    ('quantile', 'p50')
    """
    before = text.partition(":")[0]
    if names_program(text):
        return Path(before).stem, ""
    name, _, label = before.rpartition("/")
    is_file = before.endswith(".py")
    if not is_file and _stem(name) in {Path(source).stem for source in sources}:
        return _stem(name), label
    return _stem(before), ""


def _stem(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".").rpartition(".")[2]


def current_name(text: str, call: str, mode: Mode) -> str:
    """Return the name to show for a recorded entry: with its label today, if any.

    A label that stands for another call today is replaced by the call. `call` is what
    the name stood for in the run; empty if unknown, or in the name.
    """
    name, _, expression = text.partition(":")
    module, _, label = name.partition("/")
    call = call or expression
    if not call or module not in builtin_names():
        return text
    unlabelled = f"{module}:{call}" if label else text
    try:
        entries = [entry for entry in named_entries(module, mode) if entry.label]
        wanted = called(call, f"entry {text!r}")
        return next(
            (e.text for e in entries if called(e.expression, e.text) == wanted),
            unlabelled,
        )
    except EntryError:  # its file is for other games now, or not valid
        return text


def current_names(
    texts: Iterable[str], calls: Mapping[str, str], mode: Mode
) -> dict[str, str]:
    """Return the `current_name` of every entry of a run, by its name in the run.

    An entry that was played by two names keeps the second one as recorded. `calls` has
    what the names stood for, as far as that is known.
    """
    names: dict[str, str] = {}
    for text in texts:
        name = current_name(text, calls.get(text, ""), mode)
        names[text] = text if name in names.values() else name
    return names
