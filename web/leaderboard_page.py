"""Page of the leaderboard: a picture, the standing records, and all entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeAlias

from web.template import render

Cell: TypeAlias = str | tuple[str, str]
"""Text of a table, or text with the address to which it links."""


def leaderboard_page(
    records: Sequence[Sequence[Cell]],
    entries: Sequence[Sequence[Cell]],
    pages: Mapping[str, str],
) -> str:
    """Return the page.

    Parameters
    ----------
    records, entries : sequence of row
        The rows of the two tables. The page shows ``leaderboard.svg`` beside it.
    pages : dict of str to str
        Addresses of the pages of the site by title.
    """
    return render(
        "leaderboard", pages, None, records=_rows(records), entries=_rows(entries)
    )


def _rows(rows: Sequence[Sequence[Cell]]) -> str:
    return "\n".join(
        f'<tr><th scope="row">{_cell(first)}</th>'
        f"{''.join(f'<td>{_cell(cell)}</td>' for cell in others)}</tr>"
        for first, *others in rows
    )


def _cell(cell: Cell) -> str:
    """Return a cell as HTML.

    Examples
    --------
    >>> _cell("<1 %"), _cell(("its games", "replays.html#run=one"))
    ('&lt;1 %', '<a href="replays.html#run=one">its games</a>')
    """
    if isinstance(cell, str):
        return escape(cell)
    text, address = cell
    return f'<a href="{escape(address)}">{escape(text)}</a>'
