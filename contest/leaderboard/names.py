"""Names of recorded entries: the file of an entry, and its name on the leaderboard.

A run records the name of an entry as it was typed, and the sources: the texts of the
files that defined the entry at that time. The present files may be different.
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
    """Return the stem of the file that defined a recorded entry.

    `text` is the recorded name of the entry. `sources` are the names of the recorded
    files.

    Examples
    --------
    >>> file_stem("quantile/p50", ["quantile.py", "_belief.py"])
    'quantile'
    >>> file_stem("path/to/mine.py:Mine()", ["mine.py"]), file_stem("mybot.toml", [])
    ('mine', 'mybot')
    """
    # In a name like ``quantile/p50`` the text after the slash is a label. In a path it
    # is the name of the file. It is a label if the text before the slash is the name of
    # a recorded file.
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
    """Return, for each recorded name of an entry, its name on the leaderboard.

    `calls` has, for each recorded name, the call of the strategy's constructor, such as
    ``Quantile((9.0, 5.0))``; the call is empty if it is not known. Entries of files in
    ``strategies/`` may get another name. If the file of an entry now lists the same
    call, the entry gets the name that the file gives to this call. Otherwise the entry
    gets a name that contains the call. But if the new name is a recorded name, or is
    already the name of another entry, the entry keeps its recorded name.
    """
    names: dict[str, str] = {}
    for text, call in calls.items():
        name = _listed_name(text, call, mode) if call else text
        names[text] = text if name in {*calls, *names.values()} else name
    return names


def _listed_name(text: str, call: str, mode: Mode) -> str:
    """Return the present name of an entry on the leaderboard (see `listed_names`).

    `text` is the recorded name, and `call` is the recorded call of the constructor, or
    an empty string.
    """
    module = text.partition(":")[0].partition("/")[0]
    if module not in builtin_names():
        return text
    try:
        recorded = parse_call(call, f"entry {text!r}")
        for entry in named_entries(module, mode):
            if parse_call(entry.expression, entry.text) == recorded:
                return entry.text
    except EntryError:  # the file has changed: it is for other games, or not valid
        return text
    return text if ":" in text else f"{module}:{call}"
