"""Recorded entries: their files, calls, and names on the leaderboard.

A run records the text that named an entry, as it was typed, and the texts of the files
that defined it then, the sources. Neither need fit the files of today.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from contest.entries.digests import DIGEST_ALONE
from contest.entries.entry import named_entries
from contest.entries.names import TREE, builtin_names, names_program
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import StrategyFile, parse_call
from game.protocol import Mode


def split_recorded(text: str, sources: Mapping[str, str]) -> tuple[str, str]:
    """Split a recorded name into the module of its file and its label.

    The label is empty where the name has none. `sources` has the texts of the entries'
    files, by the names of the files.

    Examples
    --------
    >>> split_recorded("path/to/mine.py", {}), split_recorded("strategies.g3", {})
    (('mine', ''), ('g3', ''))
    >>> split_recorded("quantile/p50", {"quantile.py": ""})
    ('quantile', 'p50')
    """
    name = text.partition(":")[0]  # without the call
    if names_program(text):
        return Path(name).stem, ""
    folder_or_module, _, label = name.rpartition("/")
    module = _last_part(folder_or_module)
    is_file = name.endswith(".py")
    if not is_file and module in {Path(source).stem for source in sources}:
        return module, label
    return _last_part(name), ""


def _last_part(name: str) -> str:
    """Return the last part of a path or of a dotted name, without the suffix."""
    return name.removesuffix(".py").replace("/", ".").rpartition(".")[2]


def recorded_file(text: str, sources: Mapping[str, str]) -> StrategyFile | None:
    """Return the file of a recorded entry, as its text was then.

    None where the sources lack it, or have its digest alone because it was too long.
    Raises `EntryError` when it is not valid.
    """
    file_name = f"{split_recorded(text, sources)[0]}.py"
    source = sources.get(file_name, DIGEST_ALONE)
    if source.startswith(DIGEST_ALONE):
        return None
    return StrategyFile.parse(file_name, source)


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
    _, label = split_recorded(text, sources)
    calls = file.entries(mode) if file else []
    return next((x.expression for x in calls if label in ("", x.label)), "")


def listed_names(calls: Mapping[str, str], mode: Mode) -> dict[str, str]:
    """Return the names on the leaderboard, by the names that entries had in a run.

    `calls` has the call of each entry by its recorded name, empty where it is not
    known. An entry is named as its file names the same call today; one that it does not
    name, by its own call. An entry that was played by two names keeps both.
    """
    names: dict[str, str] = {}
    for text, call in calls.items():
        name = _listed_name(text, call, mode) if call else text
        names[text] = text if name in {*calls, *names.values()} else name
    return names


def _listed_name(text: str, call: str, mode: Mode) -> str:
    """Return the name today of the entry with a recorded name and call."""
    module = text.partition(":")[0].partition("/")[0]
    if module not in builtin_names():
        return text
    try:
        recorded = parse_call(call, f"entry {text!r}")
        for entry in named_entries(module, mode):
            if parse_call(entry.expression, entry.text) == recorded:
                return entry.text
    except EntryError:  # its file is for other games now, or not valid
        return text
    return text if ":" in text else f"{module}:{call}"
