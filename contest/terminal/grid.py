"""Tables of the terminal, laid out by rich."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from contest.terminal.layout import WIDE

_NAME = 20  # least width to which the first column is folded

Cells = Sequence[str]


def align_columns(
    lines: Sequence[Cells], width: int = WIDE, drop: Iterable[str] = ()
) -> str:
    """Return cells in columns: the first column to the left, all others to the right.

    If the table is wider than `width`, the cells of the first column are folded. If the
    table is still too wide, columns are left out, in the order of their headings in
    `drop`. Numbers are never broken. Brackets in a text are not read as markup of rich.

    Examples
    --------
    >>> lines = [["entry", "p05", "s"], ["a much longer [b]name[/b]", "14.6", "0.1"]]
    >>> print(align_columns(lines))
    entry                       p05    s
    a much longer [b]name[/b]  14.6  0.1
    >>> print(align_columns(lines, 27, ["s"]))
    entry           p05
    a much longer  14.6
    [b]name[/b]
    >>> lines = [["mine:Mine(prices=(9.0, 5.3), opening='trace')", "9.6"]]
    >>> print(align_columns(lines, 27))
    mine:Mine(prices=(9.0,  9.6
    5.3), opening='trace')
    """
    # Columns are left out until the table with a first column of least width fits.
    for heading in drop:
        if table_width(lines) > width:
            lines = _without(lines, heading)

    # The first column gets the width that the other columns leave.
    room = max(_NAME, width - table_width([["", *line[1:]] for line in lines]))
    lines = [[_fold_cell(line[0], room), *line[1:]] for line in lines]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(overflow="fold")
    for _ in lines[0][1:]:
        table.add_column(justify="right", no_wrap=True)
    for line in lines:
        table.add_row(*map(Text, line))
    # The console may be wider than `width`, because a line that is too long is better
    # than a number that is cut short.
    console = Console(
        file=io.StringIO(), width=max(width, table_width(lines)), color_system=None
    )
    with console.capture() as text:
        console.print(table)
    return "\n".join(line.rstrip() for line in text.get().splitlines())


def table_width(lines: Sequence[Cells]) -> int:
    """Return the least width of a table, in characters.

    The first column may be folded to the width `_NAME`. All other columns have the
    width of their longest line.
    """
    names, *figures = (
        max(cell_len(line) for cell in column for line in cell.split("\n"))
        for column in zip(*lines, strict=True)
    )
    return min(names, _NAME) + sum(wide + 2 for wide in figures)


class _Wrapper(textwrap.TextWrapper):
    """Folds text at blanks, and after the opening bracket of a call."""

    wordsep_simple_re = re.compile(r"( +|(?<=\w\())")


def _fold_cell(cell: str, width: int) -> str:
    wrapper = _Wrapper(width, break_on_hyphens=False)
    return "\n".join(map(wrapper.fill, cell.split("\n")))


def _without(lines: Sequence[Cells], heading: str) -> list[Cells]:
    """Return the lines of a table without the column that has this heading."""
    columns = [c for c in zip(*lines, strict=True) if heading not in c]
    return list(zip(*columns, strict=True))
