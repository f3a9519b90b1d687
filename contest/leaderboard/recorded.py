"""Recorded entries: their files, calls, and names on the leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from contest.entries.digests import DIGEST_ALONE
from contest.entries.entry import named_entries
from contest.entries.names import TREE, builtin_names, names_program
from contest.entries.strategy_file import EntryError, StrategyFile, parse_call
from game.protocol import Mode


def recorded_module(text: str, sources: Mapping[str, str]) -> tuple[str, str]:
    """Return the module and the label, empty without one, in the name of an entry.

    `sources` has the texts of the entries' files, by name.

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
    parent, _, label = before.rpartition("/")
    module = _stem(parent)
    is_file = before.endswith(".py")
    if not is_file and module in {Path(source).stem for source in sources}:
        return module, label
    return _stem(before), ""


def _stem(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".").rpartition(".")[2]


def recorded_file(text: str, sources: Mapping[str, str]) -> StrategyFile | None:
    """Return the file of a recorded entry, as its text was then.

    None without one, or where it was too long. Raises `EntryError` when it is not
    valid.
    """
    name = f"{recorded_module(text, sources)[0]}.py"
    source = sources.get(name, DIGEST_ALONE)
    return None if source.startswith(DIGEST_ALONE) else StrategyFile.parse(name, source)


def recorded_call(text: str, sources: Mapping[str, str], mode: Mode) -> str:
    """Return the call that a recorded name stood for.

    Empty where the sources do not have it. Raises `EntryError` when the file's ENTRIES
    were not valid.
    """
    if text.startswith(TREE) or names_program(text):
        return ""
    if expression := text.partition(":")[2]:
        return str(parse_call(expression, f"entry {text!r}"))
    file = recorded_file(text, sources)
    _, label = recorded_module(text, sources)
    calls = file.entries(mode) if file else []
    return next((c.expression for c in calls if label in ("", c.label)), "")


def listed_names(calls: Mapping[str, str], mode: Mode) -> dict[str, str]:
    """Return the names on the leaderboard, by the names that entries had in a run.

    `calls` has what the entries are, empty where that is not known. An entry is named
    by the label of the listed entry with the same call; one whose label stands for
    another call now, by its own call. An entry that was played by two names keeps them.
    """
    names: dict[str, str] = {}
    for text, call in calls.items():
        name = _listed_name(text, call, mode) if call else text
        names[text] = text if name in {*calls, *names.values()} else name
    return names


def _listed_name(text: str, call: str, mode: Mode) -> str:
    module, _, label = text.partition(":")[0].partition("/")
    if module not in builtin_names():
        return text
    try:
        recorded = parse_call(call, f"entry {text!r}")
        for entry in named_entries(module, mode):
            if entry.label and parse_call(entry.expression, entry.text) == recorded:
                return entry.text
    except EntryError:  # its file is for other games now, or not valid
        return text
    return f"{module}:{call}" if label else text
