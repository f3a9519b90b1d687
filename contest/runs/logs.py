"""Logs of a run: what strategies printed and their tracebacks, game by game.

They are kept beside the rows, in ``logs.jsonl``: a line of JSON for each game in which
something was printed. Official runs keep none.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader, TextIOWrapper
from pathlib import Path

from contest.sandbox.untrusted_text import mask_invisible, sanitize_lines
from game.files import Limited, open_regular

NAME = "logs.jsonl"

MOST_LOG_BYTES = 64 << 20
"""Bytes of the logs of a run; what is printed later is not kept."""

INTERRUPTED = "(most recent call first)"
"""In the log of a game that ran out of time, the line before its frames."""

_LINE = 1 << 20  # characters of a line, which holds at most 64 KB as JSON
_FRAME = re.compile(r'File "([^"\n]+)", line (\d+)')


def append_logs(run: Path, rows: Iterable[Mapping[str, str]]) -> None:
    """Append to the run's logs what was printed in some games, the ``log`` of a row."""
    names = ("entry", "game", "log")
    printed = ({name: row[name] for name in names} for row in rows if row.get("log"))
    lines = [json.dumps(line).encode() + b"\n" for line in printed]
    if not lines:
        return
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with open(os.open(run / NAME, flags, 0o644), "ab") as file:
        for line in lines:
            if file.tell() + len(line) <= MOST_LOG_BYTES:
                file.write(line)


def read_logs(run: Path) -> Iterator[tuple[str, int, str]]:
    """Yield entry, number and log of every game that has one.

    A log is safe for a terminal, as its file is untrusted. A line that is incomplete or
    damaged is skipped.
    """
    if not (run / NAME).is_file():
        return
    with open(open_regular(run / NAME), "rb") as raw:
        most = BufferedReader(Limited(raw, 2 * MOST_LOG_BYTES))
        file = TextIOWrapper(most, encoding="utf-8", errors="replace")
        while line := file.readline(_LINE):
            try:
                entry_log = json.loads(line)
                log = sanitize_lines(str(entry_log["log"]))
                entry = mask_invisible(str(entry_log["entry"]))
                yield entry, int(entry_log["game"]), log
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                continue


def find_interruption(log: str, entry: str) -> str:
    """Return where an entry was interrupted, to be added to the reason of a game.

    The log ends with the frames of an interrupted process, the innermost first; frames
    of the entry's own file are preferred.
    """
    last = log.rpartition(INTERRUPTED)[2]
    frames = [(os.path.basename(path), line) for path, line in _FRAME.findall(last)]
    name = os.path.basename(entry.partition(":")[0]).removesuffix(".py") + ".py"
    chosen = [frame for frame in frames if frame[0] == name] or frames
    return f" ({chosen[0][0]}, line {chosen[0][1]})" if chosen else ""
