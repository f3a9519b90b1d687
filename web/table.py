"""Tables of pages, whose cells may be links."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

Cell: TypeAlias = str | tuple[str, str]
"""Text of a table, or text with the address to which it links."""


def table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell | list[Cell]]],
    names: int = 0,
) -> str:
    """Return a table that scrolls where the window is too narrow, as HTML.

    Rows have cells, or lists of cells that share a place; `names` is the place of the
    cell that names the row.
    """
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(
        f"<tr>{''.join(_cell(k == names, own) for k, own in enumerate(row))}</tr>"
        for row in rows
    )
    label = escape(caption)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">\n'
        f"<table>\n<caption>{label}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _cell(is_name: bool, content: Cell | list[Cell]) -> str:
    text = cell(content)
    return f'<th scope="row">{text}</th>' if is_name else f"<td>{text}</td>"


def cell(content: Cell | list[Cell]) -> str:
    """Return a cell as HTML.

    Examples
    --------
    >>> cell("<1 %"), cell(("its games", "replays.html#run=one"))
    ('&lt;1 %', '<a href="replays.html#run=one">its games</a>')
    >>> cell(["none", ("one", "one.html")])
    'none, <a href="one.html">one</a>'
    """
    if isinstance(content, list):
        return ", ".join(map(cell, content))
    if isinstance(content, str):
        return escape(content)
    text, address = content
    return f'<a href="{escape(address)}">{escape(text)}</a>'
