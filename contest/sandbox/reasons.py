"""Texts that say why games were forfeited: their parts, and masks for varying parts.

Some parts of such a text, like the number of a process, differ between processes. A
mask is three dots in place of such a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Pattern of the names of the referee's folders, which the module
# `contest.sandbox.confinement.unix` makes. That module is not imported here: the games
# that a person plays import this module, and these games need no confinement.
_OWNED_NAME = r"clueproof-[0-9]+-[0-9a-f]{16}"

_MASK = "..."
_LEAST = 100  # smaller process numbers are not masked: 7 could be any count

# Texts that differ between processes: folders of the referee with their paths, names
# that `tempfile` draws, UUIDs, addresses, numbers after a word like "pid" or "thread",
# and numbers as long as an address, a thread's identifier or a time. Each process
# counts its threads and tasks from the beginning, so the numbers of threads and tasks
# are masked, too.
_VARYING = re.compile(
    rf"""
    [^\s'"]{{0,200}}{_OWNED_NAME}
    | \btmp[a-z0-9_]{{8}}\b
    | \b[0-9a-fA-F]{{8}}(?:-[0-9a-fA-F]{{4}}){{3}}-[0-9a-fA-F]{{12}}\b
    | (?P<word>/proc/|/task/|\b\w*[Tt]hread-|\b[Tt]hreadPoolExecutor-|\bTask-
        |\bDummy-|\b\w*Process-
        |\b(?:[Pp]rocess|[Tt]hread|[PpTt][Ii][Dd]|PPID|ppid|ident|native_id)
        (?:\ id)?\W{{1,3}}|\bnative\ id\W{{1,3}})(?:0[xX][0-9a-fA-F]+|\d+(?:_\d+)?)
    | 0[xX][0-9a-fA-F]+
    | (?<![.\d])\d{{7,}}(?:\.\d+)?
    | (?<!\.)\b(?=[a-f]*\d)[0-9a-f]{{7,}}\b
    """,
    re.VERBOSE,
)
_PLACE = re.compile(r" \([^()]*, line \d+\)$")


def mask_process(text: str, numbers: Iterable[int] = ()) -> str:
    """Return a text in which everything that differs between processes is masked.

    So if two processes do the same thing, their masked texts are equal. Three dots
    replace addresses, folders of the referee, temporary names, and numbers of processes
    and threads. `numbers` are known numbers of processes and threads. A known number is
    masked even without a word like "pid" before the number, unless the number has at
    most two digits.

    Examples
    --------
    >>> mask_process("<Node object at 0x7fb3f4573a90>, pid 77, game 5")
    '<Node object at ...>, pid ..., game 5'
    >>> mask_process("no child of 18902", [18902])
    'no child of ...'
    """
    text = _VARYING.sub(lambda found: (found["word"] or "") + _MASK, text)
    own = "|".join(str(number) for number in {*numbers} if number >= _LEAST)
    return re.sub(rf"(?<!\d)(?:{own})(?!\d)", _MASK, text) if own else text


def mask_reason(reason: str, numbers: Iterable[int] = ()) -> str:
    """Return the reason of a forfeit; parts that differ between processes are masked.

    `mask_process` masks the parts. `numbers` are known numbers of processes and
    threads. The file and the line at the end of the reason stay as they are.
    """
    text, place = _split_place(reason)
    return mask_process(text, numbers) + place


def fault_of(reason: str) -> str:
    """Return the type and the place of the exception in the reason of a forfeit.

    Two faults are of the same kind if this text is the same. The message of the
    exception is left out, because the message may differ in every game.

    Examples
    --------
    >>> fault_of("KeyError: 'soare' (mine.py, line 5)")
    'KeyError (mine.py, line 5)'
    """
    text, place = _split_place(reason)
    return mask_process(text.partition(": ")[0]) + place


def _split_place(reason: str) -> tuple[str, str]:
    """Split the reason of a forfeit before the file and line at its end.

    The second part is empty if the reason does not end with a file and a line.
    """
    found = _PLACE.search(reason)
    return (reason[: found.start()], found[0]) if found else (reason, "")
