"""Pages of the leaderboard: picture and standing records, and a page for each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from web.table import Cell, cell, table
from web.template import render

_RECORDS = ("games won", "record", "holder", "next record", "proved floor")


def leaderboard_page(
    records: Sequence[Sequence[Cell]],
    entries: Sequence[tuple[Cell, str]],
    pages: Mapping[str, str],
) -> str:
    """Return the page of the leaderboard.

    Parameters
    ----------
    records : sequence of row
        The rows of the table. The page shows ``leaderboard.svg`` beside it.
    entries : sequence of (cell, str)
        Each entry with its page, and its figures.
    pages : dict of str to str
        Addresses of the pages of the site by title.
    """
    items = (
        f"<li>{cell(name)} <span>{escape(text)}</span></li>" for name, text in entries
    )
    return render(
        "leaderboard",
        pages,
        None,
        records=table("The records", _RECORDS, records),
        entries="\n".join(items),
    )


def entry_page(
    name: str,
    call: str,
    picture: str,
    intro: Sequence[str],
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Cell | list[Cell]]]]],
    pages: Mapping[str, str],
) -> str:
    """Return the page of an entry.

    Parameters
    ----------
    name, call : str
        Its name, and the constructor call.
    picture : str
        Address of its curve.
    intro : sequence of str
        Paragraphs that introduce it.
    tables : sequence of (caption, headings, rows)
        As `web.table.table` takes them.
    pages : dict of str to str
        Addresses of the pages of the site by title, from this one.
    """
    return render(
        "entry",
        pages,
        None,
        entry=escape(name),
        call=escape(call),
        picture=escape(picture),
        intro="\n".join(f"<p>{escape(text)}</p>" for text in intro),
        tables="\n".join(table(*parts) for parts in tables),
    )
