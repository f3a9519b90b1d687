"""Layout of text and tables for a screen of some width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

WIDE = 10_000
"""Width of output that is not a terminal."""

_NAME = 16  # characters of a first cell that stays beside its figures

Cells = Sequence[str]


def aligned(lines: Sequence[Cells], width: int = WIDE, drop: Iterable[str] = ()) -> str:
    """Return cells in columns, the first to the left and the others to the right.

    A line with a single cell has no columns. Where the table is wider than the screen,
    long first cells get lines of their own; then columns are left out. No number is
    broken.

    Parameters
    ----------
    lines : sequence of sequence of str
        The cells.
    width : int
        Of the screen.
    drop : iterable of str
        Headings of the columns to leave out, the least important first.

    Examples
    --------
    >>> lines = [["entry", "p05", "s"], ["a much longer name"], ["k", "14.6", "0.1"]]
    >>> print(aligned(lines))
    entry   p05    s
    a much longer name
    k      14.6  0.1
    >>> print(aligned(lines, 12, ["s"]))
    entry   p05
    a much
        longer
        name
    k      14.6
    """
    if breadth(lines) > width:
        lines = [part for line in lines for part in _apart(line)]
    for heading in drop:
        if breadth(lines) > width:
            lines = _without(lines, heading)
    widths = _widths(lines)
    text = [
        "  ".join(
            cell.ljust(wide) if k == 0 else cell.rjust(wide)
            for k, (cell, wide) in enumerate(zip(line, widths, strict=False))
        ).rstrip()
        if len(line) > 1
        else folded(line[0], width, whole_words=False)
        for line in lines
    ]
    return "\n".join(text)


def breadth(lines: Iterable[Cells]) -> int:
    """Return how wide the columns of a table are together."""
    widths = _widths(lines)
    return sum(widths) + 2 * (len(widths) - 1)


def folded(text: str, width: int, *, whole_words: bool = True) -> str:
    """Return text with every line that is too long broken between words.

    A number and its per cent sign are one word.

    Parameters
    ----------
    text : str
        Any number of lines.
    width : int
        Of the screen.
    whole_words : bool
        Whether a word that is too long stays whole, like a path to be copied.

    Examples
    --------
    >>> print(folded("seed: 7, run: results/runs/7", 24))
    seed: 7, run:
        results/runs/7
    """
    lines = []
    for line in text.split("\n"):
        if len(line) <= width or "\x1b" in line:  # colours take no room
            lines.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")))
        parts = textwrap.wrap(
            line.replace(" %", "\N{NO-BREAK SPACE}%"),
            width,
            subsequent_indent=f"{indent}    ",
            break_long_words=not whole_words,
            break_on_hyphens=False,
        )
        lines += [part.replace("\N{NO-BREAK SPACE}%", " %") for part in parts]
    return "\n".join(lines)


def _widths(lines: Iterable[Cells]) -> list[int]:
    cells = [line for line in lines if len(line) > 1]
    return [max(map(len, column)) for column in zip(*cells, strict=True)]


def _apart(line: Cells) -> list[Cells]:
    """Return a line, with its first cell on a line of its own if that is long."""
    first, *others = line
    return [[first], ["", *others]] if others and len(first) > _NAME else [line]


def _without(lines: Sequence[Cells], heading: str) -> list[Cells]:
    place = next((line.index(heading) for line in lines if heading in line), None)
    return [
        [cell for k, cell in enumerate(line) if k != place] if len(line) > 1 else line
        for line in lines
    ]
