"""Names of recorded entries: the file of an entry, and its name on the leaderboard.

A run records the text that named an entry, as it was typed, and the texts of the files
that defined it then, the sources. Neither need fit the files of today.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from contest.entries.entry import named_entries
from contest.entries.names import builtin_names
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import parse_call
from game.protocol import Mode


def file_stem(text: str, sources: Iterable[str]) -> str:
    """Return the stem of the file that a recorded entry came from.

    `sources` are the names of the recorded files.

    Examples
    --------
    >>> file_stem("quantile/p50", ["quantile.py", "_belief.py"])
    'quantile'
    >>> file_stem("path/to/mine.py:Mine()", ["mine.py"]), file_stem("mybot.toml", [])
    ('mine', 'mybot')
    """
    # A slash is a label's only where a recorded file has the name before it.
    name = text.partition(":")[0]
    before_label = _stem(name.rpartition("/")[0])
    is_file = name.endswith((".py", ".toml"))
    if not is_file and before_label in {Path(source).stem for source in sources}:
        return before_label
    return _stem(name)


def _stem(name: str) -> str:
    """Return the last part of a path or of a dotted name, without the suffix."""
    name = name.removesuffix(".py").removesuffix(".toml")
    return name.replace("/", ".").rpartition(".")[2]


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
