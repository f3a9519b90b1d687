"""Logs of a run: the output and the tracebacks of strategies, game by game.

The file ``logs.jsonl`` is in the folder of the run. It has a line of JSON for each game
in which the strategy printed something, crashed or ran out of time. Official runs keep
no logs.
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
"""Maximum size of the logs of a run, in bytes.

The log of a game is not kept if the file would become larger than this.
"""

INTERRUPTED = "(most recent call first)"
"""Text in the log of a strategy that ran out of time; its stack frames follow."""

_LINE = 1 << 20  # largest number of characters in a line; a log has at most 64 KB
_FRAME = re.compile(r'File "([^"\n]+)", line (\d+)')


def append_logs(run: Path, rows: Iterable[Mapping[str, str]]) -> None:
    """Append the output of strategies to the logs in the folder `run`.

    There is a row for each game; the field ``log`` of the row has the output of the
    strategy in this game.
    """
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
    """Yield a tuple for each game with a log: entry, number of the game, and log.

    `run` is the folder of the run. Logs are made safe for a terminal, because anybody
    may have written the file. A line that is incomplete or damaged is skipped.
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
    """Return the file and the line where an entry was when its time ran out.

    The result is a text like ``(mine.py, line 12)`` with a space before it, so that you
    can append the text to the reason of the forfeit. `log` is the log of the
    interrupted process. The log ends with the stack frames of the process, the
    innermost frame first. The result names the first frame in the entry's own file. If
    no frame is in this file, the result names the innermost frame. If the log has no
    frames, the result is an empty string.
    """
    last = log.rpartition(INTERRUPTED)[2]
    frames = [(os.path.basename(path), line) for path, line in _FRAME.findall(last)]
    name = os.path.basename(entry.partition(":")[0]).removesuffix(".py") + ".py"
    chosen = [frame for frame in frames if frame[0] == name] or frames
    return f" ({chosen[0][0]}, line {chosen[0][1]})" if chosen else ""
